import { type ErrorCode, GatewayError } from '../../errors.ts';

/**
 * Whether asking again can help. `refused`: nothing was done, so it may. `unknown`: the service may have done it, and
 * charged for it. `futile`: it would say the same.
 */
export type Outcome = 'refused' | 'unknown' | 'futile';

interface GoogleErrorOptions {
  readonly outcome: Outcome;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | null;
  /** Whether it may be the schema of the answer that was refused. */
  readonly refusesSchema?: boolean;
  readonly cause?: unknown;
}

/** A failure of the service in words for the caller, with what a decision to ask again needs. */
export class GoogleError extends GatewayError {
  readonly outcome: Outcome;
  readonly retryAfterMs: number | null;
  readonly refusesSchema: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    { outcome, retryAfterMs = null, refusesSchema = false, cause }: GoogleErrorOptions,
  ) {
    super(code, message, { cause });
    this.outcome = outcome;
    this.retryAfterMs = retryAfterMs;
    this.refusesSchema = refusesSchema;
  }
}
