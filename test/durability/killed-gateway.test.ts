import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { createHome, type Home, PATIENCE } from '../e2e/program.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { askAndWait, askInBackground, askStreaming, untilOver } from './support/api.ts';
import { auditTurns, faultsIn, outcomesOf } from './support/audit-turns.ts';
import { seededRandom, seedOfRun } from './support/random.ts';
import { loadSample, type ServedProgram, serveProgram } from './support/served-program.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 900_000 });

const ROUNDS = Number(process.env['KNOWQL_KILL_ROUNDS'] ?? 4);
/** Turns of a round: more than run at once, so that some wait. */
const TURNS = { waiting: 4, streaming: 6, background: 12 };
/** About as many signs of life as a round gives when nobody kills it. */
const SIGNS = 120;
const DOCUMENT = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

interface Store {
  readonly env: NodeJS.ProcessEnv;
  /** Lets what the dead process held become free, as half a minute of waiting would. */
  readonly letLeasesEnd: () => Promise<void>;
  readonly open: () => ReturnType<typeof openDatabase>;
}

/** Sends turns of every kind at once and kills the gateway when it has said so much. Returns what it acknowledged. */
async function killAmidTurns(gateway: ServedProgram, signs: number): Promise<readonly string[]> {
  const { promise: enough, resolve: kill } = deferred();
  let left = signs;
  const acknowledged: string[] = [];
  const sign = () => {
    left -= 1;
    if (left === 0) kill();
  };
  const acknowledge = (id: string) => {
    acknowledged.push(id);
    sign();
  };
  const waiting = async () => acknowledge((await askAndWait(gateway.url, DOCUMENT)).id);
  const background = async () => acknowledge((await askInBackground(gateway.url, DOCUMENT)).id);
  const streaming = async () => {
    const { id, rest } = await askStreaming(gateway.url, DOCUMENT);
    acknowledge(id);
    for await (const _frame of rest) sign();
  };
  const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);
  const asks = [
    ...times(TURNS.streaming, streaming),
    ...times(TURNS.waiting, waiting),
    ...times(TURNS.background, background),
  ];
  // A request that was under way when the gateway died ends in an error, which is what the test is about.
  const over = Promise.allSettled(asks);
  await Promise.race([enough, over]);
  gateway.child.kill('SIGKILL');
  await gateway.finished;
  await over;
  return acknowledged;
}

/** What is wrong with the turns after all rounds: nothing, if all is well. */
async function killAgainAndAgain({ env, letLeasesEnd, open }: Store) {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const acknowledged: string[] = [];
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    await using gateway = await serveProgram(env);
    if (round === 0) await loadSample(gateway.url, 'contracts');
    acknowledged.push(...(await killAmidTurns(gateway, 1 + Math.floor(random() * SIGNS))));
    await letLeasesEnd();
  }
  const secondsPerRound = (performance.now() - began) / 1_000 / ROUNDS;

  {
    await using gateway = await serveProgram(env);
    for (const id of acknowledged) expect((await untilOver(gateway.url, id)).status).not.toBe('in_progress');
    // Waiting turns are taken up in the order of their coming: behind this one there is none left.
    expect(await untilOver(gateway.url, (await askInBackground(gateway.url, DOCUMENT)).id)).toMatchObject({
      status: 'completed',
    });
    gateway.child.kill('SIGTERM');
    expect((await gateway.finished).code).toBe(0);
  }
  await using db = await open();
  const turns = await auditTurns(db);
  console.log(
    `kill -9: seed ${seed}, ${ROUNDS} rounds of ${secondsPerRound.toFixed(1)} s, ${turns.length} turns, ` +
      `${acknowledged.length} acknowledged: ${JSON.stringify(outcomesOf(turns))}`,
  );
  const known = new Set(turns.map(({ id }) => id));
  return {
    faults: faultsIn(turns),
    lost: acknowledged.filter((id) => !known.has(id)),
    failedOtherwise: turns.filter(({ status, error }) => status === 'failed' && !error?.includes('process')),
  };
}

const NOTHING = { faults: [], lost: [], failedOtherwise: [] };

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('a gateway that is killed (PGlite)', () => {
  test(`${ROUNDS} times amid turns loses no acknowledged turn, ends each once, and begins none twice`, async () => {
    await using home = await createHome();
    const open = () => openDatabase({ directory: join(home.path, 'database') });
    expect(await killAgainAndAgain({ env: home.env, letLeasesEnd: async () => {}, open })).toEqual(NOTHING);
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('a gateway that is killed (PostgreSQL)', () => {
  const storeOn = (home: Home, url: string): Store => {
    const open = () => openDatabase({ url });
    return {
      env: { ...home.env, DATABASE_URL: url },
      async letLeasesEnd() {
        await using db = await open();
        await db.prisma.$executeRaw`UPDATE queries SET lease_expires_at = now() WHERE lease_expires_at IS NOT NULL`;
      },
      open,
    };
  };

  test(`${ROUNDS} times amid turns loses no acknowledged turn, ends each once, and begins none twice`, async () => {
    await using server = await createServerDatabase();
    await using home = await createHome();
    expect(await killAgainAndAgain(storeOn(home, server.url))).toEqual(NOTHING);
  });
});
