import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Disposables } from '../../src/lib/disposables.ts';
import { openDatabase } from '../../src/store/database.ts';
import { PATIENCE, ROOT, type Started, start } from '../e2e/program.ts';
import { until } from '../http/harness.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { askAndWait, askStreaming, post, untilOver } from './support/api.ts';
import { auditTurns, faultsIn } from './support/audit-turns.ts';
import { type FollowedEvent, TRANSPORTS } from './support/followers.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { endLeases, VIGILANT } from './support/vigilant.ts';

vi.setConfig(PATIENCE);

const DUPLICATES = 200;
const DELTA = 'response.output_text.delta';
const document = (ask: string) => ({ ask, scope: ['terms'] });
const followOverSse = TRANSPORTS['distinct SSE'];

/** Follows until it has seen `type`, and goes on when asked to. */
async function followUntil(type: string, ...follow: Parameters<typeof followOverSse>) {
  const following = followOverSse(...follow);
  const events: FollowedEvent[] = [];
  for (;;) {
    const { value, done } = await following.next();
    if (done === true) throw new Error(`the stream ended before ${type}`);
    events.push(value);
    if (value.type === type) return { events, following };
  }
}

const numbers = (events: readonly FollowedEvent[]) => events.map(({ seq }) => seq);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.skipIf(TEST_DATABASE_URL === undefined)('two gateway processes on one PostgreSQL', () => {
  const model = new PromptedModel();
  const stack = new Disposables();
  /** In this process; it lives. */
  let here: TestGateway;
  /** In a process of its own, which is killed in the end. */
  let other: Started & { readonly url: string };

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'knowql-'));
    stack.defer(() => rm(directory, { recursive: true, force: true }));
    const server = stack.use(await createServerDatabase());
    const db = await openDatabase({ url: server.url });
    here = stack.use(await openTestGateway({ db, directory, models: model.catalog(), vigilance: VIGILANT }));
    await here.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const loader = join(ROOT, 'test/support/load-typescript.mjs');
    const script = join(import.meta.dirname, 'gateway-process.ts');
    const { PATH } = process.env;
    const started = start(process.execPath, ['--import', loader, script, server.url, directory], { PATH });
    stack.use(started);
    const [url] = await started.until(/http:\/\/\S+/);
    other = { ...started, url };
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  test('200 requests with one idempotency key over both of them are one turn', async () => {
    const headers = { 'idempotency-key': 'once' };
    const background = { ...document('Which terms, once?'), background: true };
    const ids = await Promise.all(
      Array.from({ length: DUPLICATES }, async (_, at) => {
        const response = await post(at % 2 === 0 ? here.url : other.url, background, headers);
        return ((await response.json()) as { id: string }).id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await here.runtime.db.prisma.query.count()).toBe(1);
    const [id = ''] = ids;
    await fetch(`${here.url}/api/queries/${id}/cancel`, { method: 'POST' });
    expect(await untilOver(here.url, id)).toMatchObject({ status: 'cancelled' });
  });

  test('a turn that runs on one is cancelled at the other', async () => {
    const { id } = await askStreaming(other.url, document('Which terms to cancel?'));
    const { events, following } = await followUntil(DELTA, here.url, id, 0);
    const sent = performance.now();
    const cancelled = await fetch(`${here.url}/api/queries/${id}/cancel`, { method: 'POST' });
    console.log(`cancel at another process: ${(performance.now() - sent).toFixed(1)} ms to the cancelled turn`);
    expect(await cancelled.json()).toMatchObject({ id, status: 'cancelled' });
    for await (const event of following) events.push(event);
    expect(numbers(events)).toEqual(upTo(events.length));
    expect(events.at(-1)?.type).toBe('response.cancelled');
  });

  test('when one is killed, its turns fail and its readers go on at the other', async () => {
    const theirs = await askStreaming(other.url, document('Which terms do they have?'));
    const ours = await askStreaming(here.url, document('Which terms do we have?'));
    const atOurs = await followUntil(DELTA, here.url, theirs.id, 0);
    const atTheirs = await followUntil(DELTA, other.url, ours.id, 0);
    const killed = performance.now();
    other.child.kill('SIGKILL');
    await other.finished;
    await endLeases(here.runtime.db, theirs.id);

    await expect(atTheirs.following.next()).rejects.toBeInstanceOf(Error);
    const call = await model.called('Which terms do we have?');
    call.say('net 30.');
    call.finish();
    const { events } = atTheirs;
    for await (const event of followOverSse(here.url, ours.id, events.at(-1)?.seq ?? 0)) events.push(event);
    expect(numbers(events)).toEqual(upTo(events.length));
    expect(events.map(({ delta }) => delta ?? '').join('')).toBe('Well net 30.');
    expect(events.at(-1)?.type).toBe('response.completed');

    for await (const event of atOurs.following) atOurs.events.push(event);
    console.log(`killed process: its turn had failed ${((performance.now() - killed) / 1_000).toFixed(1)} s later`);
    expect(numbers(atOurs.events)).toEqual(upTo(atOurs.events.length));
    expect(atOurs.events.at(-1)?.type).toBe('response.failed');
    expect(await untilOver(here.url, theirs.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('process that ran this turn ended'),
    });

    const asked = askAndWait(here.url, document('Which terms are left?'));
    (await model.called('Which terms are left?')).finish();
    expect(await asked).toMatchObject({ status: 'completed' });
    await until(() => here.runtime.worker.running === 0);
    expect(faultsIn(await auditTurns(here.runtime.db))).toEqual([]);
    expect(here.faults).toEqual([]);
  });
});
