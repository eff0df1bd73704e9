import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createHome, PATIENCE } from '../e2e/program.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { answersFromPassages } from '../support/gemini/answers-from-passages.ts';
import { FakeGemini } from '../support/gemini/fake-gemini.ts';
import { askInBackground, turnOf, untilOver } from './support/api.ts';
import { auditTurns, faultsIn, outcomesOf } from './support/audit-turns.ts';
import { killAmidTurns } from './support/kill-amid-turns.ts';
import { seededRandom, seedOfRun } from './support/random.ts';
import { loadSample, serveProgram } from './support/served-program.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 1_800_000 });

const ROUNDS = Number(process.env['TEST_KILL_ROUNDS'] ?? 4);
/** Signs of life of the longest round: by then most streams are amid their text. */
const SIGNS = 120;
/** Slow enough for a kill to strike between two words, fast enough for some turns to be completed. */
const MS_PER_WORD = 10;

interface Store {
  readonly env: NodeJS.ProcessEnv;
  /** Lets what the dead process held become free, as half a minute of waiting would. */
  readonly letLeasesEnd: () => Promise<void>;
  readonly open: () => Promise<Database>;
}

const clientOf = (text: string) => /client number (\d+)/.exec(text)?.[1];

/** How often the provider was asked, by the client that the ask names. */
function callsByClient(provider: FakeGemini): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const { method, body } of provider.calls) {
    if (method !== 'streamGenerateContent') continue;
    const client = clientOf(JSON.stringify(body['contents']));
    counts.set(client, (counts.get(client) ?? 0) + 1);
  }
  return counts;
}

/** What is wrong with the turns after all rounds: nothing, if all is well. */
async function killAgainAndAgain({ env, letLeasesEnd, open }: Store) {
  await using provider = await FakeGemini.start({ generation: answersFromPassages({ msPerFrame: MS_PER_WORD }) });
  const served = () => serveProgram({ ...env, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: provider.url });
  const seed = seedOfRun();
  const random = seededRandom(seed);
  let clients = 0;
  const nextDocument = () => ({
    ask: `What are Acme's payment terms for client number ${(clients += 1)}?`,
    scope: ['contracts'],
    workflow: 'search_rag',
  });

  const acknowledged: string[] = [];
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    await using gateway = await served();
    if (round === 0) await loadSample(gateway.url, 'contracts');
    // By chance, and in each four rounds once in each quarter of what a round says.
    const signs = 1 + Math.floor((SIGNS * ((round % 4) + random())) / 4);
    acknowledged.push(...(await killAmidTurns(gateway, { signs, nextDocument })));
    await letLeasesEnd();
  }
  const secondsPerRound = (performance.now() - began) / 1_000 / ROUNDS;

  {
    await using gateway = await served();
    // Waiting turns are taken up in the order of their coming: behind this one there is none left.
    const last = await askInBackground(gateway.url, nextDocument());
    for (const id of [last.id, ...acknowledged]) {
      if ((await turnOf(gateway.url, id)).status === 'in_progress') await untilOver(gateway.url, id);
    }
    expect(await turnOf(gateway.url, last.id)).toMatchObject({ status: 'completed' });
    gateway.child.kill('SIGTERM');
    expect((await gateway.finished).code).toBe(0);
  }
  await using db = await open();
  const turns = await auditTurns(db);
  const outcomes = outcomesOf(turns);
  console.log(
    `kill -9: seed ${seed}, ${ROUNDS} rounds of ${secondsPerRound.toFixed(1)} s, ${turns.length} turns, ` +
      `${acknowledged.length} acknowledged, ${provider.calls.length} calls: ${JSON.stringify(outcomes)}`,
  );
  const calls = callsByClient(provider);
  const callsOf = ({ ask }: { readonly ask: string }) => calls.get(clientOf(ask)) ?? 0;
  const known = new Set(turns.map(({ id }) => id));
  expect(outcomes['failed while it answered']).toBeGreaterThan(0);
  return {
    faults: faultsIn(turns),
    lost: acknowledged.filter((id) => !known.has(id)),
    failedOtherwise: turns.filter(({ status, error }) => status === 'failed' && !error?.includes('process')),
    calledTwice: turns.filter((turn) => callsOf(turn) > 1),
    completedWithoutCall: turns.filter((turn) => turn.status === 'completed' && callsOf(turn) === 0),
  };
}

const NOTHING = { faults: [], lost: [], failedOtherwise: [], calledTwice: [], completedWithoutCall: [] };

describe('a gateway that is killed (PGlite)', () => {
  test(`${ROUNDS} times amid turns loses no acknowledged turn, ends each once, and asks no model twice`, async () => {
    await using home = await createHome();
    const open = () => openDatabase({ directory: join(home.path, 'database') });
    expect(await killAgainAndAgain({ env: home.env, letLeasesEnd: async () => {}, open })).toEqual(NOTHING);
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('a gateway that is killed (PostgreSQL)', () => {
  async function letLeasesEnd(connectionString: string) {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query('UPDATE queries SET lease_expires_at = now() WHERE lease_expires_at IS NOT NULL');
    await client.end();
  }

  test(`${ROUNDS} times amid turns loses no acknowledged turn, ends each once, and asks no model twice`, async () => {
    await using server = await createServerDatabase();
    await using home = await createHome();
    const { url } = server;
    const store: Store = {
      env: { ...home.env, DATABASE_URL: url },
      letLeasesEnd: () => letLeasesEnd(url),
      open: () => openDatabase({ url }),
    };
    expect(await killAgainAndAgain(store)).toEqual(NOTHING);
  });
});
