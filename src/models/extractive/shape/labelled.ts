import { type Segment } from '../segments.ts';
import { type TextSpan, trimSpan } from '../text-span.ts';

/** A value that stands beside its name. Offsets are those of the chunk. */
export interface LabelledValue extends TextSpan {
  readonly label: string;
}

/** The labelled values of a segment: "Label: value", or the cells of a row under their columns and beside their row's name. */
export function labelledValues(text: string, segment: Segment): readonly LabelledValue[] {
  if (segment.kind === 'row') return cellsOf(text, segment);
  if (segment.kind !== 'pair' && segment.kind !== 'item') return [];
  const line = text.slice(segment.start, segment.end);
  const [lead] = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?/u.exec(line) ?? [''];
  const colon = /:(?:[*_]{1,2})?[ \t]+/u.exec(line);
  if (colon === null) return [];
  const label = line.slice(lead.length, colon.index);
  const value = trimSpan(text, { start: segment.start + colon.index + colon[0].length, end: segment.end });
  return value === undefined || label.length > 60 ? [] : [{ ...value, label: label.replaceAll(/[*_`]/g, '') }];
}

function cellsOf(text: string, { start, end, under }: Segment): readonly LabelledValue[] {
  const names = under
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((name) => name.trim());
  const cells = rowCells(text, { start, end });
  const [first] = cells;
  const rowName = first === undefined ? '' : text.slice(first.start, first.end);
  return cells.slice(1).map((cell, at) => ({ ...cell, label: `${names[at + 1] ?? ''} ${rowName}`.trim() }));
}

/** The cells of a table row, without the white space around them; an empty cell has start equal to end. */
export function rowCells(text: string, { start, end }: TextSpan): readonly TextSpan[] {
  const cells: TextSpan[] = [];
  let from = text.charAt(start) === '|' ? start + 1 : start;
  for (let at = from; at <= end; at++) {
    const isEnd = at === end;
    if (!isEnd && (text.charAt(at) !== '|' || text.charAt(at - 1) === '\\')) continue;
    if (isEnd && from >= end) break;
    cells.push(trimSpan(text, { start: from, end: at }) ?? { start: from, end: from });
    from = at + 1;
  }
  return cells;
}
