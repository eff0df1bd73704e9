import { GatewayError } from '../../errors.ts';
import { MAX_TIMEOUT_SECONDS } from '../../knowql/canonical/request.ts';
import { toCanonical } from '../../knowql/canonical.ts';
import { parseQueryText } from '../../knowql/parse.ts';
import type { Query, QueryRequest } from '../../knowql/query.ts';
import type { SubmitOptions, TurnService, Viewer } from '../../runtime/services.ts';
import { readJsonText } from '../body.ts';
import type { Handler } from '../resource.ts';
import { acceptsEventStream } from './streaming.ts';

/** A turn that failed this close to its limit was ended by it: timers are not exact to the millisecond. */
const LIMIT_SLACK_MS = 50;

export interface AskOptions {
  readonly turns: TurnService;
  /** Answers with the turn's events from the first on. */
  readonly stream: (queryId: string, after: number, viewer: Viewer) => Promise<Response>;
}

/** POST /api/query (docs/protocol.md §8.1, §8.5, §8.6). */
export function createAskHandler({ turns, stream }: AskOptions): Handler {
  return async ({ req: { raw }, var: { viewer } }) => {
    const request = parseQueryText(await readJsonText(raw));
    const query = await turns.submit(request, submitOptions(raw, viewer));

    if (request.background === true) return queryResponse(query, 202);
    // A client that takes event streams gets one, unless its document says that it wants none.
    if (request.stream ?? acceptsEventStream(raw)) return stream(query.id, 0, viewer);

    let ended: Query;
    try {
      ended = query.status === 'in_progress' ? await turns.wait(query.id, viewer, raw.signal) : query;
    } catch (error) {
      // The client left; its turn goes on and nobody reads this.
      if (raw.signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
    if (reachedTimeLimit(ended, request)) {
      throw new GatewayError('timeout', ended.error ?? 'The turn reached its time limit.', {
        field: 'timeout_seconds',
        queryId: ended.id,
      });
    }
    return queryResponse(ended);
  };
}

export function queryResponse(query: Query, status = 200): Response {
  return Response.json(toCanonical('Query', query), {
    status,
    headers: status === 202 ? { location: `/api/queries/${query.id}` } : {},
  });
}

function reachedTimeLimit(query: Query, { timeoutSeconds = MAX_TIMEOUT_SECONDS }: QueryRequest): boolean {
  return query.status === 'failed' && query.runtimeMs >= timeoutSeconds * 1_000 - LIMIT_SLACK_MS;
}

function submitOptions(request: Request, viewer: Viewer): SubmitOptions {
  const key = request.headers.get('idempotency-key');
  if (key === null) return { viewer };
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new GatewayError('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      field: 'Idempotency-Key',
    });
  }
  return { viewer, idempotencyKey: key };
}
