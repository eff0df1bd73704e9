import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ScriptedGateway extends AsyncDisposable {
  readonly address: string;
  /** `METHOD /path?query` of every request so far. */
  readonly requests: readonly string[];
}

/** An HTTP server that answers each request by the first route it begins with; for the faults that a real one hides. */
export async function scriptGateway(routes: Readonly<Record<string, Handler>>): Promise<ScriptedGateway> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const handler = Object.entries(routes).find(([route]) => line.startsWith(route))?.[1];
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function frame(event: string, data: object, seq?: number): string {
  return `${seq === undefined ? '' : `id: ${seq}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Frames of a turn's events, numbered from `first`. */
export function frames(first: number, ...events: readonly { readonly type: string }[]): string {
  return events.map((event, index) => frame(event.type, { query_id: 'qry_1', ...event }, first + index)).join('');
}

export function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
