import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoredLatentSpace } from '../latent/latent-space.ts';
import { buildLexicon, type StoredLexicon } from './lexicon.ts';
import type { LexiconTask } from './lexicon-worker.ts';
import { type TextRun, textsOf } from './text-column.ts';

// Sources run from TypeScript in development, from JavaScript once built: the worker is the file beside this one.
const WORKER_FILE = new URL(`./lexicon-worker${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);
/** Bytes of terms that are dealt with in less time than a thread takes to start: counted, and fitted as well. */
const COUNTED_AT_ONCE = 256 * 1_024;
const FITTED_AT_ONCE = 32 * 1_024;

/**
 * Builds a lexicon without holding up the turns that run meanwhile: on a thread of its own unless it takes but
 * milliseconds. The runs are handed over to it. Rejects with the signal's reason when it aborts; the thread is then
 * ended.
 */
export async function buildLexiconAside(
  runs: readonly TextRun[],
  kept: StoredLatentSpace | undefined,
  signal: AbortSignal,
): Promise<StoredLexicon> {
  signal.throwIfAborted();
  const bytes = runs.reduce((sum, { values }) => sum + values.byteLength, 0);
  if (bytes <= (kept === undefined ? FITTED_AT_ONCE : COUNTED_AT_ONCE)) return buildLexicon(textsOf(runs), kept);
  const task: LexiconTask = { runs, kept };
  const transferList = runs.flatMap(({ values, offsets }) => [values.buffer, offsets.buffer] as ArrayBuffer[]);
  const worker = new Worker(WORKER_FILE, { name: 'build-lexicon', workerData: task, transferList });
  try {
    const [lexicon] = await once(worker, 'message', { signal }); // rejects on an error of the thread
    return lexicon as StoredLexicon;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await worker.terminate();
  }
}
