import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../../config.ts';
import { type LockHolder, readLock } from '../../store/lock.ts';
import type { ContextSummary } from '../client/client.ts';
import { openClient } from '../client/open-client.ts';
import type { CommandContext } from '../command-context.ts';
import { modelFinding } from './model-findings.ts';

export interface Finding {
  readonly kind: 'ok' | 'note' | 'problem';
  readonly text: string;
  readonly remedy?: string;
}

const OLDEST_NODE = [20, 19] as const;

/** Looks at one part after the other, each as soon as the one before it is judged; stops where the next needs the last. */
export async function* findings(command: Pick<CommandContext, 'io' | 'program'>): AsyncGenerator<Finding> {
  yield nodeVersion(process.versions.node);
  const config = readConfig(command.io.env);
  if (config instanceof ConfigError) {
    for (const text of config.faults) yield { kind: 'problem', text, remedy: 'Correct it or unset it.' };
    return;
  }
  yield { kind: 'ok', text: 'Configuration: no fault' };
  yield await modelFinding(config);

  const home = await dataDirectory(config.home);
  yield home;
  if (home.kind === 'problem') return;
  const holder = await readLock(config.home);
  yield lock(holder);
  if (holder === undefined && home.kind === 'note' && config.databaseUrl === undefined) return;
  yield* store(command, config, holder);
}

export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (fits) return { kind: 'ok', text: `Node.js ${version}` };
  return {
    kind: 'problem',
    text: `Node.js ${version} is too old`,
    remedy: `Install Node.js ${OLDEST_NODE.join('.')} or newer.`,
  };
}

function readConfig(env: CommandContext['io']['env']): Config | ConfigError {
  try {
    return loadConfig({ KNOWQL_LOG: 'warn', ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function dataDirectory(home: string): Promise<Finding> {
  const stats = await stat(home).catch(() => undefined);
  if (stats !== undefined && !stats.isDirectory()) {
    return { kind: 'problem', text: `${home} is not a folder`, remedy: 'Set KNOWQL_HOME to a folder.' };
  }
  const folder = stats === undefined ? await nearestFolder(dirname(home)) : home;
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    return {
      kind: 'problem',
      text: `${folder} cannot be written`,
      remedy: 'Give this user the right to, or set KNOWQL_HOME to another folder.',
    };
  }
  if (stats === undefined) return { kind: 'note', text: `Data directory ${home}: not there yet, made at first use` };
  return { kind: 'ok', text: `Data directory ${home}` };
}

async function nearestFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function lock(holder: LockHolder | undefined): Finding {
  if (holder === undefined) return { kind: 'ok', text: 'Lock: free' };
  if (holder.address !== null) return { kind: 'ok', text: `Lock: a gateway runs at ${holder.address}` };
  return {
    kind: 'note',
    text: `Lock: process ${holder.pid} is working with the data directory`,
    remedy: 'Wait until it is done, or end it.',
  };
}

async function* store(
  command: Pick<CommandContext, 'io' | 'program'>,
  config: Config,
  holder: LockHolder | undefined,
): AsyncGenerator<Finding> {
  if (holder?.address === null) return;
  const database = config.databaseUrl === undefined ? 'embedded' : `PostgreSQL at ${new URL(config.databaseUrl).host}`;
  try {
    await using client = await openClient(command, {});
    const contexts = await client.listContexts();
    yield { kind: 'ok', text: `Database: ${database}` };
    yield* knowledge(contexts);
  } catch (error) {
    yield {
      kind: 'problem',
      text: `Database: ${database}: ${error instanceof Error ? error.message : String(error)}`,
      remedy:
        config.databaseUrl === undefined
          ? 'Restore the data directory from a backup, or set KNOWQL_HOME to a new one.'
          : 'Check DATABASE_URL, and that the server is up and lets this user in.',
    };
  }
}

function* knowledge(contexts: readonly ContextSummary[]): Generator<Finding> {
  if (contexts.length === 0) {
    yield { kind: 'note', text: 'Knowledge: no context yet', remedy: 'knowql context create <slug>' };
    return;
  }
  const idle = contexts.filter(({ queryable }) => !queryable);
  yield { kind: 'ok', text: `Knowledge: ${contexts.length} contexts, ${contexts.length - idle.length} queryable` };
  for (const { slug } of idle) {
    yield { kind: 'note', text: `The context ${slug} cannot be asked yet`, remedy: `knowql ingest ${slug} <path…>` };
  }
}
