import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LossyLink extends AsyncDisposable {
  readonly url: string;
  /** Connections that were cut while they carried events. */
  readonly cuts: number;
  /** Drops every connection at once. New ones are accepted. */
  cut(): void;
}

export interface LossyLinkOptions {
  /** Cuts a connection in the middle of the event that it carries as its `cutInEvent`-th. */
  readonly cutInEvent: number;
  /** How many connections to cut before the link holds. */
  readonly times: number;
}

/** What tells an event on the wire: SSE and unmasked WebSocket frames are both plain text. */
const EVENT_MARK = Buffer.from('"seq":');

/**
 * A TCP proxy to `target` that loses connections: by itself while they carry events (half an event gets through, then
 * the line is dead), or when it is told to.
 */
export async function openLossyLink(target: string, options?: LossyLinkOptions): Promise<LossyLink> {
  const { cutInEvent, times } = options ?? { cutInEvent: 0, times: 0 };
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let events = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    const forward = (chunk: Buffer) => {
      for (let at = chunk.indexOf(EVENT_MARK); at !== -1; at = chunk.indexOf(EVENT_MARK, at + 1)) {
        events += 1;
        if (events < cutInEvent || cuts >= times) continue;
        cuts += 1;
        upstream.off('data', forward);
        client.end(chunk.subarray(0, at), () => client.destroy());
        return;
      }
      client.write(chunk);
    };
    upstream.on('data', forward);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
