import { parentPort, workerData } from 'node:worker_threads';
import type { StoredLatentSpace } from '../latent/latent-space.ts';
import { buildLexicon } from './lexicon.ts';
import { type TextRun, textsOf } from './text-column.ts';

export interface LexiconTask {
  readonly runs: readonly TextRun[];
  readonly kept: StoredLatentSpace | undefined;
}

/** The thread's side: one task with which it starts, one lexicon, and its end. */
const { runs, kept } = workerData as LexiconTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(buildLexicon(textsOf(runs), kept));
