import { availableParallelism } from 'node:os';
import { type Connection, connect } from '@lancedb/lancedb';

// The full-text index build keeps one thread of the native pool busy for each shard and needs another to make
// progress. By its own reckoning a machine of two processors gets one thread for everything, and the build then waits
// for itself for ever. The pool is sized from the environment when it is first used, which is after this.
const MIN_THREADS = 4;

/** Opens the database of the indexes: a local folder, which is created, or an object-store URI. */
export async function connectLance(uri: string): Promise<Connection> {
  const threads = Math.max(MIN_THREADS, availableParallelism());
  process.env['LANCE_CPU_THREADS'] ??= String(threads);
  process.env['LANCE_FTS_NUM_SHARDS'] ??= String(Math.max(1, Math.floor(threads / 2) - 1));
  return connect(uri);
}
