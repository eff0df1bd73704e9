import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { isForeign } from './origin-guard.ts';

export interface UpgradeRules {
  readonly corsOrigins: readonly string[];
  readonly isShuttingDown: () => boolean;
}

/** Why a connection may not become a WebSocket, as the status line of its answer; undefined when it may. */
export function refuseUpgrade({ headers, url }: IncomingMessage, rules: UpgradeRules): string | undefined {
  if (rules.isShuttingDown()) return '503 Service Unavailable';
  if (new URL(url ?? '/', 'http://localhost').pathname !== '/graphql') return '404 Not Found';
  // The handshake is not held by a browser's same-origin policy: without this, any page could speak for its reader.
  if (isForeign(headers.origin, headers.host ?? '', rules.corsOrigins)) return '403 Forbidden';
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  return offered.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? undefined : '400 Bad Request';
}

export function answerRefusal(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
