import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { GatewayError } from '../../errors.ts';
import { readLock } from '../../store/lock.ts';
import type { CommandContext } from '../command-context.ts';
import type { Client } from './client.ts';
import { HttpClient } from './http-client.ts';
import { LocalClient } from './local-client.ts';

export interface ConnectionOptions {
  readonly url?: string;
}

/** Adds the options that say which gateway a command works with. */
export function withConnectionOptions(command: Command): Command {
  return command.option('--url <address>', 'gateway to talk to, instead of the data directory (KNOWQL_HOME)');
}

/**
 * The gateway that a command works with: the one at `--url`; else the one that runs on the data directory; else one
 * in this process, which holds the data directory until it is disposed.
 */
export async function openClient(
  { io, program }: Pick<CommandContext, 'io' | 'program'>,
  { url }: ConnectionOptions,
): Promise<Client> {
  if (url !== undefined) return new HttpClient(parseAddress(url));
  // A command speaks for itself; what the parts log is of interest only when something is wrong.
  const config = loadConfig({ KNOWQL_LOG: 'warn', ...io.env });
  const holder = await readLock(config.home);
  if (holder === undefined) return new LocalClient(await program.openGateway(config), config.home);
  if (holder.address !== null) return new HttpClient(holder.address);
  throw new GatewayError(
    'bad_request',
    `Another knowql command (process ${holder.pid}) is working with ${config.home}. Wait until it is done.`,
  );
}

function parseAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new GatewayError('bad_request', 'must be an http address such as http://127.0.0.1:4000', { field: '--url' });
}
