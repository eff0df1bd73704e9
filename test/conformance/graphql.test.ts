import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { ConformanceCase } from './cases/conformance-case.ts';
import { CONFORMANCE_CASES } from './cases/conformance-cases.ts';
import { countCreated, openConformanceGateway } from './support/conformance-gateway.ts';
import { endOfTurn } from './support/end-of-turn.ts';
import { acceptedOutcome, expectedOutcome, type Outcome } from './support/outcome.ts';
import { toInputFieldName, writeAsInput } from './support/run-query-input.ts';

const RUN_DOCUMENT =
  'mutation ($document: JSON!, $key: String) { result: runQueryDocument(document: $document, idempotencyKey: $key) { id } }';
const RUN_INPUT = 'mutation ($input: RunQueryInput!) { result: runQuery(input: $input) { id } }';

/** A refusal is an error beside the data, not one of HTTP. */
const statusOf = () => 200;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openConformanceGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Answer {
  readonly data?: { readonly result: { readonly id: string } | null } | null;
  readonly errors?: readonly { readonly extensions?: JsonObject }[];
}

async function run(query: string, variables: JsonObject): Promise<Response> {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query, variables }),
  });
}

/** What becomes of the last of these variables. */
async function outcomeOf(testCase: ConformanceCase, query: string, runs: readonly JsonObject[]): Promise<Outcome> {
  for (const variables of runs.slice(0, -1)) await (await run(query, variables)).text();
  const created = await countCreated(gateway);
  const response = await run(query, runs.at(-1) ?? {});
  const { data, errors = [] } = (await response.json()) as Answer;
  if (data?.result != null && errors.length === 0) {
    return acceptedOutcome(await endOfTurn(gateway, data.result.id), testCase);
  }
  const { code, field } = errors[0]?.extensions ?? {};
  return { kind: 'refused', httpStatus: response.status, code, field, created: await created() };
}

const CASES = CONFORMANCE_CASES.flatMap((testCase) => {
  const { input } = testCase;
  return testCase.transport === 'json' || 'text' in input ? [] : [{ ...testCase, input }];
});

describe('a canonical document through runQueryDocument: the gateway', () => {
  it.each(CASES)('$name', async ({ input, ...testCase }) => {
    const runs =
      'document' in input
        ? [{ document: input.document }]
        : input.sequence.map((document) => ({ document, key: input.idempotencyKey }));
    const outcome = await outcomeOf({ ...testCase, input }, RUN_DOCUMENT, runs as readonly JsonObject[]);
    expect(outcome).toEqual(expectedOutcome({ ...testCase, input }, { statusOf }));
  });
});

describe('a RunQueryInput', () => {
  const written = CASES.flatMap((testCase) =>
    'document' in testCase.input ? [{ testCase, ...writeAsInput(testCase.input.document) }] : [],
  );
  const refused = written.flatMap((each) => (each.as === 'refused' ? [{ name: each.testCase.name, ...each }] : []));
  const same = written.flatMap((each) => (each.as === 'same' ? [{ name: each.testCase.name, ...each }] : []));

  it.each(refused)('of the wrong type is refused before it is read: $name', async ({ testCase, input }) => {
    const outcome = await outcomeOf(testCase, RUN_INPUT, [{ input }]);
    const expected = expectedOutcome(
      { ...testCase, expect: { kind: 'refused', code: 'bad_request', field: undefined } },
      { statusOf: () => 400 },
    );
    expect(outcome).toEqual(expected);
  });

  it.each(same)('is the same document in other names: the gateway $name', async ({ testCase, input }) => {
    const outcome = await outcomeOf(testCase, RUN_INPUT, [{ input }]);
    expect(outcome).toEqual(expectedOutcome(testCase, { statusOf, nameOf: toInputFieldName }));
  });

  it('says what most cases say', () => {
    expect(same.length).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(50);
  });
});

describe('over GraphQL the gateway', () => {
  it('fails at nothing that nobody is told of', () => {
    expect(gateway.faults).toEqual([]);
  });
});
