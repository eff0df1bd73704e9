import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { openTestGateway } from '../support/gateway.ts';
import { outage } from '../support/outage.ts';
import { askAndWait, askStreaming, untilOver } from './support/api.ts';
import { auditTurns, faultsIn, outcomesOf } from './support/audit-turns.ts';
import { TRANSPORTS } from './support/followers.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { endLeases, VIGILANT } from './support/vigilant.ts';

const RUNNING = 12;
const ask = (at: number) => `Which terms are number ${at}?`;
const document = (at: number) => ({ ask: ask(at), scope: ['terms'] });

const AWAY = { code: 'internal', message: expect.stringContaining('Try again in a few seconds') };

/** What whoever opened a stream was told. */
function failureIn(caught: unknown) {
  if (!(caught instanceof Error)) throw new Error('it failed with no error', { cause: caught });
  if (caught instanceof AggregateError) {
    const [{ message, extensions }] = caught.errors as [{ message: string; extensions: object }];
    return { message, ...extensions };
  }
  const [, body = '{}'] = /^\d+: (.*)$/s.exec(caught.message) ?? [];
  return (JSON.parse(body) as { error?: object }).error;
}

describe.skipIf(TEST_DATABASE_URL === undefined)('a database that goes away under load (PostgreSQL)', () => {
  test('is told by /ready; what runs goes on or ends, and the gateway works as before', async () => {
    await using server = await createServerDatabase();
    const broken: Error[] = [];
    const db = await openDatabase({ url: server.url, onConnectionError: (error) => broken.push(error) });
    const model = new PromptedModel();
    await using gateway = await openTestGateway({ db, models: model.catalog(), vigilance: VIGILANT });
    await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const { url } = gateway;
    const ready = async () => {
      const response = await fetch(`${url}/ready`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toMatchObject([200, { checks: { database: 'ok' } }]);

    const first = askAndWait(url, document(50));
    (await model.called(ask(50))).finish();
    const { id: over } = await first;
    const running = await Promise.all(Array.from({ length: RUNNING }, (_, at) => askStreaming(url, document(at))));
    const calls = await Promise.all(running.map((_, at) => model.called(ask(at))));
    const read = running.map(async ({ rest }) => {
      const seen: string[] = [];
      for await (const { event } of rest) seen.push(event);
      return seen;
    });
    // Asks that come in just as the connections break: each is answered, refused, or fails as a turn.
    const caught = Promise.allSettled(
      Array.from({ length: RUNNING }, (_, at) => askStreaming(url, document(100 + at))),
    );
    const began = performance.now();
    {
      await using _out = await outage(server.url);
      expect(await ready()).toMatchObject([503, { checks: { database: 'failed' } }]);
      for (const call of calls) call.say('net 30.');
      await expect(askAndWait(url, document(200))).rejects.toThrow(/^500: .*"internal".*Try again in a few seconds/);
      const { status, headers } = await fetch(`${url}/api/queries/${over}`);
      expect([status, headers.get('retry-after')]).toEqual([500, '2']);
      for (const [transport, follow] of Object.entries(TRANSPORTS)) {
        const opened = follow(url, over, 0).next().catch(failureIn);
        const retryable = transport === 'JSON SSE' ? {} : { retryable: true };
        expect([transport, await opened]).toEqual([transport, { ...AWAY, ...retryable }]);
      }
      expect(await ready()).toMatchObject([503, { checks: { database: 'failed' } }]);
    }
    const lasted = performance.now() - began;
    for (const call of calls) call.finish();

    expect(await ready()).toMatchObject([200, { checks: { database: 'ok' } }]);
    const ends = await Promise.all(running.map(({ id }) => untilOver(url, id)));
    for (const { status, error } of ends) expect([status, error]).toEqual(['completed', null]);
    for (const seen of await Promise.all(read)) expect(seen.slice(-2)).toEqual(['response.completed', 'query']);

    const accepted = (await caught).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    for (const { ask: asked, finish } of model.calls) if (/number 1\d\d/.test(asked)) finish();
    for (const id of accepted) await untilOver(url, id);
    const asked = askAndWait(url, document(300));
    (await model.called(ask(300))).finish();
    expect(await asked).toMatchObject({ status: 'completed' });

    // A turn whose acceptance was cut off, so that nobody knows of it, is ended once its lease has run out.
    await endLeases(db);
    const inProgress = () => db.prisma.query.count({ where: { status: 'in_progress' } });
    await vi.waitUntil(async () => (await inProgress()) === 0, { timeout: 120_000 });
    const turns = await auditTurns(db);
    console.log(
      `outage of ${lasted.toFixed(0)} ms: ${RUNNING} turns ran through it, ${accepted.length} of ${RUNNING} were ` +
        `accepted as it began, ${broken.length} connections broke: ${JSON.stringify(outcomesOf(turns))}`,
    );
    expect(faultsIn(turns)).toEqual([]);
    expect(gateway.runtime.worker.running).toBe(0);
  });
});
