import { type createPainter, printable } from './io.ts';

/** Columns as wide as their widest cell; the first row is the header. The last column is not padded. */
export function formatTable(rows: readonly (readonly string[])[], paint: ReturnType<typeof createPainter>): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replaceAll(/\s+/g, ' ')));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row, index) => {
      const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
      return `${index === 0 ? paint('bold', line.trimEnd()) : line.trimEnd()}\n`;
    })
    .join('');
}
