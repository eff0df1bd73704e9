import type { ExecutionResult } from 'graphql';
import type { StreamDialect } from '../sse/event-streams.ts';
import { encodeComment, encodeFrame } from '../sse/frames.ts';
import { type ExecutionOutcome, isStream } from './executor.ts';
import { toWireResult } from './wire-result.ts';

/** Readers of GraphQL over SSE know two events; everything else must be a comment (docs/protocol.md §10.2, §13.2). */
export const GRAPHQL_DIALECT: StreamDialect = {
  heartbeat: encodeComment(''),
  closing: encodeComment('closing'),
};

export interface ResultFrames {
  next(result: ExecutionResult): Uint8Array;
  readonly complete: Uint8Array;
}

export const DISTINCT_FRAMES: ResultFrames = {
  next: (result) => encodeFrame({ event: 'next', data: JSON.stringify(toWireResult(result)) }),
  complete: encodeFrame({ event: 'complete', data: '' }),
};

/** Frames of operation `id` on a connection that it shares with others. */
export function sharedFrames(id: string): ResultFrames {
  return {
    next: (result) => encodeFrame({ event: 'next', data: JSON.stringify({ id, payload: toWireResult(result) }) }),
    complete: encodeFrame({ event: 'complete', data: JSON.stringify({ id }) }),
  };
}

/** An operation's results, then its completion. Written by hand: `return` must not wait for a `next` that waits. */
export function frameResults(outcome: ExecutionOutcome, frames: ResultFrames): AsyncIterator<Uint8Array> {
  const results = isStream(outcome) ? outcome[Symbol.asyncIterator]() : [outcome][Symbol.iterator]();
  let completed = false;
  return {
    async next() {
      if (completed) return { done: true, value: undefined };
      const result = await results.next();
      completed = result.done === true;
      return { done: false, value: result.done === true ? frames.complete : frames.next(result.value) };
    },
    async return() {
      completed = true;
      await results.return?.();
      return { done: true, value: undefined };
    },
  };
}
