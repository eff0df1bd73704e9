import { parentPort } from 'node:worker_threads';
import { UnreadableSource } from '../parse/document.ts';
import { prepareSource, type SourceBytes } from './prepare.ts';
import type { PrepareAnswer } from './source-preparer.ts';

/** The thread's side: one source in, one answer out. */
const port = parentPort;
port?.on('message', (source: SourceBytes) => {
  void answer(source).then((reply) => port?.postMessage(reply));
});

async function answer(source: SourceBytes): Promise<PrepareAnswer> {
  try {
    return { status: 'prepared', source: await prepareSource(source) };
  } catch (error) {
    if (error instanceof UnreadableSource) {
      return { status: 'unreadable', reason: error.message, mediaType: error.mediaType };
    }
    return { status: 'failed', tooDeep: error instanceof RangeError };
  }
}
