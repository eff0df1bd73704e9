import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Gateway } from './gateway.ts';
import { VanishedPeers } from './vanished-peers.ts';

export interface ListenOptions {
  readonly gateway: Gateway;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long requests may go on after `close`, in milliseconds; then their connections are cut. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
}

export interface Listening extends AsyncDisposable {
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  /** Stops accepting, ends the streams with their closing signal, lets requests finish, then cuts what is left. */
  close(): Promise<void>;
}

/** A client gets this long to send the head of its request, and this long for all of it (uploads are large). */
const HEADERS_MS = 15_000;
const REQUEST_MS = 300_000;
const KEEP_ALIVE_MS = 10_000;
/** How often a connection that became idle after `close` is looked for. */
const IDLE_SWEEP_MS = 100;
/** A vanished peer leaves a heartbeat unacknowledged after 12 s at most, and is given up after 12 more. */
const VANISHED_SWEEP_MS = 3_000;

/** @throws what `server.listen` says when the address is taken or not allowed. */
export async function listen({ gateway, host, port, graceMs, onError }: ListenOptions): Promise<Listening> {
  const serve = getRequestListener(gateway.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Probes of the kernel's, for peers that vanish while nothing is said.
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    },
    (incoming, outgoing) => void serve(incoming, outgoing).catch(onError),
  );
  // An upgraded connection is no longer among those that the server can close.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    socket.on('error', () => socket.destroy());
    gateway.upgrade(request, socket, head);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound, family } = server.address() as AddressInfo;
  const vanished = new VanishedPeers({
    table: family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp',
    port: bound,
    sweepMs: VANISHED_SWEEP_MS,
    onError,
  });
  server.on('connection', (socket) => vanished.watch(socket));

  let closing: Promise<void> | undefined;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    gateway.closeStreams();
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const deadline = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, graceMs);
    try {
      await closed;
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
      vanished[Symbol.dispose]();
    }
  };

  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    address: { host, port: bound, url: `http://${shown}:${bound}` },
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
