import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestGateway } from '../support/gateway.ts';

test('a gateway whose knowledge is gone is not ready, and says no more than which part', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knowql-ready-'));
  await using gateway = await openTestGateway({ directory });
  const ready = await fetch(`${gateway.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', checks: { database: 'ok', knowledge: 'ok' } },
  ]);

  await rm(directory, { recursive: true });
  const refused = await fetch(`${gateway.url}/ready`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { status: 'not_ready', checks: { database: 'ok', knowledge: 'failed' } },
  ]);
  expect(gateway.faults).toHaveLength(1);
});
