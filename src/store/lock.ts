import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import { describeHolder, isHolding, type LockRecord, ownRecord, parseRecord } from './lock-holder.ts';

/** The process that works on a data directory. */
export interface LockHolder {
  readonly pid: number;
  /** Where its gateway listens; null when it does not. */
  readonly address: string | null;
}

/** A data directory that is this process's own. Gives it back when disposed. */
export interface Lock extends AsyncDisposable {
  /** Says where the gateway listens, for whoever looks for it with `readLock`. */
  announce(address: string): Promise<void>;
}

/** Somebody else works on the data directory; the message says who, and what to do. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly holder: LockHolder;

  constructor(home: string, record: LockRecord) {
    super(
      `The data directory ${home} is in use by another knowql process (${describeHolder(record)}). ` +
        'Talk to that one, stop it, or set KNOWQL_HOME to another folder. ' +
        'Several gateways share their data only through PostgreSQL (DATABASE_URL).',
    );
    this.holder = { pid: record.pid, address: record.address };
  }
}

const TOUCH_MS = 3_000;
const FILE = /^lock-(\d+)\.json$/;
const fileOf = (home: string, generation: number) => join(home, `lock-${generation}.json`);

/** Who works on a data directory; undefined when nobody does. */
export async function readLock(home: string, clock: Clock = systemClock): Promise<LockHolder | undefined> {
  const { record } = await currentLock(home, clock);
  return record === undefined ? undefined : { pid: record.pid, address: record.address };
}

/**
 * Takes a data directory for this process. Lock files are numbered and the highest is the lock: whoever finds it
 * abandoned makes the next one, which only one process can, and nobody ever deletes the highest. So there is no
 * moment in which a lock can be taken from a process that has just taken it.
 * @throws LockedError when a process that lives has it.
 */
export async function acquireLock(home: string, clock: Clock = systemClock): Promise<Lock> {
  await mkdir(home, { recursive: true });
  for (;;) {
    const { generation, record } = await currentLock(home, clock);
    if (record !== undefined) throw new LockedError(home, record);
    const own = generation + 1;
    const content = ownRecord(clock.now());
    if (!(await create(fileOf(home, own), content))) continue; // another process was faster
    const files = await generations(home);
    if (files.at(-1) !== own) {
      await rm(fileOf(home, own), { force: true }); // it came late: the abandoned lock had a successor already
      continue;
    }
    for (const older of files.slice(0, -1)) await rm(fileOf(home, older), { force: true });
    return hold(fileOf(home, own), content, clock);
  }
}

function hold(path: string, content: LockRecord, clock: Clock): Lock {
  const released = new AbortController();
  let record = content;
  const touching = (async () => {
    while (!released.signal.aborted) {
      await clock.sleep(TOUCH_MS, released.signal).catch(() => {}); // rejects only when released
      const now = clock.now();
      // A folder that was deleted below a running gateway is noticed by everything else.
      if (!released.signal.aborted) await utimes(path, now, now).catch(() => {});
    }
  })();
  return {
    async announce(address) {
      record = { ...record, address };
      await replace(path, record);
    },
    async [Symbol.asyncDispose]() {
      if (released.signal.aborted) return;
      released.abort(new Error('released'));
      await touching;
      try {
        await replace(path, { ...record, address: null, released: true });
      } catch (error) {
        if (!isCode(error, 'ENOENT')) throw error; // else the folder is gone, and the lock with it
      }
    },
  };
}

/** The highest lock file's number, 0 when there is none, and what it says if its process holds it. */
async function currentLock(
  home: string,
  clock: Clock,
): Promise<{ readonly generation: number; readonly record: LockRecord | undefined }> {
  for (;;) {
    const generation = (await generations(home)).at(-1);
    if (generation === undefined) return { generation: 0, record: undefined };
    try {
      const path = fileOf(home, generation);
      const record = parseRecord(await readFile(path, 'utf8'));
      const age = clock.now().getTime() - (await stat(path)).mtimeMs;
      return { generation, record: record !== undefined && isHolding(record, age) ? record : undefined };
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error; // else it has just been succeeded by a higher one
    }
  }
}

async function generations(home: string): Promise<readonly number[]> {
  try {
    const names = await readdir(home);
    return names.flatMap((name) => (FILE.test(name) ? [Number(FILE.exec(name)?.[1])] : [])).toSorted((a, b) => a - b);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Makes the file with all its content, unless it exists. */
async function create(path: string, record: LockRecord): Promise<boolean> {
  const draft = await writeDraft(path, record);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replace(path: string, record: LockRecord): Promise<void> {
  await rename(await writeDraft(path, record), path);
}

async function writeDraft(path: string, record: LockRecord): Promise<string> {
  const draft = `${path}.${randomUUID()}.draft`;
  await writeFile(draft, `${JSON.stringify(record)}\n`);
  return draft;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
