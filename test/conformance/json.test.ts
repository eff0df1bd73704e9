import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_STATUS } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { ConformanceInput } from './cases/conformance-case.ts';
import { CONFORMANCE_CASES } from './cases/conformance-cases.ts';
import { endOf, expectAccepted } from './support/accepted.ts';
import { type Counts, countRows, openConformanceGateway } from './support/conformance-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openConformanceGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  /** The rows before the request that counts. */
  readonly before: Counts;
}

async function post(text: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const before = await countRows(gateway);
  const response = await fetch(`${gateway.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as JsonObject, before };
}

async function send(input: ConformanceInput): Promise<Answer> {
  if ('text' in input) return post(input.text);
  if ('document' in input) return post(JSON.stringify(input.document));
  const headers = { 'idempotency-key': input.idempotencyKey };
  const answers: Answer[] = [];
  for (const document of input.sequence) answers.push(await post(JSON.stringify(document), headers));
  const last = answers.at(-1);
  if (last === undefined) throw new Error('a sequence of no documents');
  return last;
}

describe('over HTTP the gateway', () => {
  it.each(CONFORMANCE_CASES.filter(({ transport }) => transport !== 'graphql'))('$name', async (testCase) => {
    const { status, body, before } = await send(testCase.input);
    const error = body['error'] as JsonObject | null | undefined;
    if (testCase.expect.kind === 'refused') {
      const { code, field } = testCase.expect;
      expect({ status, code: error?.['code'], field: error?.['field'] }).toEqual({
        status: HTTP_STATUS[code],
        code,
        field,
      });
      expect(error?.['message']).toMatch(/\S/);
      expect(await countRows(gateway)).toEqual(before);
      return;
    }
    // A turn that reached its limit is answered by an error that names the turn.
    const id = body['id'] ?? error?.['query_id'];
    expect(id, JSON.stringify(body)).toMatch(/^qry_/);
    expectAccepted(await endOf(gateway, String(id)), testCase);
  });

  it('fails at nothing that nobody is told of', () => {
    expect(gateway.faults).toEqual([]);
  });
});
