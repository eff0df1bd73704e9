import type { JsonObject } from '../../../lib/json.ts';
import { matcherOf } from '../term-matching.ts';
import { fieldWords } from './field-words.ts';
import { headerCells, rowsUnder } from './find-list.ts';
import type { Evidence, FoundValue } from './find-value.ts';
import { rowCells } from './labelled.ts';
import { readScalar } from './scalar.ts';
import type { Property } from './schema.ts';

interface Columns {
  readonly row: Evidence['candidates'][number];
  readonly byProperty: ReadonlyMap<Property, number>;
}

/** Fills a list of records from the table whose columns name most of their members, a record a row. */
export function findRecords(
  properties: readonly Property[],
  maxItems: number,
  evidence: Evidence,
): { readonly value: readonly JsonObject[]; readonly found: readonly FoundValue[] } | undefined {
  const table = bestTable(properties, evidence);
  if (table === undefined) return undefined;
  const found: FoundValue[] = [];
  const records: JsonObject[] = [];
  for (const candidate of rowsUnder(evidence, table.row)) {
    const shown = rowValues(candidate, table);
    const isWhole = properties.every(({ name, required }) => !required || shown.has(name));
    if (!isWhole || shown.size === 0 || records.length === maxItems) continue;
    records.push(Object.fromEntries([...shown].map(([name, { value }]) => [name, value])));
    found.push(...shown.values());
  }
  return records.length === 0 ? undefined : { value: records, found };
}

function rowValues(candidate: Evidence['candidates'][number], { byProperty }: Columns): Map<string, FoundValue> {
  const { text } = candidate.passage.hit.chunk;
  const cells = rowCells(text, candidate.segment);
  const values = new Map<string, FoundValue>();
  for (const [{ name, schema }, at] of byProperty) {
    const cell = cells[at];
    if (cell === undefined || cell.start === cell.end) continue;
    if (schema.kind === 'object' || schema.kind === 'array' || schema.kind === 'unknown') continue;
    const region = { ...cell, segment: candidate.segment, labelled: true, mention: cell.start };
    const shown = readScalar(schema, text, region, fieldWords(name));
    if (shown !== undefined && shown.value !== '') values.set(name, { ...shown, candidate });
  }
  return values;
}

function bestTable(properties: readonly Property[], evidence: Evidence): Columns | undefined {
  let best: Columns | undefined;
  const seen = new Set<string>();
  for (const row of evidence.candidates) {
    const { under, kind } = row.segment;
    const key = `${row.passage.number}\n${under}`;
    if (kind !== 'row' || under === '' || seen.has(key)) continue;
    seen.add(key);
    const byProperty = columnsOf(properties, headerCells(under), evidence);
    const isWhole = properties.every((property) => !property.required || byProperty.has(property));
    if (isWhole && byProperty.size > (best?.byProperty.size ?? 0)) best = { row, byProperty };
  }
  return best;
}

/** For each property the column that shares most words with it, none when none does. */
function columnsOf(
  properties: readonly Property[],
  header: readonly string[],
  { knowledge }: Evidence,
): Map<Property, number> {
  const columns = new Map<Property, number>();
  const columnTerms = header.map((name) => knowledge.terms(name));
  for (const property of properties) {
    const match = matcherOf(knowledge.terms(fieldWords(property.name)));
    const shares = columnTerms.map(
      (terms) => terms.filter((term) => match({ forms: [term] }) > 0).length / Math.max(1, terms.length),
    );
    const best = Math.max(0, ...shares);
    if (best >= 0.5) columns.set(property, shares.indexOf(best));
  }
  return columns;
}
