import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { until } from '../http/harness.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { openTestRuntime, type TestRuntime, type TestRuntimeOptions } from '../support/gateway.ts';
import { auditTurns, faultsIn } from './support/audit-turns.ts';
import { seededRandom, seedOfRun } from './support/random.ts';

vi.setConfig({ testTimeout: 600_000 });

const BATCH = 50;
const REQUEST = { ask: 'What are the payment terms?', scope: ['terms'] };
const SOURCE = '# Payment terms\n\nAll payment terms are net 30 days from receipt of the invoice.\n';
/** Of its own for each wait: none of them is ever called off. */
const never = () => new AbortController().signal;

/** Cancels a turn once its log has `at` events, or is complete. */
async function race({ runtime: { services, viewer } }: TestRuntime, at: number): Promise<string> {
  const { id } = await services.turns.submit(REQUEST, { viewer });
  if (at > 1) for await (const { seq } of await services.turns.follow(id, 1, viewer, never())) if (seq === at) break;
  const cancelled = await services.turns.cancel(id, viewer);
  expect(cancelled).toEqual(await services.turns.get(id, viewer));
  return cancelled.status;
}

/** How many were completed or cancelled, after everything else about them was found to be as it must be. */
async function cancelAgainstComplete(races: number, options: TestRuntimeOptions) {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  await using opened = await openTestRuntime(options);
  await opened.addContext('terms', { 'terms.md': SOURCE });
  const { db, worker, feed, services, viewer } = opened.runtime;
  const { id } = await services.turns.submit(REQUEST, { viewer });
  for await (const _event of await services.turns.follow(id, 0, viewer, never()));
  const { lastSeq } = await db.prisma.query.findUniqueOrThrow({ where: { id } });

  const outcomes: Record<string, number> = {};
  for (let done = 0; done < races; done += BATCH) {
    const batch = Array.from({ length: BATCH }, () => race(opened, 1 + Math.floor(random() * lastSeq)));
    for (const status of await Promise.all(batch)) outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  console.log(`cancel against complete: seed ${seed}, ${JSON.stringify(outcomes)}`);
  await until(() => worker.running === 0 && feed.followers === 0 && feed.tails === 0);
  const turns = await auditTurns(db);
  expect(turns).toHaveLength(races + 1);
  expect(faultsIn(turns)).toEqual([]);
  expect(opened.faults).toEqual([]);
  return (outcomes['cancelled'] ?? 0) + (outcomes['completed'] ?? 0);
}

describe('a cancel that races with the end of its turn', () => {
  test('100 times on PGlite, each turn has one outcome and nothing is left running', async () => {
    expect(await cancelAgainstComplete(100, {})).toBe(100);
  });

  test.skipIf(TEST_DATABASE_URL === undefined)(
    '1,000 times on PostgreSQL, each turn has one outcome and nothing is left running',
    async () => {
      await using server = await createServerDatabase();
      const db = await openDatabase({ url: server.url });
      expect(await cancelAgainstComplete(1_000, { db })).toBe(1_000);
    },
  );
});
