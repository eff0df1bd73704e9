import { availableParallelism } from 'node:os';

// The native library reads these when it is loaded or first used, so this module is imported before it.

// The full-text index build keeps one thread of the native pool busy for each shard and needs another to make
// progress. By its own reckoning a machine of two processors gets one thread for everything, and the build then waits
// for itself for ever.
const threads = Math.max(4, availableParallelism());
process.env['LANCE_CPU_THREADS'] ??= String(threads);
process.env['LANCE_FTS_NUM_SHARDS'] ??= String(Math.max(1, Math.floor(threads / 2) - 1));

// It writes past our log, and warns of what is intended: a table that is new, a projection that is spelled out.
process.env['LANCEDB_LOG'] ??= 'error';
