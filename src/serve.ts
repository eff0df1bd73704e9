import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createMaskError } from './graphql/errors.ts';
import { EXAMPLE } from './graphql/example.ts';
import { createLimits } from './graphql/limits.ts';
import { schema } from './graphql/schema.ts';
import { createGateway, type Gateway } from './http/gateway.ts';
import { type Listening, listen } from './http/listen.ts';
import { loadPages } from './http/pages.ts';
import type { Clock } from './lib/clock.ts';
import type { Runtime } from './runtime/open-runtime.ts';

/** Longest silence on a stream: under the idle limits of common proxies, over what a slow phone notices. */
const HEARTBEAT_MS = 12_000;
/** What requests get to be answered once no turn runs any more. */
const CLOSE_MS = 2_000;

export interface ServeOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'corsOrigins' | 'shutdownMs'>;
  readonly runtime: Runtime;
  /** Folder of the built web page. Without it there is no page, and everything else works. */
  readonly pages: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

/** A gateway that listens. */
export interface Server {
  readonly url: string;
  readonly gateway: Gateway;
  /** Says no on `/ready`, ends streams with their closing signal, lets running turns end, then closes. */
  shutDown(): Promise<void>;
}

export async function startServer({ config, runtime, pages, clock, logger }: ServeOptions): Promise<Server> {
  const onError = (error: unknown) => logger.error({ err: error }, 'a request failed inside the gateway');
  const gateway = createGateway({
    services: runtime.services,
    graphql: {
      schema,
      createContext: ({ viewer, signal }) => ({
        services: runtime.services,
        viewer,
        signal,
        clock,
        database: runtime.db,
      }),
      maskError: createMaskError(onError),
      plugins: createLimits(),
      example: EXAMPLE,
    },
    identify: () => Promise.resolve(runtime.viewer),
    readiness: {
      database: (signal) => runtime.db.ping(signal),
      knowledge: (signal) => runtime.knowledge.ping(signal),
    },
    pages: await loadPages(pages),
    corsOrigins: config.corsOrigins,
    clock,
    heartbeatMs: HEARTBEAT_MS,
    onError,
  });
  const listening: Listening = await listen({
    gateway,
    host: config.host,
    port: config.port,
    graceMs: CLOSE_MS,
    onError,
  });
  return {
    url: listening.address.url,
    gateway,
    async shutDown() {
      gateway.startShutdown();
      gateway.closeStreams();
      await runtime.drain(config.shutdownMs);
      await listening.close();
    },
  };
}
