import type { Viewer } from '../../runtime/services.ts';
import { FrameChannel } from '../sse/frame-channel.ts';
import { type ExecutionOutcome, isStream } from './executor.ts';
import { Operation } from './operation.ts';
import { frameResults, sharedFrames } from './result-frames.ts';

/** Unread frames of a connection from which on its operations wait (docs/protocol.md §6.6). */
const CAPACITY = 64;

/** One reserved or open connection and the operations that it carries. */
export class SharedStream {
  readonly viewer: Viewer;
  readonly frames = new FrameChannel(CAPACITY);
  opened = false;
  readonly #connection = new AbortController();
  readonly #operations = new Map<string, Operation>();
  readonly #onError: (error: unknown) => void;

  constructor(viewer: Viewer, onError: (error: unknown) => void) {
    this.viewer = viewer;
    this.#onError = onError;
  }

  get operations(): number {
    return this.#operations.size;
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Takes the id; `stop` or the end of its results gives it back. */
  start(id: string): Operation {
    const operation = new Operation(this.#connection.signal);
    this.#operations.set(id, operation);
    return operation;
  }

  stop(id: string): void {
    this.#operations.get(id)?.end();
    this.#operations.delete(id);
  }

  /** Sends the results of operation `id` down the connection, at the pace of its reader. */
  async carry(id: string, operation: Operation, outcome: ExecutionOutcome): Promise<void> {
    const results = frameResults(outcome, sharedFrames(id));
    const onEnd = () => void results.return?.().catch(this.#onError);
    operation.signal.addEventListener('abort', onEnd, { once: true });
    if (operation.signal.aborted) onEnd();
    try {
      for (let next = await results.next(); next.done !== true; next = await results.next()) {
        if (operation.signal.aborted) break;
        await this.frames.write(next.value, operation.signal);
      }
    } catch (error) {
      if (!operation.signal.aborted) this.#onError(error);
    } finally {
      operation.signal.removeEventListener('abort', onEnd);
      if (this.#operations.get(id) === operation) this.stop(id);
      else if (isStream(outcome)) operation.end();
    }
  }

  end(): void {
    this.#connection.abort();
    this.#operations.clear();
  }
}
