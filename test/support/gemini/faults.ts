import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Exchange, Reply } from './fake-gemini.ts';
import { limitsRate, refuses } from './refusals.ts';
import { frameOf, openStream, sse, streams } from './replies.ts';

const BEGINNING = sse(frameOf([{ text: 'Half an ' }]));
const BAD_GATEWAY = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Waits until the client leaves. */
async function hang({ signal }: Exchange): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Begins an answer and is at its first words when `go` is called. */
function begins(go: (exchange: Exchange) => void | Promise<void>): Reply {
  return async (exchange) => {
    openStream(exchange);
    await new Promise<void>((resolve) => exchange.response.write(BEGINNING, () => resolve()));
    // The words get a packet of their own, and whoever reads in this process has them before the end comes, however
    // late this timer is.
    await delay(20, undefined, { signal: exchange.signal });
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await go(exchange);
  };
}

/** What a provider does to whoever relies on it. Each one applies to any kind of call. */
export const FAULTS = {
  rateLimited: limitsRate({ body: '0.01s' }),
  overloaded: refuses.overloaded,
  htmlBadGateway: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end(BAD_GATEWAY);
  },
  resetBeforeReply: ({ response }) => {
    response.socket?.resetAndDestroy();
  },
  resetMidReply: begins(({ response }) => {
    response.socket?.resetAndDestroy();
  }),
  brokenJson: begins(({ response }) => {
    response.end('data: {"candidates": [{"content": {"parts": [{"text": "answer\r\n\r\n');
  }),
  halfFrame: begins(({ response }) => {
    response.end('data: {"candidates": [{"content": {"pa');
  }),
  errorInReply: begins(({ response }) => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' };
    response.end(sse({ error }));
  }),
  noFinishReason: streams([{ text: 'Half an ' }], { finishReason: null }),
  safetyBlock: begins(({ response }) => {
    response.end(sse({ candidates: [{ finishReason: 'SAFETY', index: 0 }], usageMetadata: { promptTokenCount: 9 } }));
  }),
  noCandidates: (exchange) => {
    openStream(exchange);
    exchange.response.end(sse({ usageMetadata: { promptTokenCount: 9 } }));
  },
  stalledBeforeReply: hang,
  stalledMidReply: begins(hang),
  slowTrickle: async (exchange) => {
    openStream(exchange);
    exchange.response.write('data: {"candidates": [{"content": {"parts": [{"text": "');
    for (;;) {
      await delay(20, undefined, { signal: exchange.signal });
      exchange.response.write('.');
    }
  },
  malformedCall: streams([], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
  oversizedReply: async (exchange) => {
    openStream(exchange);
    const frame = sse(frameOf([{ text: 'word '.repeat(20_000) }]));
    for (;;) {
      if (!exchange.response.write(frame)) await delay(1, undefined, { signal: exchange.signal });
    }
  },
  wrongContentType: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in to the network</body></html>');
  },
} as const satisfies Readonly<Record<string, Reply>>;

export type FaultName = keyof typeof FAULTS;
