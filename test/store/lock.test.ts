import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock, LockedError, readLock } from '../../src/store/lock.ts';
import { isHolding, ownRecord, SILENCE_MS } from '../../src/store/lock-holder.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'knowql-lock-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const write = (generation: number, record: object) =>
  writeFile(join(home, `lock-${generation}.json`), JSON.stringify(record));

/** Pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('the lock of a data directory', () => {
  it('is held by one, who is named to the next in words', async () => {
    await using lock = await acquireLock(home);
    await lock.announce('http://127.0.0.1:4000');

    const error = await acquireLock(home).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LockedError);
    expect((error as LockedError).message).toContain(`The data directory ${home} is in use`);
    expect((error as LockedError).message).toContain(`process ${process.pid}`);
    expect((error as LockedError).message).toContain('at http://127.0.0.1:4000');
    expect((error as LockedError).message).toContain('KNOWQL_HOME');
  });

  it('tells where the gateway listens once it does', async () => {
    expect(await readLock(home)).toBeUndefined();
    await using lock = await acquireLock(home);
    expect(await readLock(home)).toEqual({ pid: process.pid, address: null });
    await lock.announce('http://127.0.0.1:4000');
    expect(await readLock(home)).toEqual({ pid: process.pid, address: 'http://127.0.0.1:4000' });
  });

  it('is free again when it was given back', async () => {
    const first = await acquireLock(home);
    await first[Symbol.asyncDispose]();
    expect(await readLock(home)).toBeUndefined();
    await using _second = await acquireLock(home);
    expect(await readdir(home)).toEqual(['lock-2.json']);
  });

  it('makes the folder that it locks, and has nothing to read in one that is not there', async () => {
    const folder = join(home, 'deep', 'down');
    expect(await readLock(folder)).toBeUndefined();
    await using _lock = await acquireLock(folder);
    expect(await readLock(folder)).toMatchObject({ pid: process.pid });
  });

  it('is taken over from a process that died', async () => {
    await write(7, { ...ownRecord(new Date()), pid: await deadPid() });
    expect(await readLock(home)).toBeUndefined();
    await using _lock = await acquireLock(home);
    expect(await readdir(home)).toEqual(['lock-8.json']);
  });

  it('is taken over from an unreadable file', async () => {
    await writeFile(join(home, 'lock-1.json'), 'half a rec');
    await using _lock = await acquireLock(home);
    expect(await readLock(home)).toMatchObject({ pid: process.pid });
  });

  it('is taken over by exactly one of many that find it abandoned at once', async () => {
    const first = await acquireLock(home);
    await first[Symbol.asyncDispose]();

    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => acquireLock(home)));
      const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(winners).toHaveLength(1);
      const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(losers.every(({ reason }) => reason instanceof LockedError)).toBe(true);
      for (const winner of winners) await winner[Symbol.asyncDispose]();
    }
  });
});

describe('the process behind a lock', () => {
  const own = ownRecord(new Date());

  it('holds it while it runs', () => {
    expect(isHolding(own, 0)).toBe(true);
    expect(isHolding(own, 10 * SILENCE_MS)).toBe(true);
  });

  it('is not mistaken for a younger one with its pid', () => {
    const recycled = { ...own, processStart: own.processStart === null ? null : 'another boot 1' };
    expect(isHolding(recycled, 0)).toBe(own.processStart === null);
  });

  it('counts as there, on another machine or in another container, while it touches its file', async () => {
    for (const elsewhere of [
      { ...own, host: `not-${hostname()}` },
      { ...own, processSpace: 'pid:[1]' },
    ]) {
      expect(isHolding(elsewhere, SILENCE_MS - 1)).toBe(true);
      expect(isHolding(elsewhere, SILENCE_MS)).toBe(false);
    }
    await write(1, { ...own, host: 'far' });
    await expect(acquireLock(home)).rejects.toThrow('on far');
    const longAgo = new Date(Date.now() - SILENCE_MS - 1_000);
    await utimes(join(home, 'lock-1.json'), longAgo, longAgo);
    await using _lock = await acquireLock(home);
  });
});
