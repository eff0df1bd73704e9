import { createGateway, type Gateway } from '../../src/http/gateway.ts';
import { type Listening, listen } from '../../src/http/listen.ts';
import { loadPages } from '../../src/http/pages.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Services } from '../../src/runtime/services.ts';
import { MemoryTurns } from './memory-turns.ts';
import { createTinyFace } from './tiny-face.ts';

export interface Harness extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly listening: Listening;
  readonly turns: MemoryTurns;
  readonly url: string;
  /** What the gateway told nobody but its log. */
  readonly logged: unknown[];
}

export interface HarnessOptions {
  readonly services?: Partial<Services>;
  readonly heartbeatMs?: number;
  readonly graceMs?: number;
  readonly pagesDirectory?: string;
  readonly corsOrigins?: readonly string[];
  readonly readiness?: Parameters<typeof createGateway>[0]['readiness'];
}

/** A gateway on a real socket, over turns that the test plays itself. `Bearer <workspace>` tells who asks. */
export async function startGateway(options: HarnessOptions = {}): Promise<Harness> {
  const turns = new MemoryTurns();
  const logged: unknown[] = [];
  const onError = (error: unknown) => void logged.push(error);
  const gateway = createGateway({
    services: { turns, ...options.services } as Services,
    graphql: createTinyFace(turns, onError),
    identify: async (authorization) => ({ workspaceId: authorization?.replace(/^Bearer /, '') ?? 'wsp_default' }),
    readiness: options.readiness ?? {},
    pages: await loadPages(options.pagesDirectory ?? 'test/http/no-such-folder'),
    corsOrigins: options.corsOrigins ?? [],
    clock: systemClock,
    heartbeatMs: options.heartbeatMs ?? 12_000,
    onError,
  });
  const listening = await listen({ gateway, host: '127.0.0.1', port: 0, graceMs: options.graceMs ?? 2_000, onError });
  return {
    gateway,
    listening,
    turns,
    logged,
    url: listening.address.url,
    [Symbol.asyncDispose]: () => listening.close(),
  };
}

/** Resolves once `reached` holds, looked at after every turn of the event loop that does anything. */
export async function until(reached: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(200_000); // less than a test's, so that it is told where it waited
  while (!reached()) {
    patience.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
