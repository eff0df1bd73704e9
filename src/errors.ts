import { isDatabaseAway, sqlStateOf } from './database-failure.ts';

/**
 * The closed list of request-level failures. Every surface (GraphQL, JSON, CLI) speaks these codes and no others.
 * A failure after a turn was accepted is not an error of the request: it is a query whose status is `failed`.
 */
export const ERROR_CODES = [
  'bad_request',
  'invalid_scope',
  'mixed_scope',
  'invalid_shape',
  'model_unavailable',
  'workflow_unavailable',
  'unsupported_api_version',
  'unauthorized',
  'forbidden',
  'context_not_found',
  'session_not_found',
  'query_not_found',
  'batch_not_found',
  'context_not_queryable',
  'session_busy',
  'comparison_group_full',
  'idempotency_conflict',
  'revision_conflict',
  'payload_too_large',
  'rate_limited',
  'internal',
  'timeout',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** HTTP status of each code on the JSON binding. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  invalid_scope: 400,
  mixed_scope: 400,
  invalid_shape: 400,
  model_unavailable: 400,
  workflow_unavailable: 400,
  unsupported_api_version: 400,
  unauthorized: 401,
  forbidden: 403,
  context_not_found: 404,
  session_not_found: 404,
  query_not_found: 404,
  batch_not_found: 404,
  context_not_queryable: 409,
  session_busy: 409,
  comparison_group_full: 409,
  idempotency_conflict: 409,
  revision_conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal: 500,
  timeout: 504,
};

/** Whether sending the same request again, unchanged, can succeed, where an error does not say otherwise. */
const RETRYABLE: Readonly<Record<ErrorCode, boolean>> = {
  bad_request: false,
  invalid_scope: false,
  mixed_scope: false,
  invalid_shape: false,
  model_unavailable: false,
  workflow_unavailable: false,
  unsupported_api_version: false,
  unauthorized: false,
  forbidden: false,
  context_not_found: false,
  session_not_found: false,
  query_not_found: false,
  batch_not_found: false,
  context_not_queryable: true,
  session_busy: true,
  comparison_group_full: false,
  idempotency_conflict: false,
  revision_conflict: false,
  payload_too_large: false,
  rate_limited: true,
  internal: false,
  timeout: false,
};

/** Whether a failure is the gateway's own: its cause is for the log, and for nobody else. */
export function isOwnFailure({ code }: GatewayError): boolean {
  return code === 'internal';
}

export interface GatewayErrorOptions {
  /** The offending field as the caller wrote it, dotted and indexed: `scope[2]`, `shape`, `max_steps`. */
  readonly field?: string;
  /** The turn this failure belongs to, where one exists. */
  readonly queryId?: string;
  /** Whether the same request, unchanged, can succeed later; what is usual for the code when absent. */
  readonly retryable?: boolean;
  /** What was caught. Kept for logs, never sent to a client. */
  readonly cause?: unknown;
}

/**
 * The one error class whose message may reach a client: it names what is wrong and what to do about it,
 * and holds no stack, SQL, path, connection string or key.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly queryId: string | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.queryId = options.queryId;
    this.retryable = options.retryable ?? RETRYABLE[code];
  }

  get status(): number {
    return HTTP_STATUS[this.code];
  }
}

const DATABASE_AWAY_MESSAGE =
  'The gateway cannot reach its database at the moment. Try again in a few seconds; /ready answers 200 once it can.';

const INTERNAL_MESSAGE =
  'Something failed inside the gateway. The failure was logged; try again, and report it if it stays.';

/**
 * The only place where a caught value is classified. A `GatewayError` anywhere in the `cause` chain is the
 * answer, text that no database can hold is `bad_request`, a database that is away is `internal` and worth another
 * try, and everything else is `internal` with a message that says nothing of its origin.
 */
export function toGatewayError(caught: unknown): GatewayError {
  const seen = new Set<unknown>();
  for (let value = caught; value instanceof Error && !seen.has(value); value = value.cause) {
    if (value instanceof GatewayError) return value;
    if (sqlStateOf(value) === UNTRANSLATABLE_TEXT) {
      return new GatewayError(
        'bad_request',
        'The request holds a NUL character where a name or an id goes; remove it.',
        {
          cause: caught,
        },
      );
    }
    if (isDatabaseAway(value))
      return new GatewayError('internal', DATABASE_AWAY_MESSAGE, { cause: caught, retryable: true });
    seen.add(value);
  }
  return new GatewayError('internal', INTERNAL_MESSAGE, { cause: caught });
}

/** What the database says to text that it cannot hold: NUL is the one character of ours that it refuses. */
const UNTRANSLATABLE_TEXT = '22021';
