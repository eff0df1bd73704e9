import type { TableAnswer as TableAnswerShape } from '../../engine/ports/tables.ts';
import { builder } from '../builder.ts';

const DEFAULT_ROWS = 100;

const TableAnswer = builder.objectRef<TableAnswerShape>('TableAnswer').implement({
  description: 'What a statement gave.',
  fields: (t) => ({
    columns: t.exposeStringList('columns', { description: 'Names of its columns.' }),
    rows: t.expose('rows', {
      type: ['JSON'],
      description: 'A list a row, a value a column: text, a number, true, false or null. Dates are `YYYY-MM-DD`.',
    }),
    truncated: t.exposeBoolean('truncated', {
      description: 'Whether there were more rows, or longer values, than are here.',
    }),
  }),
});

builder.queryField('queryTable', (t) =>
  t.field({
    type: TableAnswer,
    description: 'Asks a table artifact in SQL: one SELECT over the table `data`, in the dialect of DuckDB.',
    complexity: 100,
    args: {
      artifactId: t.arg.id({ required: true, description: 'Id of an artifact of the type TABLE: `art_…`.' }),
      sql: t.arg.string({
        required: true,
        description: 'At most 10,000 characters. Columns go by their `name`: `SELECT sum(price) FROM data`.',
      }),
      limit: t.arg.int({ defaultValue: DEFAULT_ROWS, description: 'Most rows to give, 1 to 1,000.' }),
    },
    resolve: (_root, { artifactId, sql, limit }, { services, viewer, signal }) =>
      services.contexts.queryTable({ artifactId, sql, limit: limit ?? DEFAULT_ROWS }, viewer, signal),
  }),
);
