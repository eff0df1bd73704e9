import type { MiddlewareHandler } from 'hono';
import { GatewayError } from '../../errors.ts';

export const VERSION_HEADER = 'X-Pinecone-Api-Version';
const DEFAULT_VERSION = '2026-07';
const VERSIONS: ReadonlySet<string> = new Set([DEFAULT_VERSION, 'unstable']);

/** Serves the version that a request asks for and says which it was (docs/protocol.md §8.8). */
export const negotiateVersion: MiddlewareHandler = async (context, next) => {
  const version = context.req.header(VERSION_HEADER) ?? DEFAULT_VERSION;
  if (!VERSIONS.has(version)) {
    throw new GatewayError(
      'unsupported_api_version',
      `This version of the API is not served; send ${[...VERSIONS].join(' or ')}, or leave the header out.`,
      { field: VERSION_HEADER },
    );
  }
  await next();
  context.res.headers.set(VERSION_HEADER, version);
};
