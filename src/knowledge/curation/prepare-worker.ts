import { parentPort } from 'node:worker_threads';
import { UnreadableSource } from '../parse/unreadable-source.ts';
import { prepareSource, type SourceBytes } from './prepare.ts';
import { type PrepareOutcome, READY } from './source-preparer.ts';

/** The thread's side: one source in, one outcome out. */
parentPort?.on('message', (source: SourceBytes) => {
  void outcomeOf(source).then(say);
});
say(READY);

async function outcomeOf(source: SourceBytes): Promise<PrepareOutcome> {
  try {
    return { status: 'prepared', source: await prepareSource(source) };
  } catch (error) {
    if (error instanceof UnreadableSource) {
      return { status: 'unreadable', reason: error.message, mediaType: error.mediaType };
    }
    // The stack is what deep nesting runs out of. Anything else is a fault of ours: the thread dies of it, and the
    // source with it.
    if (error instanceof RangeError) {
      return { status: 'failed', reason: 'The file is nested too deeply to be read. Flatten its structure.' };
    }
    throw error;
  }
}

function say(message: PrepareOutcome | typeof READY): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}
