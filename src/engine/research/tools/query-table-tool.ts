import type { JsonObject } from '../../../lib/json.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import type { Artifact } from '../../ports/artifacts.ts';
import type { Chunk } from '../../ports/knowledge.ts';
import type { CellValue, TableAnswer } from '../../ports/tables.ts';
import { ToolFault, text } from '../parameters.ts';
import { defineTool } from '../tool.ts';
import { shown } from './place.ts';

const MAX_SQL = 4_000;
const MAX_ROWS = 50;
/** Characters of a result that a model is given. */
const MAX_RESULT = 8_000;

export const queryTableTool = defineTool({
  name: 'query_table',
  category: 'reading',
  description:
    'Asks a table artifact in SQL, for what is counted, summed, compared or sorted: one SELECT over the table data, in the dialect of DuckDB. list_artifacts and read_artifact name its columns. At most 50 rows come back.',
  parameters: {
    id: text('Id of an artifact of the type table.', 200),
    sql: text('The SELECT: SELECT customer, sum(price) FROM data GROUP BY customer.', MAX_SQL),
  },
  async run({ id, sql }, { knowledge, ledger, signal }) {
    const artifact = await knowledge.readArtifact(id, signal);
    if (artifact?.type !== 'table') throw new ToolFault('There is no table of this id in reach; see list_artifacts.');
    const answer = await knowledge.queryTable?.({ artifactId: id, sql, limit: MAX_ROWS }, signal);
    if (answer === undefined) throw new ToolFault('Tables cannot be asked in SQL here; read the artifact instead.');
    ledger.ran(sql);
    const lines = resultLines(answer);
    const { contextSlug: context, name } = artifact;
    return {
      summary: { context, name: shown(name), rows: answer.rows.length, truncated: answer.truncated },
      response: { context, name: shown(name), result: lines, truncated: answer.truncated } satisfies JsonObject,
      read: [toPassage(artifact, sql, lines)],
    };
  },
});

/** The names of the columns, then a line a row. */
function resultLines({ columns, rows }: TableAnswer): readonly string[] {
  const lines: string[] = [];
  let room = MAX_RESULT;
  for (const cells of [columns, ...rows]) {
    const line = visibleText(cells.map(cellText).join(' | '));
    room -= line.length;
    if (room < 0) return [...lines, '…'];
    lines.push(line);
  }
  return lines;
}

function cellText(value: CellValue): string {
  return value === null ? '' : String(value).replace(/\s+/g, ' ');
}

/** What an answer can rest on: the statement and what it gave, which stand in no source as they are. */
function toPassage({ id, contextSlug, name, sources }: Artifact, sql: string, lines: readonly string[]): Chunk {
  return {
    id: `${id} ${sql}`,
    contextSlug,
    sourceId: '',
    sourcePath: sources[0] ?? '',
    headingPath: [name],
    start: 0,
    end: 0,
    pages: [],
    ordinal: 0,
    text: [`${name}: ${sql}`, ...lines].join('\n'),
    artifact: { id, name, sources },
  };
}
