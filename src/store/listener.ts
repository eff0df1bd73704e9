import { Client, type ClientConfig } from 'pg';
import type { Clock } from '../lib/clock.ts';

export type OnNotify = (payload: string) => void;

export interface Listener extends AsyncDisposable {
  listen(channel: string, onNotify: OnNotify): Promise<AsyncDisposable>;
}

export interface ListenerOptions {
  readonly connection: ClientConfig;
  readonly clock: Clock;
  readonly onConnectionError: (error: Error) => void;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/**
 * Notifications of PostgreSQL, over one connection of their own that is made again whenever it is lost. What was
 * sent in between is lost too: after each reconnect every subscriber is rung once with an empty payload.
 */
export function createListener({ connection, clock, onConnectionError }: ListenerOptions): Listener {
  const channels = new Map<string, Set<OnNotify>>();
  const closing = new AbortController();
  let current: Promise<Client> | undefined;

  const connect = async (): Promise<Client> => {
    const client = new Client(connection);
    let ready = false;
    let lost = false;
    const onLost = (fault: Error | undefined) => {
      if (lost) return;
      lost = true;
      if (fault !== undefined) onConnectionError(fault);
      client.end().catch(() => {}); // it is gone already
      if (!closing.signal.aborted) current = reconnect();
      current?.catch(() => {}); // rejects when closed meanwhile, which is nobody's loss
    };
    client.on('notification', ({ channel, payload }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload ?? '');
    });
    client.on('error', (error) => {
      if (ready) onLost(error);
    });
    client.on('end', () => {
      if (ready) onLost(undefined);
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`LISTEN ${quoted(channel)}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    ready = true;
    return client;
  };

  const reconnect = async (): Promise<Client> => {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      await clock.sleep(wait, closing.signal);
      try {
        const client = await connect();
        for (const subscribers of channels.values()) for (const onNotify of subscribers) onNotify('');
        return client;
      } catch (error) {
        onConnectionError(error as Error);
      }
    }
  };

  const connected = (): Promise<Client> => {
    current ??= connect().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  const unlisten = async (channel: string, onNotify: OnNotify): Promise<void> => {
    const subscribers = channels.get(channel);
    subscribers?.delete(onNotify);
    if (subscribers === undefined || subscribers.size > 0) return;
    channels.delete(channel);
    // A connection that is being made again asks only for the channels that are left.
    const client = await current?.catch(() => undefined);
    if (!closing.signal.aborted) await client?.query(`UNLISTEN ${quoted(channel)}`).catch(onConnectionError);
  };

  return {
    async listen(channel, subscriber) {
      closing.signal.throwIfAborted();
      const onNotify: OnNotify = (payload) => subscriber(payload);
      const subscribers = channels.get(channel) ?? new Set();
      channels.set(channel, subscribers.add(onNotify));
      try {
        await (await connected()).query(`LISTEN ${quoted(channel)}`);
      } catch (error) {
        await unlisten(channel, onNotify);
        throw error;
      }
      return { [Symbol.asyncDispose]: () => unlisten(channel, onNotify) };
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the database is closed'));
      channels.clear();
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;
