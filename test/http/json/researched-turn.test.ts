import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { createCatalog } from '../../../src/models/catalog.ts';
import { openModel } from '../../models/google/support/open-model.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { answersFromPassages } from '../../support/gemini/answers-from-passages.ts';
import type { Reply } from '../../support/gemini/fake-gemini.ts';
import { callsTools, says } from '../../support/gemini/replies.ts';
import { readEvents } from '../../support/sse-reader.ts';
import { faultsOf } from '../../support/wire-contract.ts';

const MSA = `# Master services

## Payment

Acme pays within 30 days of the invoice date. Late payment bears interest of 1.5% a month.

## Law

The law of Delaware governs this agreement.
`;
const DOCUMENT = { ask: 'When does Acme pay, and under which law?', scope: ['contracts'] };

/** Searches, reads, asks for what is not there, has seen enough, and answers from the passages. */
const researches: Reply = (exchange) => {
  const { body } = exchange.call;
  if (body['tools'] === undefined) return answersFromPassages()(exchange);
  const contents = body['contents'] as readonly JsonObject[];
  const moves = contents.filter(({ role }) => role === 'model').length;
  const next = [
    callsTools([{ name: 'search', args: { query: 'Acme pays days' } }], { commentary: 'Payment first.' }),
    callsTools([
      { name: 'read_source', args: { source: 'msa.md', section: 'Law' } },
      { name: 'read_source', args: { source: 'nda.md' } },
    ]),
  ][moves];
  return (next ?? says('I have seen enough.'))(exchange);
};

function ask(url: string, document: JsonObject): Promise<Response> {
  return fetch(`${url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
}

interface AnsweredTurn {
  readonly id: string;
  readonly status: string;
  readonly model: string;
  readonly output: readonly unknown[];
  readonly citations: readonly { readonly grounding?: string }[];
  readonly usage: object;
  readonly steps: readonly {
    readonly step_id: string;
    readonly status: string;
    readonly commentary: string;
    readonly tool_calls: readonly { fn: string; args: unknown; result: unknown; ok: boolean; error?: string }[];
  }[];
}

/** What must be the same however a turn was followed: all but its name, and how long things took. */
function substance({ output, citations, usage, steps, status, model }: AnsweredTurn) {
  const told = steps.map(({ step_id, status, commentary, tool_calls }) => ({
    step_id,
    status,
    commentary,
    calls: tool_calls.map(({ fn, args, result, ok, error }) => ({ fn, args, result, ok, error })),
  }));
  return { output, citations, usage, status, model, steps: told };
}

test('a researched turn is the same answered at once, streamed, and read again', async () => {
  await using opened = await openModel({ price: { input: 1, output: 10 } });
  opened.service.generation = researches;
  await using gateway = await openTestGateway({ models: createCatalog([opened.model]) });
  await gateway.addContext('contracts', { 'msa.md': MSA });

  const answered = (await (await ask(gateway.url, DOCUMENT)).json()) as AnsweredTurn;
  expect(faultsOf(answered, 'canonical', '/$defs/ResponseDocument')).toEqual([]);
  expect(answered).toMatchObject({ status: 'completed', model: 'google/gemini-test' });
  expect(
    substance(answered).steps.map(({ step_id, calls }) => [step_id, calls.map(({ fn, ok }) => `${fn} ${ok}`)]),
  ).toEqual([
    ['plan', []],
    ['research_1', ['research true', 'search true']],
    ['research_2', ['research true', 'read_source true', 'read_source false']],
    ['research_3', ['research true']],
    ['compose', ['compose true']],
  ]);
  const quoted = answered.citations.flatMap(({ grounding }) => grounding ?? []);
  expect(quoted.length).toBeGreaterThan(0);
  for (const grounding of quoted) expect(MSA).toContain(grounding);

  let text = '';
  let last: AnsweredTurn | undefined;
  for await (const { event, data = '' } of readEvents(await ask(gateway.url, { ...DOCUMENT, stream: true }))) {
    if (event === 'response.output_text.delta') text += (JSON.parse(data) as { delta: string }).delta;
    if (event === 'query') last = JSON.parse(data) as AnsweredTurn;
  }
  if (last === undefined) throw new Error('the stream ended without its query');
  expect(substance(last)).toEqual(substance(answered));
  expect(JSON.stringify(last.output)).toContain(JSON.stringify(text));

  const again = (await (await fetch(`${gateway.url}/api/queries/${last.id}`)).json()) as AnsweredTurn;
  expect(substance(again)).toEqual(substance(answered));
  const trace = await (await fetch(`${gateway.url}/api/queries/${last.id}/trace`)).json();
  expect(faultsOf(trace, 'canonical', '/$defs/Trace')).toEqual([]);
  expect(gateway.faults).toEqual([]);
});

test('the tools of a session bound what its model is offered; an unknown one is refused', async () => {
  await using opened = await openModel();
  opened.service.generation = researches;
  await using gateway = await openTestGateway({ models: createCatalog([opened.model]) });
  await gateway.addContext('contracts', { 'msa.md': MSA });

  const answered = (await (await ask(gateway.url, { ...DOCUMENT, tools: ['search'] })).json()) as AnsweredTurn;
  expect(JSON.stringify(opened.service.calls[0]?.body['tools'])).not.toContain('read_source');
  expect(substance(answered).steps[2]?.calls.slice(1)).toEqual([
    expect.objectContaining({ ok: false, error: 'There is no tool "read_source"; use search.' }),
    expect.objectContaining({ ok: false }),
  ]);

  const refused = await ask(gateway.url, { ...DOCUMENT, tools: ['search', 'shell'] });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: expect.objectContaining({ code: 'bad_request', field: 'tools[1]' }) },
  ]);
});
