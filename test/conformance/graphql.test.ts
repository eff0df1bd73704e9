import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { ConformanceCase } from './cases/conformance-case.ts';
import { CONFORMANCE_CASES } from './cases/conformance-cases.ts';
import { endOf, expectAccepted } from './support/accepted.ts';
import { type Counts, countRows, openConformanceGateway } from './support/conformance-gateway.ts';
import { toInputFieldName, writeAsInput } from './support/run-query-input.ts';

const RUN_DOCUMENT = /* GraphQL */ `
  mutation ($document: JSON!, $key: String) {
    runQueryDocument(document: $document, idempotencyKey: $key) { id }
  }
`;
const RUN_INPUT = /* GraphQL */ `
  mutation ($input: RunQueryInput!) {
    runQuery(input: $input) { id }
  }
`;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openConformanceGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  /** Of the turn, where there is one. */
  readonly id: string | undefined;
  readonly code: unknown;
  readonly field: unknown;
  /** The rows before the request that counts. */
  readonly before: Counts;
}

async function run(query: string, variables: JsonObject): Promise<Answer> {
  const before = await countRows(gateway);
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = (await response.json()) as {
    readonly data?: Readonly<Record<string, { readonly id: string }>> | null;
    readonly errors?: readonly { readonly extensions?: JsonObject }[];
  };
  const [error] = errors;
  expect(errors.length, JSON.stringify(errors)).toBeLessThanOrEqual(1);
  return {
    status: response.status,
    id: Object.values(data ?? {})[0]?.id,
    code: error?.extensions?.['code'],
    field: error?.extensions?.['field'],
    before,
  };
}

async function expectOutcome(answer: Answer, testCase: ConformanceCase, nameOf: (field: string) => string) {
  const { id, status, before, code, field } = answer;
  if (testCase.expect.kind === 'refused') {
    const expected = testCase.expect;
    expect({ id, code, field }).toEqual({
      id: undefined,
      code: expected.code,
      field: expected.field === undefined ? undefined : nameOf(expected.field),
    });
    expect(await countRows(gateway)).toEqual(before);
    return;
  }
  expect({ status, code, field }).toEqual({ status: 200, code: undefined, field: undefined });
  expectAccepted(await endOf(gateway, id ?? ''), testCase);
}

const CASES = CONFORMANCE_CASES.filter(({ transport }) => transport !== 'json');

describe('a canonical document through runQueryDocument: the gateway', () => {
  it.each(CASES)('$name', async (testCase) => {
    const { input } = testCase;
    if ('text' in input) throw new Error('text has no GraphQL form');
    const documents = 'document' in input ? [input.document] : input.sequence;
    const key = 'document' in input ? {} : { key: input.idempotencyKey };
    const answers: Answer[] = [];
    for (const document of documents) answers.push(await run(RUN_DOCUMENT, { document, ...key } as JsonObject));
    for (const answer of answers.slice(-1)) await expectOutcome(answer, testCase, (field) => field);
  });
});

describe('a RunQueryInput', () => {
  const WRITTEN = CASES.flatMap((testCase) => {
    const { input } = testCase;
    return 'document' in input ? [{ ...testCase, written: writeAsInput(input.document) }] : [];
  });

  it.each(WRITTEN.filter(({ written }) => written.as === 'refused'))(
    'of the wrong type is refused before it is read: $name',
    async ({ written }) => {
      if (written.as !== 'refused') return;
      const { status, id, code, before } = await run(RUN_INPUT, { input: written.input });
      expect({ status, id, code }).toEqual({ status: 400, id: undefined, code: 'bad_request' });
      expect(await countRows(gateway)).toEqual(before);
    },
  );

  it.each(WRITTEN.filter(({ written }) => written.as === 'same'))(
    'is the same document in other names: the gateway $name',
    async ({ written, ...testCase }) => {
      if (written.as !== 'same') return;
      await expectOutcome(await run(RUN_INPUT, { input: written.input }), testCase, toInputFieldName);
    },
  );

  it('says what most cases say', () => {
    const count = (as: string) => WRITTEN.filter(({ written }) => written.as === as).length;
    expect(count('same')).toBeGreaterThan(100);
    expect(count('refused')).toBeGreaterThan(50);
  });
});

describe('over GraphQL the gateway', () => {
  it('fails at nothing that nobody is told of', () => {
    expect(gateway.faults).toEqual([]);
  });
});
