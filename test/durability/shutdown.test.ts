import { constants } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { createHome, PATIENCE } from '../e2e/program.ts';
import { until } from '../http/harness.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { openTestGateway, openTestRuntime } from '../support/gateway.ts';
import { FakeGemini } from '../support/gemini/fake-gemini.ts';
import { FAULTS } from '../support/gemini/faults.ts';
import { HeldClock } from '../support/held-clock.ts';
import { askStreaming, untilOver } from './support/api.ts';
import { auditTurns, faultsIn, outcomesOf } from './support/audit-turns.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { loadSample, serveProgram } from './support/served-program.ts';

vi.setConfig(PATIENCE);

/** Many more than compose at once. */
const TURNS = 64;
const DOCUMENT = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

const readiness = async (url: string) => {
  const response = await fetch(`${url}/ready`);
  return [response.status, await response.json()];
};

/** Keeps turns from ending: their last transaction waits for the lock. */
async function holdEnds(url: string): Promise<AsyncDisposable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE steps IN EXCLUSIVE MODE');
  return { [Symbol.asyncDispose]: () => client.end() };
}

async function eventsOf(frames: AsyncIterable<{ readonly event: string }>): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const { event } of frames) events.push(event);
  return events;
}

describe('the built gateway at SIGTERM', () => {
  test.skipIf(TEST_DATABASE_URL === undefined)(
    'says no on /ready, closes its streams, lets what runs be completed, and exits with 0 (PostgreSQL)',
    async () => {
      await using server = await createServerDatabase();
      await using home = await createHome();
      await using gateway = await serveProgram({
        ...home.env,
        DATABASE_URL: server.url,
        KNOWQL_SHUTDOWN_SECONDS: '60',
      });
      await loadSample(gateway.url, 'contracts');
      {
        await using _held = await holdEnds(server.url);
        const { rest } = await askStreaming(gateway.url, DOCUMENT);
        gateway.child.kill('SIGTERM');
        await gateway.until(/SIGTERM: shutting down/);
        expect(await readiness(gateway.url)).toEqual([503, { status: 'shutting_down' }]);
        expect((await eventsOf(rest)).at(-1)).toBe('closing');
      }
      expect((await gateway.finished).code).toBe(0);
      await using db = await openDatabase({ url: server.url });
      const turns = await auditTurns(db);
      expect(faultsIn(turns)).toEqual([]);
      expect(outcomesOf(turns)).toEqual({ completed: 1 });
    },
  );

  test('ends the turns that have no time left as failed, says why, and exits with 0', async () => {
    await using home = await createHome();
    await using provider = await FakeGemini.start({ generation: FAULTS.stalledMidReply });
    {
      const env = { ...home.env, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: provider.url, KNOWQL_SHUTDOWN_SECONDS: '0' };
      await using gateway = await serveProgram(env);
      await loadSample(gateway.url, 'contracts');
      const document = { ...DOCUMENT, workflow: 'search_rag' };
      const asks = Array.from({ length: TURNS }, () => askStreaming(gateway.url, document));
      const read = Promise.allSettled(asks.map(async (ask) => eventsOf((await ask).rest)));
      await Promise.race(asks);
      gateway.child.kill('SIGTERM');
      expect((await gateway.finished).code).toBe(0);
      await read;
    }
    await using db = await openDatabase({ directory: join(home.path, 'database') });
    const turns = await auditTurns(db);
    console.log(`SIGTERM with no time left: ${JSON.stringify(outcomesOf(turns))}`);
    expect(faultsIn(turns)).toEqual([]);
    expect(turns.length).toBeGreaterThan(0);
    const failed = turns.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(turns.length);
    expect(failed.filter(({ error }) => !error?.includes('was shut down'))).toEqual([]);
  });

  test('a second one ends it at once, and the turn that was left running has failed after the restart', async () => {
    await using home = await createHome();
    await using provider = await FakeGemini.start({ generation: FAULTS.stalledMidReply });
    const env = { ...home.env, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: provider.url, KNOWQL_SHUTDOWN_SECONDS: '60' };
    let id: string;
    {
      await using gateway = await serveProgram(env);
      await loadSample(gateway.url, 'contracts');
      const turn = await askStreaming(gateway.url, { ...DOCUMENT, workflow: 'search_rag' });
      id = turn.id;
      for await (const { event } of turn.rest) if (event === 'response.output_text.delta') break;
      gateway.child.kill('SIGTERM');
      await gateway.until(/Once more stops at once/);
      gateway.child.kill('SIGTERM');
      expect((await gateway.finished).code).toBe(128 + constants.signals.SIGTERM);
    }
    await using gateway = await serveProgram(env);
    expect(await untilOver(gateway.url, id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('process that ran this turn ended'),
    });
    expect(provider.calls.filter(({ method }) => method === 'streamGenerateContent')).toHaveLength(1);
  });
});

describe('a gateway that is shut down', () => {
  test('says so on /ready, closes its streams, and ends a turn that does not end by itself as failed', async () => {
    const model = new PromptedModel();
    const shutdownMs = 77_000;
    const clock = new HeldClock(shutdownMs);
    await using gateway = await openTestGateway({ models: model.catalog(), shutdownMs, clock });
    await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const ask = 'What are the terms?';
    const { id, rest } = await askStreaming(gateway.url, { ask, scope: ['terms'] });
    const call = await model.called(ask);
    const down = gateway.server.shutDown();
    expect(await readiness(gateway.url)).toEqual([503, { status: 'shutting_down' }]);
    const events: string[] = [];
    for await (const { event } of rest) events.push(event);
    expect(events.at(-1)).toBe('closing');
    expect(call.signal.aborted).toBe(false);
    clock.end();
    await down;
    expect(call.signal.reason).toMatchObject({ reason: 'shutdown' });
    const { services, viewer, db } = gateway.runtime;
    expect(await services.turns.get(id, viewer)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was shut down'),
    });
    expect(faultsIn(await auditTurns(db))).toEqual([]);
    expect(gateway.faults).toEqual([]);
  });

  test('gives a turn that a late request starts the rest of the time', async () => {
    const model = new PromptedModel();
    await using opened = await openTestRuntime({ models: model.catalog() });
    await opened.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const { services, viewer, worker } = opened.runtime;
    const submit = (ask: string) => services.turns.submit({ ask, scope: ['terms'] }, { viewer });
    const asks = ['Which terms are early?', 'Which terms are late?'] as const;
    const early = await submit(asks[0]);
    let isDrained = false;
    const drained = (async () => {
      await opened.runtime.drain(60_000);
      isDrained = true;
    })();
    const late = await submit(asks[1]);
    (await model.called(asks[0])).finish();
    const wait = (id: string) => services.turns.wait(id, viewer, new AbortController().signal);
    expect(await wait(early.id)).toMatchObject({ status: 'completed' });
    await until(() => worker.running === 1);
    await setImmediate();
    expect(isDrained).toBe(false);
    (await model.called(asks[1])).finish();
    expect(await wait(late.id)).toMatchObject({ status: 'completed' });
    await drained;
    expect(worker.running).toBe(0);

    const { id } = await submit('Which terms come with an empty worker?');
    await opened.runtime.drain(0);
    expect(await services.turns.get(id, viewer)).toMatchObject({ status: 'failed' });
  });
});
