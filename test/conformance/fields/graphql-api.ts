import { expect } from 'vitest';
import { toCanonicalName } from '../../../src/knowql/names.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { readEvents } from '../../support/sse-reader.ts';
import { endOfTurn } from '../support/end-of-turn.ts';
import { toRunQueryInput } from '../support/run-query-input.ts';
import type { Answered, Api, Pinned } from './api.ts';

const RUN = 'mutation ($input: RunQueryInput!) { result: runQuery(input: $input) { document } }';
const FOLLOW =
  'subscription ($id: ID!) { result: queryEvents(queryId: $id) { type ... on TerminalEvent { query { document } } } }';
const SESSION =
  'query ($id: ID!) { result: session(id: $id) { scope systemPrompt guardrails models tools vars workflow lastQueryId } }';
const CONTEXT = 'query ($slug: String!) { result: context(slug: $slug) { id } }';

interface Result<T> {
  readonly data?: { readonly result: T } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: JsonObject }[];
}

/** `runQuery` with a typed input, and what belongs to it. */
export function graphqlApi({ url }: { readonly url: string }): Api {
  const post = (query: string, variables: JsonObject, accept: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query, variables }),
    });
  const send = async <T>(query: string, variables: JsonObject) =>
    (await (await post(query, variables, 'application/graphql-response+json')).json()) as Result<T>;
  const run = async <T>(query: string, variables: JsonObject): Promise<T> => {
    const { data, errors } = await send<T>(query, variables);
    expect(errors).toBeUndefined();
    if (data == null) throw new Error('no data and no error');
    return data.result;
  };
  const ask = async (document: JsonObject) =>
    (await run<{ readonly document: Answered }>(RUN, { input: toRunQueryInput(document) })).document;

  return {
    ask,
    async refusal(document) {
      const { errors } = await send(RUN, { input: toRunQueryInput(document) });
      const { code, field } = errors?.[0]?.extensions ?? {};
      return { code, field: typeof field === 'string' ? toCanonicalName(field) : field };
    },
    async session(id) {
      const session = await run<Pinned>(SESSION, { id });
      return { ...session, workflow: session.workflow?.toLowerCase() ?? null };
    },
    async stream(document) {
      const { id, status } = await ask({ ...document, stream: true });
      expect(status).toBe('in_progress');
      const events: string[] = [];
      let last: Answered | undefined;
      for await (const { event, data = '' } of readEvents(await post(FOLLOW, { id }, 'text/event-stream'))) {
        if (event === 'complete') break;
        const { data: next } = JSON.parse(data) as Result<{
          readonly type: string;
          readonly query?: { readonly document: Answered };
        }>;
        if (next == null) throw new Error(data);
        events.push(next.result.type);
        last = next.result.query?.document;
      }
      if (last === undefined) throw new Error('the stream ended before the turn did');
      return { events, last };
    },
    async background(document) {
      const { id, status } = await ask({ ...document, background: true });
      return { status, last: (await endOfTurn({ url }, id)) as Answered };
    },
    contextId: async (slug) => (await run<{ readonly id: string }>(CONTEXT, { slug })).id,
  };
}
