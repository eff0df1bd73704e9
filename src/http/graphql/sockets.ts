import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Operation } from './operation.ts';
import type { Connection } from './websocket.ts';

/** Bytes that one message may have. */
const MAX_MESSAGE_BYTES = 1_048_576;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 4500;

export interface SocketsOptions {
  readonly protocol: Server<Connection>;
  /** Longest silence on a socket, in milliseconds. */
  readonly heartbeatMs: number;
  readonly onError: (error: unknown) => void;
}

/** The open WebSockets of a gateway: handshake, heartbeat, and an end that releases everything. */
export class GraphqlSockets {
  readonly #options: SocketsOptions;
  readonly #connections = new Set<Connection>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
  });

  constructor(options: SocketsOptions) {
    this.#options = options;
  }

  /** Open sockets, and the operations on them. */
  get counts(): { readonly connections: number; readonly operations: number } {
    let operations = 0;
    for (const connection of this.#connections) operations += connection.operations.size;
    return { connections: this.#connections.size, operations };
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#serve(webSocket, request));
  }

  /** Says "going away" to every socket; whoever does not answer is cut off by the listener. */
  close(): void {
    for (const webSocket of this.#server.clients) webSocket.close(GOING_AWAY, 'the gateway is shutting down');
  }

  #serve(webSocket: WebSocket, request: IncomingMessage): void {
    const { protocol, heartbeatMs, onError } = this.#options;
    const gone = new AbortController();
    const connection: Connection = { request, gone: gone.signal, operations: new Map<string, Operation>() };
    this.#connections.add(connection);

    const closed = protocol.opened(
      {
        protocol: webSocket.protocol,
        // Settles when the message has left for the kernel: the pace of the reader is the pace of the operation.
        send: (data) =>
          new Promise((resolve) => {
            if (webSocket.readyState === webSocket.OPEN) webSocket.send(data, () => resolve());
            else resolve();
          }),
        close: (code, reason) => webSocket.close(code, reason),
        onMessage: (receive) =>
          webSocket.on('message', (data: Buffer) => {
            receive(data.toString('utf8')).catch((error: unknown) => {
              onError(error);
              webSocket.close(INTERNAL_ERROR, 'Something failed inside the gateway.');
            });
          }),
      },
      connection,
    );

    const heartbeat = keepAlive(webSocket, heartbeatMs);
    // A peer's fault (a message too large, a frame that is none); the socket closes itself and says why by its code.
    webSocket.on('error', () => {});
    webSocket.once('close', (code, reason) => {
      clearInterval(heartbeat);
      this.#connections.delete(connection);
      gone.abort();
      closed(code, String(reason)).catch(onError);
    });
  }
}

/** Pings in a message, which a browser's script sees; a peer that said nothing since the last one is cut off. */
function keepAlive(webSocket: WebSocket, heartbeatMs: number): NodeJS.Timeout {
  let heard = true;
  const onSign = () => {
    heard = true;
  };
  webSocket.on('message', onSign);
  webSocket.on('pong', onSign);
  return setInterval(() => {
    if (!heard) {
      webSocket.terminate();
      return;
    }
    heard = false;
    webSocket.ping();
    if (webSocket.readyState === webSocket.OPEN) webSocket.send('{"type":"ping"}');
  }, heartbeatMs);
}
