import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../../src/lib/json.ts';
import type { Exchange, Reply } from './fake-gemini.ts';

/** A part of what a model says, as the API writes it. */
export interface WirePart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: JsonValue };
}

export interface Pace {
  /** Milliseconds before each frame. */
  readonly msPerFrame?: number;
}

export interface Ending {
  /** `null`: the stream ends without one. */
  readonly finishReason?: string | null;
  readonly usage?: JsonObject;
}

/** One event of the stream. */
export function frameOf(parts: readonly WirePart[], rest: JsonObject = {}): object {
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
    modelVersion: 'fake',
    responseId: 'fake-response',
  };
}

export const sse = (frame: object): string => `data: ${JSON.stringify(frame)}\r\n\r\n`;

/** Opens the stream: the head goes out before the first frame. */
export function openStream({ response }: Exchange): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** Says these parts, one a frame, and how it ends. */
export function streams(parts: readonly WirePart[], { msPerFrame = 0, ...ending }: Pace & Ending = {}): Reply {
  return async (exchange) => {
    const { response, signal, call } = exchange;
    openStream(exchange);
    for (const part of parts) {
      if (msPerFrame > 0) await delay(msPerFrame, undefined, { signal });
      response.write(sse(frameOf([part])));
    }
    const { finishReason = 'STOP', usage = countedUsage(call.body, parts) } = ending;
    const reason = finishReason === null ? {} : { finishReason };
    response.end(sse({ ...frameOf([{ text: '' }], reason), usageMetadata: usage }));
  };
}

/** Says these pieces of text. */
export function says(deltas: string | readonly string[], options?: Pace & Ending): Reply {
  const pieces = typeof deltas === 'string' ? [deltas] : deltas;
  return streams(
    pieces.map((text) => ({ text })),
    options,
  );
}

/** Answers with a JSON document, in pieces that end anywhere. */
export function saysJson(value: JsonValue, options?: Pace & Ending): Reply {
  return says(JSON.stringify(value).match(/[^]{1,7}/g) ?? [], options);
}

/** Wants these calls made. */
export function callsTools(
  calls: readonly { readonly name: string; readonly args?: JsonObject; readonly id?: string }[],
  { commentary = '', ...options }: Pace & Ending & { readonly commentary?: string } = {},
): Reply {
  const signed = calls.map((functionCall, index) => ({
    functionCall,
    ...(index === 0 ? { thoughtSignature: 'c2lnbmF0dXJl' } : {}),
  }));
  return streams([...(commentary === '' ? [] : [{ text: commentary }]), ...signed], options);
}

/** One reply after another; the last one again when there are more calls. */
export function inTurn(...replies: readonly [Reply, ...Reply[]]): Reply {
  let next = 0;
  return (exchange) => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? replies[0];
    next += 1;
    return reply(exchange);
  };
}

/** Four characters a token, as a rule of thumb: what counts is that every run counts the same. */
function countedUsage(body: JsonObject, parts: readonly WirePart[]): JsonObject {
  const said = parts.filter(({ thought }) => thought !== true);
  const promptTokenCount = tokens(JSON.stringify(body['contents'] ?? []));
  const candidatesTokenCount = tokens(said.map((part) => part.text ?? JSON.stringify(part)).join(''));
  return { promptTokenCount, candidatesTokenCount, totalTokenCount: promptTokenCount + candidatesTokenCount };
}

const tokens = (text: string): number => Math.ceil(text.length / 4);
