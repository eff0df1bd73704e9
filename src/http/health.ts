import { abortable } from '../lib/signals.ts';

/** A part without which the gateway cannot answer. Rejects when it is not there. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void>;

export interface ReadinessOptions {
  /** By the name under which the answer lists them: `database`, `knowledge`. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  readonly isShuttingDown: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** A check that takes longer has failed. */
const CHECK_MS = 2_000;

export function healthResponse(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

/** Says whether to send requests here. Why a part failed is for the log, not for the caller. */
export async function readinessResponse({ checks, isShuttingDown, onError }: ReadinessOptions): Promise<Response> {
  if (isShuttingDown()) return respond(503, { status: 'shutting_down' });
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const limit = AbortSignal.timeout(CHECK_MS);
      try {
        await abortable(check(limit), limit);
        return [name, 'ok'] as const;
      } catch (error) {
        onError(error);
        return [name, 'failed'] as const;
      }
    }),
  );
  const ready = results.every(([, result]) => result === 'ok');
  return respond(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', checks: Object.fromEntries(results) });
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
