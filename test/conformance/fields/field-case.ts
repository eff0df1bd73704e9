import type { QueryRequest } from '../../../src/knowql/query.ts';
import type { Api } from './api.ts';

/** How it is seen that a field of the query document acts. */
export interface FieldCase {
  readonly field: Exclude<keyof QueryRequest, 'extensions'>;
  /** Ends the sentence "`field` …". */
  readonly effect: string;
  /** Asks through one of the surfaces, and expects. */
  readonly check: (api: Api) => Promise<void>;
}

/** The fields of a document that no case speaks of. */
export function uncoveredFields(fields: readonly string[], cases: readonly FieldCase[]): readonly string[] {
  const covered: ReadonlySet<string> = new Set(cases.map(({ field }) => field));
  return fields.filter((field) => !covered.has(field));
}
