import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, sampleSources, type TestGateway } from '../support/gateway.ts';

interface WireEvent {
  readonly seq: number;
  readonly type: string;
  readonly delta?: string;
  readonly status?: string;
}

const RUN = `mutation Run($input: RunQueryInput!) { runQuery(input: $input) { id status sessionId text } }`;
const FOLLOW = `subscription Follow($queryId: ID!, $after: Int) {
  queryEvents(queryId: $queryId, after: $after) {
    seq type
    ... on OutputTextDeltaEvent { delta }
    ... on TerminalEvent { status }
  }
}`;
const READ = `query Read($id: ID!) { query(id: $id) { status text citations { source grounding } } }`;

describe('live answers over real sockets', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await openTestGateway();
    await gateway.addContext('contracts', await sampleSources('contracts'));
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  const execute = async <T>(query: string, variables: object): Promise<T> => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };

  /** Reads a turn's events with the protocol's own client and leaves after `limit` of them. */
  const follow = async (queryId: string, after: number, limit = Number.POSITIVE_INFINITY): Promise<WireEvent[]> => {
    const client = createClient({ url: `${gateway.url}/graphql`, retryAttempts: 0 });
    const events: WireEvent[] = [];
    try {
      const stream = client.iterate<{ queryEvents: WireEvent }>({ query: FOLLOW, variables: { queryId, after } });
      for await (const { data, errors } of stream) {
        if (errors !== undefined) throw new AggregateError(errors);
        if (data?.queryEvents) events.push(data.queryEvents);
        if (events.length === limit) break;
      }
      return events;
    } finally {
      client.dispose();
    }
  };

  const textOf = (events: readonly WireEvent[]) => events.map(({ delta }) => delta ?? '').join('');

  test('a reader that is cut off after any event and comes back with `after` has all events once, in order', async () => {
    const { runQuery } = await execute<{ runQuery: { id: string; status: string } }>(RUN, {
      input: { ask: "What are Acme's payment terms?", scope: ['contracts'], stream: true },
    });
    expect(runQuery.status).toBe('IN_PROGRESS');
    const live = await follow(runQuery.id, 0);
    const { query } = await execute<{ query: { status: string; text: string } }>(READ, { id: runQuery.id });

    expect(live.map(({ seq }) => seq)).toEqual(live.map((_, index) => index + 1));
    expect(live.filter(({ status }) => status !== undefined)).toEqual([live.at(-1)]);
    expect(textOf(live)).toBe(query.text);
    expect(live.filter(({ delta }) => delta !== undefined).length).toBeGreaterThan(2);

    for (let cut = 1; cut < live.length; cut += 1) {
      const before = await follow(runQuery.id, 0, cut);
      const rest = await follow(runQuery.id, before.at(-1)?.seq ?? 0);
      expect([...before, ...rest]).toEqual(live);
    }
  });

  test('a reader that is cut off while the turn runs misses nothing and reads nothing twice', async () => {
    const { runQuery } = await execute<{ runQuery: { id: string } }>(RUN, {
      input: { ask: 'Who may terminate the agreement with Brightwater?', scope: ['contracts'], stream: true },
    });
    const events: WireEvent[] = [];
    while (events.at(-1)?.status === undefined) {
      events.push(...(await follow(runQuery.id, events.at(-1)?.seq ?? 0, 2)));
    }
    const { query } = await execute<{ query: { text: string } }>(READ, { id: runQuery.id });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(textOf(events)).toBe(query.text);
  });

  test('200 asks at once, each on a session of its own, all complete', async () => {
    const asks = Array.from({ length: 200 }, (_, index) =>
      execute<{ runQuery: { id: string; status: string; sessionId: string; text: string } }>(RUN, {
        input: {
          ask: index % 2 === 0 ? "What are Acme's payment terms?" : "What are Brightwater's payment terms?",
          scope: ['contracts'],
        },
      }),
    );
    const turns = (await Promise.all(asks)).map(({ runQuery }) => runQuery);
    expect(turns.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
    expect(new Set(turns.map(({ sessionId }) => sessionId)).size).toBe(200);
    expect(new Set(turns.map(({ text }) => text)).size).toBe(2);
  }, 300_000);

  test('nothing failed with nobody to tell', () => {
    expect(gateway.faults).toEqual([]);
  });
});
