import type { ErrorCode } from '../../../src/errors.ts';
import type { WarningCode } from '../../../src/knowql/warnings.ts';

/**
 * What one query document must come to. The gateway has the contexts `contracts` (curated), `empty` (created, never
 * curated) and `work-log` (of kind `work`), and nothing else.
 */
export interface ConformanceCase {
  /** Ends the sentence "the gateway …". */
  readonly name: string;
  /** Where the case can be asked: text that is no document has no GraphQL form. */
  readonly transport: 'both' | 'json' | 'graphql';
  readonly input: ConformanceInput;
  readonly expect: Expectation;
  /** Whether parsing and checking alone decide the outcome, without a database. */
  readonly pure: boolean;
  /** Whether an accepted turn is given so little time that it may fail for it where the machine is slow. */
  readonly mayTimeOut?: boolean;
}

export type ConformanceInput =
  | { readonly document: unknown }
  /** A raw body, for what is no JSON or says more than its value. */
  | { readonly text: string }
  /** Documents that are sent one after the other, under one idempotency key; the last one decides. */
  | { readonly sequence: readonly unknown[]; readonly idempotencyKey: string };

export type Expectation =
  /** Refused; nothing was created. `field` is canonical, undefined where no field is to blame. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly field: string | undefined }
  /** Accepted, with these warnings among the document's. A model may add `no_effect` for what it does not heed. */
  | { readonly kind: 'warned'; readonly warnings: readonly (readonly [WarningCode, string])[] }
  /** Accepted, without a warning but what a model may add (`no_effect`). */
  | { readonly kind: 'accepted' };

/** The least that starts a session. */
export const ASK = { ask: 'What are the payment terms?', scope: ['contracts'] } as const;

export function refused(
  name: string,
  members: Readonly<Record<string, unknown>>,
  [code, field]: readonly [ErrorCode, string?],
  options: { readonly pure?: boolean } = {},
): ConformanceCase {
  return {
    name: `refuses ${name}`,
    transport: 'both',
    input: { document: { ...ASK, ...members } },
    expect: { kind: 'refused', code, field },
    pure: options.pure ?? true,
  };
}

export function warned(
  name: string,
  members: Readonly<Record<string, unknown>>,
  ...warnings: readonly (readonly [WarningCode, string])[]
): ConformanceCase {
  return {
    name: `warns of ${name}`,
    transport: 'both',
    input: { document: { ...ASK, ...members } },
    expect: { kind: 'warned', warnings },
    pure: true,
  };
}

export function accepted(name: string, members: Readonly<Record<string, unknown>>): ConformanceCase {
  return {
    name: `takes ${name}`,
    transport: 'both',
    input: { document: { ...ASK, ...members } },
    expect: { kind: 'accepted' },
    pure: true,
  };
}
