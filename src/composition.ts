import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { OpenGateway } from './cli/command-context.ts';
import { type Config, ConfigError } from './config.ts';
import { systemClock } from './lib/clock.ts';
import { Disposables } from './lib/disposables.ts';
import type { CatalogDefinition } from './models/catalog-definition.ts';
import { DEFAULT_CATALOG } from './models/default-catalog.ts';
import { openModels } from './models/open-models.ts';
import { CatalogFault, readCatalog } from './models/read-catalog.ts';
import { createLifecycle } from './runtime/lifecycle.ts';
import { createLogger, logLifecycle } from './runtime/logging.ts';
import { openDatabase } from './runtime/open-database.ts';
import { openRuntime } from './runtime/open-runtime.ts';
import { startServer } from './serve.ts';
import { acquireLock } from './store/lock.ts';

/** A gateway in this process, without its network: what the commands work with when none runs. */
export async function openGateway(config: Config) {
  await using stack = new Disposables();
  const logger = createLogger(config.logLevel);
  const lifecycle = createLifecycle();
  logLifecycle(lifecycle, logger);
  const lock = stack.use(await acquireLock(config.home));
  const onConnectionError = (error: unknown) => logger.warn({ err: error }, 'a database connection broke');
  const { catalog, embedder, compiler } = await openModels(catalogOf(config), {
    apiKey: config.geminiApiKey,
    baseUrl: config.geminiBaseUrl,
  });
  const db = stack.use(await openDatabase(config, { onConnectionError }));
  const runtime = stack.use(
    await openRuntime({
      config,
      db,
      lifecycle,
      models: catalog,
      ...(embedder && { embedder }),
      ...(compiler && { compiler }),
    }),
  );
  const owned = stack.move();
  return {
    runtime,
    lock,
    logger,
    services: runtime.services,
    viewer: runtime.viewer,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  } satisfies OpenGateway & Record<string, unknown>;
}

function catalogOf({ modelsFile }: Config): CatalogDefinition {
  if (modelsFile === undefined) return DEFAULT_CATALOG;
  try {
    return readCatalog(modelsFile);
  } catch (error) {
    throw error instanceof CatalogFault ? new ConfigError([`KNOWQL_MODELS ${error.message}`]) : error;
  }
}

/** Serves until SIGTERM or SIGINT; a second signal ends the process at once. */
export async function serve(config: Config, version: string): Promise<void> {
  const stop = nextStopSignal();
  await using gateway = await openGateway(config);
  const { runtime, lock, logger } = gateway;
  const pages = fileURLToPath(new URL('./web/', import.meta.url));
  const server = await startServer({ config, runtime, pages, clock: systemClock, logger });
  await lock.announce(server.url);
  process.stderr.write(
    `KnowQL gateway ${version} listens on ${server.url}\n  GraphiQL      ${server.url}/graphql\n  Live answers  ${server.url}/\n`,
  );

  const signal = await stop;
  process.stderr.write(
    `${signal}: shutting down; running turns get ${config.shutdownMs / 1_000} s. Once more stops at once.\n`,
  );
  await server.shutDown();
}

function nextStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      // Before this one goes: a signal that nobody listens to ends the process in a way of its own.
      process.once('SIGTERM', exitAtOnce).once('SIGINT', exitAtOnce);
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
      resolve(signal);
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}

/** As a shell reports a process that a signal ended. */
function exitAtOnce(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

/** Brings the database up to date and returns the names of what was applied. */
export async function migrate(config: Config): Promise<readonly string[]> {
  await using _lock = await acquireLock(config.home);
  await using db = await openDatabase(config, {});
  return db.migrated;
}
