import { expect } from 'vitest';
import { toDomainName } from '../../../src/knowql/names.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { readEvents } from '../../support/sse-reader.ts';
import { endOfTurn } from '../support/end-of-turn.ts';
import type { Answered, Api, Pinned } from './api.ts';

/** The JSON binding. */
export function jsonApi({ url }: { readonly url: string }): Api {
  const post = (document: JsonObject) =>
    fetch(`${url}/api/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
  const get = async <T>(path: string) => (await (await fetch(`${url}/api/${path}`)).json()) as T;

  return {
    async ask(document) {
      const response = await post(document);
      // A turn that reached its limit is answered by an error that names the turn.
      if (response.status === 504) {
        const { error } = (await response.json()) as { readonly error: { readonly query_id: string } };
        return get<Answered>(`queries/${error.query_id}`);
      }
      const answered = (await response.json()) as Answered;
      expect({ status: response.status, answered }).toMatchObject({ status: 200 });
      return answered;
    },
    async refusal(document) {
      const { error } = (await (await post(document)).json()) as { readonly error: JsonObject };
      return { code: error['code'], field: error['field'] };
    },
    async session(id) {
      const session = await get<JsonObject>(`sessions/${id}`);
      return Object.fromEntries(
        Object.entries(session).map(([name, value]) => [toDomainName(name), value]),
      ) as unknown as Pinned;
    },
    async stream(document) {
      const response = await post({ ...document, stream: true });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const events: string[] = [];
      let last = '{}';
      for await (const { event, data = '' } of readEvents(response)) {
        if (event === 'query') last = data;
        else events.push(event);
      }
      return { events, last: JSON.parse(last) as Answered };
    },
    async background(document) {
      const response = await post({ ...document, background: true });
      expect(response.status).toBe(202);
      const { id, status } = (await response.json()) as Answered;
      return { status, last: (await endOfTurn({ url }, id)) as Answered };
    },
    contextId: async (slug) => (await get<{ readonly id: string }>(`contexts/${slug}`)).id,
  };
}
