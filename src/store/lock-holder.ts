import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isJsonObject } from '../lib/json.ts';

/** What a lock file says of the process that made it. */
export interface LockRecord {
  readonly pid: number;
  readonly host: string;
  /** Where its pid means something: on Linux the PID namespace, which every container has of its own. */
  readonly processSpace: string;
  /** When the process began, in a unit that only equality means something in; null where the system does not say. */
  readonly processStart: string | null;
  readonly since: string;
  /** Where the gateway listens; null while it does not. */
  readonly address: string | null;
  /** Set when the process gave the lock back. */
  readonly released: boolean;
}

/** How long a process that cannot be looked up may leave its lock file untouched before it counts as gone. */
export const SILENCE_MS = 15_000;

export function ownRecord(since: Date): LockRecord {
  return {
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    processStart: processStart(process.pid),
    since: since.toISOString(),
    address: null,
    released: false,
  };
}

/** Undefined for what no process of this program wrote. */
export function parseRecord(text: string): LockRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) && typeof value['pid'] === 'number' && typeof value['host'] === 'string'
    ? (value as unknown as LockRecord)
    : undefined;
}

/**
 * Whether the process behind a lock still holds it. On this machine the process is looked up, and a younger one with
 * the same pid is told apart by its start; elsewhere (another machine, another container) the file's age decides.
 */
export function isHolding(record: LockRecord, touchedMsAgo: number): boolean {
  if (record.released) return false;
  if (record.host !== hostname() || record.processSpace !== processSpace()) return touchedMsAgo < SILENCE_MS;
  if (!isRunning(record.pid)) return false;
  const start = processStart(record.pid);
  return record.processStart === null || start === null || start === record.processStart;
}

/** For a person: which process, and since when. */
export function describeHolder({ pid, host, since, address }: LockRecord): string {
  const machine = host === hostname() ? '' : ` on ${host}`;
  return `process ${pid}${machine}, since ${since}${address === null ? '' : `, at ${address}`}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // no Linux
  }
}

function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command's name in parentheses, with whatever it contains; the start is the 22nd.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    return null;
  }
}
