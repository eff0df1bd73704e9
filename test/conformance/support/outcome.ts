import { expect } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { faultsOf } from '../../support/wire-contract.ts';
import type { ConformanceCase } from '../cases/conformance-case.ts';
import type { Counts } from './conformance-gateway.ts';

/** What became of a document. */
export type Outcome =
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code: unknown;
      readonly field: unknown;
      /** Rows that are there since. */
      readonly created: Counts;
    }
  | {
      readonly kind: 'accepted';
      readonly status: unknown;
      readonly error: unknown;
      /** Code and field of each warning. */
      readonly warnings: readonly (readonly [string, string])[];
      /** Where the terminal document breaks the wire contract. */
      readonly faults: readonly string[];
    };

const NOTHING: Counts = { sessions: 0, queries: 0, idempotencyKeys: 0 };

export interface Saying {
  /** HTTP status of a refusal with this code. */
  readonly statusOf: (code: Extract<ConformanceCase['expect'], { kind: 'refused' }>['code']) => number;
  /** How the surface names a place in the document. */
  readonly nameOf?: (field: string) => string;
}

/** What a case expects, to be compared with what became of its document. */
export function expectedOutcome(
  { expect: expected, mayTimeOut = false }: ConformanceCase,
  { statusOf, nameOf = (field) => field }: Saying,
): unknown {
  if (expected.kind === 'refused') {
    const { code, field } = expected;
    const named = field === undefined ? undefined : nameOf(field);
    return { kind: 'refused', httpStatus: statusOf(code), code, field: named, created: NOTHING } satisfies Outcome;
  }
  return {
    kind: 'accepted',
    status: mayTimeOut ? expect.toBeOneOf(['completed', 'failed']) : 'completed',
    error: mayTimeOut ? expect.toBeOneOf([null, expect.stringContaining('timeout_seconds')]) : null,
    warnings: expected.kind === 'warned' ? expect.arrayContaining(expected.warnings.map((each) => [...each])) : [],
    faults: [],
  };
}

/** The outcome of a turn that was accepted. What a model does not heed is its own matter, where nothing is expected. */
export function acceptedOutcome(document: JsonObject, { expect: expected }: ConformanceCase): Outcome {
  const warnings = (document['warnings'] ?? []) as readonly { readonly code: string; readonly field?: string }[];
  return {
    kind: 'accepted',
    status: document['status'],
    error: document['error'],
    warnings: warnings
      .filter(({ code }) => expected.kind !== 'accepted' || code !== 'no_effect')
      .map(({ code, field = '' }) => [code, field] as const),
    faults: faultsOf(document, 'canonical', '/$defs/ResponseDocument'),
  };
}
