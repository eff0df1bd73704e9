import type { TextSpan } from '../extractive/text-span.ts';

export interface NumberMention extends TextSpan {
  /** Every number that it can be read as: `1.200` is 1200 here and 1.2 there, `5 %` is 5 and 0.05. */
  readonly values: readonly number[];
}

const NUMBER =
  /(?<![\p{L}\p{N}]|\p{N}[.,])([-−–]?)(\p{Nd}+(?:[.,'’\u00a0\u202f ]\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?)(?:\s?(%|percent\b|per cent\b|prozent\b)|\s?(k|thousand|tausend|mille|mil|m|mn|mio|million|millions|millionen|millones|bn|b|mrd|billion|billions|milliarden|milliards)(?![\p{L}\p{N}]))?/giu;

const SCALES: ReadonlyMap<string, number> = new Map([
  ...scale(1e3, 'k thousand tausend mille mil'),
  ...scale(1e6, 'm mn mio million millions millionen millones'),
  ...scale(1e9, 'bn b mrd billion billions milliarden milliards'),
]);

/** The numbers that a text names: with separators of either custom, signs, percentages, thousands and millions. */
export function numberMentions(text: string): readonly NumberMention[] {
  return [...text.matchAll(NUMBER)].map(({ 0: written, 1: sign = '', 2: digits = '', 3: percent, 4: unit, index }) => {
    const read = readings(digits.normalize('NFKC'));
    const factor = unit === undefined ? undefined : SCALES.get(unit.toLowerCase());
    const scaled = [
      ...read,
      ...(factor === undefined ? [] : read.map((value) => value * factor)),
      ...(percent === undefined ? [] : read.map((value) => value / 100)),
    ];
    const values = sign === '' ? scaled : [...scaled, ...scaled.map((value) => -value)];
    return { start: index, end: index + written.length, values };
  });
}

/** Equal, but for what a division leaves behind. */
export function sameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
}

function readings(digits: string): readonly number[] {
  const compact = digits.replace(/['’\u00a0\u202f ]/g, '');
  const pointed = Number(compact.replaceAll(',', ''));
  const commaed = Number(compact.replaceAll('.', '').replace(',', '.'));
  const whole = Number(compact.replace(/[.,]/g, ''));
  const grouped = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+$/u.test(compact) ? [whole] : [];
  return [...new Set([pointed, commaed, ...grouped])].filter(Number.isFinite);
}

function scale(factor: number, words: string): readonly (readonly [string, number])[] {
  return words.split(' ').map((word) => [word, factor] as const);
}
