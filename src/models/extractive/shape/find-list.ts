import { type Candidate } from '../evidence.ts';
import { coverage, matcherOf } from '../term-matching.ts';
import type { TextSpan } from '../text-span.ts';
import type { Evidence, Field, FoundValue } from './find-value.ts';
import { labelledValues, rowCells } from './labelled.ts';
import { readScalar, type ScalarSchema } from './scalar.ts';

const ENOUGH_OF_FIELD = 0.5;

/**
 * The values of a list field: a comma-separated value beside its label, else the items under a line or heading that
 * names the field, else the column of a table that does. Empty when no span shows any.
 */
export function findValues(schema: ScalarSchema, field: Field, evidence: Evidence): readonly FoundValue[] {
  const places = inline(field, evidence) ?? items(field, evidence) ?? column(field, evidence) ?? [];
  return places.flatMap(({ candidate, start, end }) => {
    const { segment, passage } = candidate;
    const region = {
      start,
      end,
      segment: { ...segment, start, end },
      labelled: segment.kind !== 'item',
      mention: start,
    };
    const shown = readScalar(schema, passage.hit.chunk.text, region, field.words);
    return shown === undefined || shown.value === '' ? [] : [{ ...shown, candidate }];
  });
}

interface Place extends TextSpan {
  readonly candidate: Candidate;
}

function names(text: string, { terms }: Field, { knowledge }: Evidence): boolean {
  return coverage(terms, matcherOf(knowledge.terms(text))) >= ENOUGH_OF_FIELD;
}

function inline(field: Field, evidence: Evidence): readonly Place[] | undefined {
  for (const candidate of evidence.candidates) {
    const { text } = candidate.passage.hit.chunk;
    if (candidate.segment.kind === 'row') continue;
    const value = labelledValues(text, candidate.segment).find(({ label }) => names(label, field, evidence));
    if (value === undefined) continue;
    return [...text.slice(value.start, value.end).matchAll(/(?:(?!\s+and\s|\s*[,;])[^])+/gu)].flatMap((part) => {
      const word = part[0].replace(/^[\s,;]+(?:and\s+)?|^\s*and\s+/u, '');
      const start = value.start + part.index + part[0].length - word.length;
      const end = start + word.replace(/[\s.,;]+$/u, '').length;
      return start < end ? [{ candidate, start, end }] : [];
    });
  }
  return undefined;
}

function items(field: Field, evidence: Evidence): readonly Place[] | undefined {
  const first = evidence.candidates.find(
    ({ segment, passage }) =>
      segment.kind === 'item' &&
      names(`${segment.under} ${passage.hit.chunk.headingPath.at(-1) ?? ''}`, field, evidence),
  );
  if (first === undefined) return undefined;
  return evidence.candidates
    .filter(
      ({ segment, passage }) =>
        segment.kind === 'item' && passage === first.passage && segment.under === first.segment.under,
    )
    .map((candidate) => ({ candidate, start: candidate.segment.start, end: candidate.segment.end }));
}

function column(field: Field, evidence: Evidence): readonly Place[] | undefined {
  for (const { segment, passage } of evidence.candidates) {
    if (segment.kind !== 'row' || segment.under === '') continue;
    const at = headerCells(segment.under).findIndex((name) => names(name, field, evidence));
    if (at === -1) continue;
    return rowsUnder(evidence, { segment, passage }).flatMap((candidate) => {
      const cell = rowCells(passage.hit.chunk.text, candidate.segment)[at];
      return cell === undefined || cell.start === cell.end ? [] : [{ ...cell, candidate }];
    });
  }
  return undefined;
}

/** The rows of one table, by its passage and header. */
export function rowsUnder(
  { candidates }: Evidence,
  { segment: { under }, passage }: Pick<Candidate, 'segment' | 'passage'>,
): readonly Candidate[] {
  return candidates.filter(
    (each) => each.segment.kind === 'row' && each.segment.under === under && each.passage === passage,
  );
}

export function headerCells(header: string): readonly string[] {
  return rowCells(header, { start: 0, end: header.trimEnd().length }).map(({ start, end }) => header.slice(start, end));
}
