import type { TableAnswer } from '../../../engine/ports/tables.ts';

/** One question to one table. */
export interface TableJob {
  /** `TableColumn[]` as JSON. */
  readonly columns: string;
  /** `TableData['rows']` as JSON. */
  readonly rows: string;
  readonly sql: string;
  readonly limit: number;
}

export type TableOutcome =
  | { readonly answer: TableAnswer }
  /** For whoever wrote the statement. */
  | { readonly fault: string };

/** The process's first message; outcomes follow, one a job. */
export const READY = 'ready';

/** What the process exits with when a statement took more memory than it may. */
export const OUT_OF_MEMORY = 70;

export const NEEDS_TOO_MUCH = 'The statement takes more memory than it may. Filter or aggregate earlier.';
