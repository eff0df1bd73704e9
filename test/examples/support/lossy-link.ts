import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LossyLink extends AsyncDisposable {
  readonly port: number;
  /** Connections that were cut so far. */
  readonly cuts: number;
}

export interface LossyLinkOptions {
  /** Where connections lead. */
  readonly port: number;
  /** Cuts a connection in the middle of the event that it carries as its `cutInEvent`-th. */
  readonly cutInEvent: number;
  /** How many connections to cut before the link holds. */
  readonly times: number;
}

/** What tells an event on the wire: SSE and unmasked WebSocket frames are both plain text. */
const EVENT_MARK = Buffer.from('"seq":');

/** A TCP proxy that loses connections while they carry events: half an event gets through, then the line is dead. */
export async function openLossyLink({ port, cutInEvent, times }: LossyLinkOptions): Promise<LossyLink> {
  const sockets = new Set<Socket>();
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let events = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(EVENT_MARK); at !== -1; at = chunk.indexOf(EVENT_MARK, at + 1)) {
        events += 1;
        if (events < cutInEvent || cuts >= times) continue;
        cuts += 1;
        upstream.removeAllListeners('data');
        upstream.pause();
        client.end(chunk.subarray(0, at), () => client.destroy());
        return;
      }
      client.write(chunk);
    });
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
