import { InMemoryCache } from '@apollo/client/cache';
import { isAbstractType, parse, print } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { openTestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';
import { ACME_MSA, FOLLOW, RUN } from './support/operations.ts';

let api: Api;

beforeAll(async () => {
  const test = await openTestRuntime();
  await test.addContext('contracts', { 'acme-msa.md': ACME_MSA });
  const { db: database, services, viewer } = test.runtime;
  api = createApi({ database, services, viewer });
  return () => test[Symbol.asyncDispose]();
});

const ANSWER = /* GraphQL */ `
  query Answer($id: ID!) {
    query(id: $id) { id text citations { id source } usage { id totalTokens } rollup { id totalHits } }
  }
`;
const DETAILS = /* GraphQL */ `
  query Details($id: ID!) {
    query(id: $id) {
      id status
      citations { id grounding score }
      steps { id commentary }
      usage { id inputTokens outputTokens }
      rollup { id nSteps }
    }
  }
`;

/** What Apollo needs of any schema with interfaces: which types they have. */
const possibleTypes = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter((type) => isAbstractType(type))
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
);

describe('a normalising cache without policies of its own', () => {
  it('loses nothing when a subscription and two queries select different fields of one turn', async () => {
    const warnings: unknown[] = [];
    using _warn = vi.spyOn(console, 'warn').mockImplementation((...words) => void warnings.push(words));
    using _error = vi.spyOn(console, 'error').mockImplementation((...words) => void warnings.push(words));
    const cache = new InMemoryCache({ possibleTypes });
    const run = await api.run(RUN, {
      input: { ask: 'What are the payment terms?', scope: ['contracts'], stream: true },
    });
    const { id } = run.data['runQuery'];

    // As Apollo Client does it: the cache asks for every `__typename`, and is written each event of a subscription.
    const prepared = (operation: string) => cache.transformDocument(parse(operation));
    const events = prepared(FOLLOW);
    for await (const { data } of api.follow(print(events), { queryId: id })) {
      cache.write({ query: events, dataId: 'ROOT_SUBSCRIPTION', variables: { queryId: id }, result: data });
    }
    const queries = [prepared(ANSWER), prepared(DETAILS)];
    const fetched = [];
    for (const query of queries) {
      const { data } = await api.run(print(query), { id });
      cache.writeQuery({ query, variables: { id }, data });
      fetched.push(data);
    }

    expect(queries.map((query) => cache.readQuery({ query, variables: { id } }))).toEqual(fetched);
    expect(warnings).toEqual([]);
  });
});
