import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_STATUS } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { ConformanceCase, ConformanceInput } from './cases/conformance-case.ts';
import { CONFORMANCE_CASES } from './cases/conformance-cases.ts';
import { countCreated, openConformanceGateway } from './support/conformance-gateway.ts';
import { endOfTurn } from './support/end-of-turn.ts';
import { acceptedOutcome, expectedOutcome, type Outcome } from './support/outcome.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openConformanceGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Body {
  readonly id?: string;
  readonly error?: { readonly code: string; readonly field?: string; readonly query_id?: string } | null;
}

/** The texts to send, one after the other; the last one decides. */
function textsOf(input: ConformanceInput): readonly string[] {
  if ('text' in input) return [input.text];
  return ('document' in input ? [input.document] : input.sequence).map((document) => JSON.stringify(document));
}

async function ask(text: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${gateway.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

async function outcomeOf(testCase: ConformanceCase): Promise<Outcome> {
  const { input } = testCase;
  const headers: Record<string, string> = 'sequence' in input ? { 'idempotency-key': input.idempotencyKey } : {};
  const texts = textsOf(input);
  for (const text of texts.slice(0, -1)) await (await ask(text, headers)).text();
  const created = await countCreated(gateway);
  const response = await ask(texts.at(-1) ?? '', headers);
  const { id, error } = (await response.json()) as Body;
  // A turn that reached its limit is answered by an error that names the turn.
  const queryId = id ?? error?.query_id;
  if (queryId !== undefined && error?.code !== 'idempotency_conflict') {
    return acceptedOutcome(await endOfTurn(gateway, queryId), testCase);
  }
  const { code, field } = error ?? {};
  return { kind: 'refused', httpStatus: response.status, code, field, created: await created() };
}

describe('over HTTP the gateway', () => {
  it.each(CONFORMANCE_CASES.filter(({ transport }) => transport !== 'graphql'))('$name', async (testCase) => {
    const expected = expectedOutcome(testCase, { statusOf: (code) => HTTP_STATUS[code] });
    expect(await outcomeOf(testCase)).toEqual(expected);
  });

  it('says in words what it refuses', async () => {
    const { error } = (await (await ask('{"ask":7}', {})).json()) as { readonly error: JsonObject };
    expect(error['message']).toMatch(/^ask must be/u);
  });

  it('fails at nothing that nobody is told of', () => {
    expect(gateway.faults).toEqual([]);
  });
});
