import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AskUpdate } from './client.ts';
import { type Frame, readFrames } from './read-frames.ts';
import { toAskUpdate, toObject, toText } from './wire.ts';

/** How a turn is followed again. Rejects with `GatewayError` when the gateway refuses, with anything else when none answers. */
export type Resume = (queryId: string, after: number) => Promise<Response>;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;

/**
 * Follows the turn that `submitted` answers with, by the protocol's rules (docs/protocol.md §8, §9): a stream that
 * ends before the `query` frame was cut, and is taken up again after the last `seq` that arrived.
 */
export async function* followQuery(
  submitted: Response,
  resume: Resume,
  { signal, clock }: FollowOptions,
): AsyncGenerator<AskUpdate> {
  let response: Response | undefined = submitted;
  let queryId: string | undefined;
  let seq = 0;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 0) await clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
    if (queryId !== undefined) response = await reconnect(resume(queryId, seq), signal);
    for await (const frame of framesUntilCut(response, signal)) {
      if (frame.event === 'query') {
        yield { kind: 'finished', document: toObject(JSON.parse(frame.data)) };
        return;
      }
      if (Number(frame.id) <= seq) continue;
      seq = Number(frame.id);
      attempt = 0;
      const event = toObject(JSON.parse(frame.data));
      if (queryId === undefined) {
        queryId = toText(event['query_id']);
        yield { kind: 'accepted', queryId };
      }
      const update = toAskUpdate(event);
      if (update !== undefined) yield update;
    }
    if (queryId === undefined) break;
  }
  throw new GatewayError('internal', 'The connection to the gateway was lost. A turn that had begun goes on there.');
}

/** The next response, or undefined when nothing answers just now, or only that it cannot. */
async function reconnect(attempt: Promise<Response>, signal: AbortSignal): Promise<Response | undefined> {
  try {
    return await attempt;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GatewayError && !error.retryable) throw error;
    return undefined;
  }
}

/** The frames of a response; a connection that breaks ends them like one that was closed. */
async function* framesUntilCut(response: Response | undefined, signal: AbortSignal): AsyncGenerator<Frame> {
  if (response === undefined || response.body === null) return;
  try {
    yield* readFrames(response.body);
  } catch {
    // What broke it is of no use: the stream is resumed either way, unless the caller wanted it to end.
    signal.throwIfAborted();
  }
}
