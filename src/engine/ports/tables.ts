export const COLUMN_TYPES = ['text', 'number', 'date', 'boolean', 'currency', 'percent'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface TableColumn {
  /** What SQL calls it: needs no quotes, and no other column of the table has it. */
  readonly name: string;
  /** What its document calls it. */
  readonly label: string;
  readonly type: ColumnType;
  /** Symbol or code of a currency, as its document writes it. */
  readonly unit?: string;
}

/** A date is `YYYY-MM-DD`, a percentage the number before its sign. */
export type CellValue = string | number | boolean | null;

export interface TableData {
  readonly columns: readonly TableColumn[];
  /** One value a column. */
  readonly rows: readonly (readonly CellValue[])[];
}

export interface TableQuery {
  /** Of a table artifact. */
  readonly artifactId: string;
  /** One SELECT over the table `data`. */
  readonly sql: string;
  /** At most this many rows. */
  readonly limit: number;
}

export interface TableAnswer {
  /** Names of the result's columns, as the statement calls them. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Whether the statement gave more rows, or longer values, than are here. */
  readonly truncated: boolean;
}
