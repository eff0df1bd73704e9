import { beforeAll, describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../src/engine/events.ts';
import { appendEvents } from '../../src/store/event-log.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import {
  accept,
  delta,
  ending,
  newTurn,
  OWNER,
  type SeededContext,
  STRANGER,
  seedWorkspaces,
  WORKSPACE,
} from '../store/seed.ts';
import { openTestRuntime, type TestRuntime } from '../support/gateway.ts';
import { type Api, createApi, type Result } from './support/api.ts';
import { FOLLOW, READ } from './support/operations.ts';

let api: Api;
let stranger: Api;
let test: TestRuntime;
let context: SeededContext;

beforeAll(async () => {
  test = await openTestRuntime();
  const { db: database, services } = test.runtime;
  context = await seedWorkspaces(database);
  api = createApi({ database, services, viewer: { workspaceId: WORKSPACE } });
  stranger = createApi({ database, services, viewer: { workspaceId: STRANGER } });
  return () => test[Symbol.asyncDispose]();
});

/** A turn that this test runs by hand; no worker of the runtime takes it while its lease holds. */
async function begin() {
  const { db } = test.runtime;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const turn = newTurn(context, { lease: { owner: OWNER, expiresAt } });
  await accept(db, turn);
  const lease = { queryId: turn.id, owner: OWNER };
  return {
    id: turn.id,
    write: (...events: readonly TurnEvent[]) => appendEvents(db, lease, events),
    end: (...events: readonly TurnEvent[]) => finishTurn(db, lease, events),
  };
}

const read = async (id: string) => (await api.run(READ, { id })).data['query'];

const failure = (error: string): TurnEvent => ({
  type: 'response.failed',
  error,
  result: {
    model: null,
    outputJson: null,
    citations: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, costUsd: null },
    runtimeMs: 5,
  },
});

describe('a turn that runs', () => {
  it('shows what it has so far to whoever reads it, and all of it at its end', async () => {
    const turn = await begin();
    await turn.write({
      type: 'response.step',
      step: { stepId: 'retrieve', status: 'running', commentary: 'Looking.' },
    });
    await turn.write(delta('Net '), delta('30'));

    expect(await read(turn.id)).toMatchObject({
      status: 'IN_PROGRESS',
      text: 'Net 30',
      steps: [{ stepId: 'retrieve', status: 'RUNNING' }],
    });

    await turn.end(...ending(' days.'));
    expect(await read(turn.id)).toMatchObject({
      status: 'COMPLETED',
      text: 'Net 30 days.',
      steps: [{ stepId: 'retrieve', status: 'COMPLETED' }],
      usage: { outputTokens: 3_000_000_000 },
    });
  });

  it('sends each event as it happens, and its end with the stored state', async () => {
    const turn = await begin();
    const reader = api.follow(FOLLOW, { queryId: turn.id, after: 0 });
    const next = async () => ((await reader.next()).value as Result).data['queryEvents'];

    expect(await next()).toMatchObject({ __typename: 'CreatedEvent', seq: 1, query: { status: 'IN_PROGRESS' } });
    await turn.write(delta('你好'));
    expect(await next()).toMatchObject({ __typename: 'OutputTextDeltaEvent', seq: 2, delta: '你好' });
    await turn.end(...ending('👋'));
    let last = await next();
    while (last.__typename !== 'TerminalEvent') last = await next();

    const stored = await read(turn.id);
    expect(last.query).toMatchObject({ text: '你好👋', citations: stored.citations, status: 'COMPLETED' });
    expect(await reader.next()).toMatchObject({ done: true });
  });

  it('that fails is data: its state says why, and no operation is an error', async () => {
    const turn = await begin();
    await turn.end(delta('Half an '), failure('The model stopped in the middle.'));

    const { data, errors } = await api.run(READ, { id: turn.id });
    expect(errors).toBeUndefined();
    expect(data['query']).toMatchObject({ status: 'FAILED', error: 'The model stopped in the middle.' });
    const events = [];
    for await (const result of api.follow(FOLLOW, { queryId: turn.id })) events.push(result.data['queryEvents']);
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', status: 'FAILED', query: { status: 'FAILED' } });
    expect(events.filter(({ __typename }) => __typename === 'TerminalEvent')).toHaveLength(1);
  });

  it('lets go of a reader who leaves while nothing happens', async () => {
    const { feed } = test.runtime;
    const turn = await begin();
    const reader = api.follow(FOLLOW, { queryId: turn.id });
    await reader.next();
    expect(feed.followers).toBe(1);

    await reader.return();
    await expect.poll(() => feed.followers).toBe(0);
  });
});

describe('a subscription that cannot be', () => {
  it.each([
    ['to a turn that is not there', { queryId: 'qry_none' }, { code: 'query_not_found' }],
    ['from before the start', { after: -1 }, { code: 'bad_request', field: 'after' }],
    ['from beyond the end', { after: 99 }, { code: 'bad_request', field: 'after' }],
  ])('%s is one error, then the end', async (_kind, variables, extensions) => {
    const { id } = await begin();
    const results = [];
    for await (const result of api.follow(FOLLOW, { queryId: id, ...variables })) results.push(result);

    expect(results).toHaveLength(1);
    expect(results[0]?.errors).toHaveLength(1);
    expect(results[0]?.errors?.[0]?.extensions).toMatchObject(extensions);
  });

  it('to a turn of another workspace is told what it would be told of none', async () => {
    const { id } = await begin();
    const told = async (queryId: string) => {
      const results = [];
      for await (const { errors } of stranger.follow(FOLLOW, { queryId })) results.push(errors);
      return JSON.stringify(results).replaceAll(queryId, '…');
    };

    expect(await told(id)).toBe(await told('qry_none'));
    expect(await api.run(READ, { id })).toMatchObject({ data: { query: { id } } });
  });
});
