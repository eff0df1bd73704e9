/** Methods that change nothing, whoever sends them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser's page of another origin is behind a request that changes something (docs/protocol.md §4.4).
 * Programs send no `Origin` and are none of this rule's business.
 */
export function isForeignWrite(request: Request, corsOrigins: readonly string[]): boolean {
  return !SAFE.has(request.method) && isForeign(request.headers.get('origin'), new URL(request.url).host, corsOrigins);
}

export function isForeign(origin: string | null | undefined, host: string, corsOrigins: readonly string[]): boolean {
  if (origin === null || origin === undefined || corsOrigins.includes(origin)) return false;
  // A page that hides its origin says "null"; the scheme is left out because a proxy may end TLS before us.
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
