export interface LiveFetchOptions {
  /** Longest silence, in milliseconds, before a connection counts as dead. The gateway sends a comment every 12 s. */
  readonly silenceMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * A `fetch` whose response body fails once nothing, not even a heartbeat, has arrived for `silenceMs`. A link that
 * dies without a word (a sleeping laptop, a lost network) is otherwise noticed by nobody.
 */
export function createLiveFetch(options: LiveFetchOptions = {}): typeof fetch {
  const { silenceMs = 30_000, fetch: send = fetch } = options;

  return async (input, init) => {
    const watchdog = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => clearTimeout(timer);
    const watch = () => {
      rest();
      timer = setTimeout(() => watchdog.abort(new Error(`nothing was heard for ${silenceMs} ms`)), silenceMs);
    };
    const signal = init?.signal == null ? watchdog.signal : AbortSignal.any([init.signal, watchdog.signal]);

    watch();
    let response: Response;
    try {
      response = await send(input, { ...init, signal });
    } finally {
      rest();
    }
    if (response.body === null) return response;

    // The watch is on only while a read waits, so that a slow reader is not taken for a dead link.
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        watch();
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        } finally {
          rest();
        }
      },
      cancel(reason) {
        rest();
        return reader.cancel(reason);
      },
    });
    return new Response(body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
