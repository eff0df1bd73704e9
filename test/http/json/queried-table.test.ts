import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { createCatalog } from '../../../src/models/catalog.ts';
import { openModel } from '../../models/google/support/open-model.ts';
import { openTestGateway } from '../../support/gateway.ts';
import type { Reply } from '../../support/gemini/fake-gemini.ts';
import { callsTools, says } from '../../support/gemini/replies.ts';
import { faultsOf } from '../../support/wire-contract.ts';

const REGISTER = `# Register

## Fees

| Customer | Fee |
| --- | --- |
| Acme | $120,000.10 |
| Delmore | $96,000.20 |
`;
const SQL = 'SELECT sum(fee) AS total FROM data';

/** Finds the table, asks it, and answers with the sum. */
const researches: Reply = (exchange) => {
  const { body } = exchange.call;
  if (body['tools'] === undefined) return says('All customers together pay $216,000.30 [1].')(exchange);
  const contents = JSON.stringify(body['contents']);
  const id = /art_[\w-]+/.exec(contents)?.[0];
  if (id === undefined) return callsTools([{ name: 'list_artifacts', args: { type: 'table' } }])(exchange);
  if (contents.includes('216000.3')) return says('I have seen enough.')(exchange);
  return callsTools([{ name: 'query_table', args: { id, sql: SQL } }])(exchange);
};

test('an answer that rests on a query to a table cites the table, shows the query, and is kept so', async () => {
  await using opened = await openModel();
  opened.service.generation = researches;
  await using gateway = await openTestGateway({ models: createCatalog([opened.model]) });
  await gateway.addContext('register', { 'register.md': REGISTER });

  const response = await fetch(`${gateway.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ask: 'How much do all customers pay?', scope: ['register'] }),
  });
  const turn = (await response.json()) as JsonObject & { readonly id: string; readonly steps: readonly JsonObject[] };
  expect(faultsOf(turn, 'canonical', '/$defs/ResponseDocument')).toEqual([]);
  expect(turn).toMatchObject({
    status: 'completed',
    citations: [{ kind: 'artifact', artifact_name: 'Fees', source: 'register.md', sources: ['register.md'] }],
  });
  expect(JSON.stringify(turn['citations'])).not.toContain('grounding');
  expect(turn.steps.map(({ code }) => code).filter((code) => code !== undefined)).toEqual([SQL]);

  const kept = (await (await fetch(`${gateway.url}/api/queries/${turn.id}`)).json()) as JsonObject;
  expect([kept['citations'], kept['steps']]).toEqual([turn['citations'], turn.steps]);
  const trace = await (await fetch(`${gateway.url}/api/queries/${turn.id}/trace`)).text();
  expect(trace).toContain(SQL);
});
