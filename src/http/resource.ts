import type { Context, Hono } from 'hono';
import { GatewayError } from '../errors.ts';
import type { Viewer } from '../runtime/services.ts';
import { toEnvelope } from './envelope.ts';

export interface GatewayEnv {
  readonly Variables: { viewer: Viewer };
}

/** The `:id` of the path. */
export function idOf({ req }: Context<GatewayEnv>): string {
  return req.param('id') ?? '';
}

export type Handler = (context: Context<GatewayEnv>) => Response | Promise<Response>;
export type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>;

/** One path and all that can be done with it. Another method is answered 405, with the ones that exist. */
export function addResource(app: Hono<GatewayEnv>, path: string, methods: Methods): void {
  for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler);
  const allow = Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
  app.all(path, (context) => {
    const error = new GatewayError(
      'bad_request',
      `${context.req.method} is not a method of this path; it has ${allow}.`,
    );
    return context.json(toEnvelope(error), 405, { allow });
  });
}
