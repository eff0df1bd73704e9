import { describe, expect, it } from 'vitest';
import type { AskUpdate } from '../../src/cli/client/client.ts';
import { followQuery } from '../../src/cli/client/follow-query.ts';
import { GatewayError } from '../../src/errors.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { frame, frames, openStream, type ScriptedGateway, scriptGateway } from './scripted-gateway.ts';

const created = { type: 'response.created', session_id: 'ses_1' };
const delta = (text: string) => ({ type: 'response.output_text.delta', delta: text });
const completed = { type: 'response.completed' };
const document = { id: 'qry_1', status: 'completed' };

/** Pauses that take no time, and are counted. */
function impatientClock(): Clock & { readonly pauses: readonly number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => new Date(0),
    monotonic: () => 0,
    sleep: async (ms) => {
      pauses.push(ms);
    },
  };
}

async function follow(gateway: ScriptedGateway, signal = new AbortController().signal, clock = impatientClock()) {
  const updates: AskUpdate[] = [];
  const api = `${gateway.address}/api`;
  const submitted = await fetch(`${api}/query`, { method: 'POST', signal });
  const resume = (id: string, after: number) => fetch(`${api}/queries/${id}/events?after=${after}`, { signal });
  for await (const update of followQuery(submitted, resume, { signal, clock })) updates.push(update);
  return updates;
}

const textOf = (updates: readonly AskUpdate[]) =>
  updates.map((update) => (update.kind === 'text' ? update.delta : '')).join('');

describe('following a turn over HTTP (protocol §8, §9)', () => {
  it('ends with the query frame', async () => {
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => {
        openStream(response).end(frames(1, created, delta('Net '), delta('30.'), completed) + frame('query', document));
      },
    });
    const updates = await follow(gateway);
    expect(updates.at(0)).toEqual({ kind: 'accepted', queryId: 'qry_1' });
    expect(textOf(updates)).toBe('Net 30.');
    expect(updates.at(-1)).toEqual({ kind: 'finished', document });
  });

  it('comes again where the gateway answers that it cannot just now', async () => {
    const refused: number[] = [];
    const resume = async (_id: string, after: number) => {
      refused.push(after);
      if (refused.length === 1) throw new GatewayError('internal', 'The database is away.', { retryable: true });
      return new Response(frames(2, completed) + frame('query', document));
    };
    const options = { signal: new AbortController().signal, clock: impatientClock() };
    const updates: AskUpdate[] = [];
    for await (const update of followQuery(new Response(frames(1, created)), resume, options)) updates.push(update);
    expect(updates.at(-1)).toEqual({ kind: 'finished', document });
    expect(refused).toEqual([1, 1]);
  });

  it('takes a stream that was cut up again after the last event it saw, and applies none twice', async () => {
    let cuts = 0;
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => {
        openStream(response).write(frames(1, created, delta('Net ')), () => response.destroy());
      },
      'GET /api/queries/qry_1/events?after=2': (_, response) => {
        cuts += 1;
        if (cuts === 1) response.destroy();
        else openStream(response).end(frames(2, delta('Net '), delta('30'), delta('.')));
      },
      'GET /api/queries/qry_1/events?after=4': (_, response) => {
        openStream(response).end(frames(5, completed) + frame('query', document));
      },
    });
    const updates = await follow(gateway);
    expect(textOf(updates)).toBe('Net 30.');
    expect(updates.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
    expect(updates.at(-1)).toEqual({ kind: 'finished', document });
  });

  it('gives up after five attempts without an event, each later than the one before', async () => {
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => openStream(response).end(frames(1, created)),
      'GET /api/queries/qry_1/events': (_, response) => openStream(response).end(),
    });
    const clock = impatientClock();
    await expect(follow(gateway, undefined, clock)).rejects.toThrow(/connection to the gateway was lost/);
    expect(clock.pauses).toEqual([250, 500, 1_000, 2_000, 4_000]);
  });

  it('passes on that a gateway which is back does not know the turn', async () => {
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => openStream(response).end(frames(1, created)),
    });
    const submitted = await fetch(`${gateway.address}/api/query`, { method: 'POST' });
    const options = { signal: new AbortController().signal, clock: impatientClock() };
    const resume = () => Promise.reject(new GatewayError('query_not_found', 'There is no such query.'));
    const seen: string[] = [];
    await expect(async () => {
      for await (const update of followQuery(submitted, resume, options)) seen.push(update.kind);
    }).rejects.toMatchObject({ code: 'query_not_found' });
    expect(seen).toEqual(['accepted']);
  });

  it('stops with the reason when it is told to', async () => {
    const stop = new AbortController();
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => {
        openStream(response).write(frames(1, created), () => stop.abort(new Error('enough')));
      },
    });
    await expect(follow(gateway, stop.signal)).rejects.toThrow('enough');
  });
});
