import { parseRefusal } from './refusal.ts';
import type { ReplyLimits } from './reply-limits.ts';
import { ReplyWatch } from './reply-watch.ts';
import { WireFault } from './wire-fault.ts';

/** More of an error reply than this says nothing that anybody needs. */
const REFUSAL_BYTES = 64 * 1024;

/**
 * `fetch` for the SDK, with what that leaves out: limits of time and size, and a reply that is an error or is not of
 * `mediaType` thrown before anybody reads it as something else.
 * @throws WireFault, also from the body while it is read; the reason of the request's signal; and what `fetch` throws
 */
export function limitedFetch(limits: ReplyLimits, mediaType: string): typeof fetch {
  return async (input, init) => {
    const watch = new ReplyWatch(limits, init?.signal ?? undefined);
    try {
      watch.waiting();
      // To follow a redirect is to hand the key to whoever it leads to.
      const response = await fetch(input, { ...init, redirect: 'manual', signal: watch.signal });
      const { body, status, headers } = response;
      const contentType = headers.get('content-type') ?? '';
      if (status >= 300 && status < 400) throw new WireFault({ kind: 'foreign', contentType });
      if (!response.ok) throw await refused(response, watch);
      if (body === null || !contentType.startsWith(mediaType)) throw new WireFault({ kind: 'foreign', contentType });
      return new Response(watched(body, watch), { status, headers });
    } catch (error) {
      watch.end(error);
      throw error;
    }
  };
}

function watched(body: ReadableStream<Uint8Array>, watch: ReplyWatch): ReadableStream<Uint8Array> {
  const pieces = piecesOf(body, watch);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => watch.end(reason),
    },
    { highWaterMark: 0 }, // nothing is read before somebody asks for it
  );
}

/** The body as it comes, within the limits; when it is over, for whatever reason, so is the watch. */
async function* piecesOf(body: ReadableStream<Uint8Array>, watch: ReplyWatch): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      watch.waiting();
      const { done, value } = await reader.read();
      watch.received(value?.byteLength ?? 0);
      if (done) break;
      yield value;
    }
  } catch (error) {
    watch.end(error);
    throw error;
  }
  watch.end();
}

async function refused({ body, status, headers }: Response, watch: ReplyWatch): Promise<WireFault> {
  const decoder = new TextDecoder();
  let text = '';
  if (body !== null) {
    for await (const piece of piecesOf(body, watch)) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > REFUSAL_BYTES) break;
    }
  }
  const refusal = parseRefusal(status, text, { retryAfter: headers.get('retry-after') });
  return new WireFault({ kind: 'refused', refusal });
}
