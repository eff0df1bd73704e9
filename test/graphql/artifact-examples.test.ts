import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime, sampleSources, type TestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';

const EXAMPLE = /```graphql\n([\s\S]*?)\n```\n\n```json\n([\s\S]*?)\n```/g;
const examples = [...readFileSync('docs/artifacts.md', 'utf8').matchAll(EXAMPLE)].map(
  ([, operation = '', result = '']) => ({
    operation,
    result: JSON.parse(result) as unknown,
  }),
);

let opened: TestRuntime;
let api: Api;
let table: string;

beforeAll(async () => {
  opened = await openTestRuntime();
  await opened.addContext('contracts', await sampleSources('contracts'));
  const { db: database, services, viewer } = opened.runtime;
  api = createApi({ database, services, viewer });
  const [first] = await services.contexts.artifacts('contracts', { limit: 1, types: ['table'] }, viewer);
  table = first?.id ?? '';
});
afterAll(() => opened[Symbol.asyncDispose]());

describe('docs/artifacts.md', () => {
  it('has examples', () => {
    expect(examples).toHaveLength(4);
  });

  it.each(examples)('shows what comes of $operation', async ({ operation, result }) => {
    const { data, errors } = await api.run(operation, { table });
    expect(errors === undefined ? data : { error: errors[0]?.message }).toEqual(result);
  });
});
