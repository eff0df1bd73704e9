import { displayText } from '../display.ts';
import type { Segment } from '../segments.ts';
import type { TextSpan } from '../text-span.ts';
import type { FieldSchema } from './schema.ts';
import { datesIn, type FoundNumber, isDenial, numbersIn, tryBoolean } from './values.ts';

export type ScalarSchema = Exclude<FieldSchema, { kind: 'object' | 'array' | 'unknown' }>;
export type Scalar = string | number | boolean;

/** A value with the span that shows it. */
export interface ShownValue<T = Scalar> extends TextSpan {
  readonly value: T;
}

/** Where a value is looked for: the value beside a label, or a whole sentence that speaks of the field. */
export interface Region extends TextSpan {
  readonly segment: Segment;
  readonly labelled: boolean;
  /** Where the field is spoken of; the nearest value is its. */
  readonly mention: number;
}

/** What the words of a field say that its number counts. */
const UNIT_HINTS: readonly (readonly [FoundNumber['unit'], RegExp])[] = [
  ['percent', /\b(?:percent|percentage|rate|discount|interest|share|growth|margin)\b/u],
  ['money', /\b(?:price|fee|fees|cost|costs|amount|revenue|salary|budget|dollar|euro|income|value)\b/u],
  ['time', /\b(?:days?|weeks?|months?|years?|hours?|minutes?|duration|period|term)\b/u],
];

/** Reads a value of the schema's kind out of a region, or undefined where it holds none. */
export function readScalar(schema: ScalarSchema, text: string, region: Region, words: string): ShownValue | undefined {
  const part = text.slice(region.start, region.end);
  const shift = <T>({ start, end, value }: ShownValue<T>): ShownValue<T> => ({
    start: region.start + start,
    end: region.start + end,
    value,
  });
  const whole = { start: region.start, end: region.end };
  switch (schema.kind) {
    case 'number': {
      const fitting = numbersIn(part).filter(
        ({ value }) => value >= schema.min && value <= schema.max && (!schema.integer || Number.isInteger(value)),
      );
      const number = nearest(byUnit(fitting, words, region.labelled), region.mention - region.start);
      return number === undefined ? undefined : shift(number);
    }
    case 'date': {
      const date = nearest(datesIn(part), region.mention - region.start);
      return date === undefined ? undefined : shift(date);
    }
    case 'pattern': {
      const match = schema.pattern.exec(part);
      return match === null
        ? undefined
        : shift({ start: match.index, end: match.index + match[0].length, value: match[0] });
    }
    case 'choice':
      return readChoice(schema.choices, part, shift);
    case 'boolean': {
      const said = region.labelled ? tryBoolean(part) : undefined;
      if (said !== undefined) return { ...whole, value: said };
      return region.labelled ? undefined : { ...whole, value: !isDenial(part) };
    }
    case 'string':
      return { ...whole, value: displayText(part, region.labelled ? { kind: 'sentence', under: '' } : region.segment) };
  }
}

/** Numbers of the unit that the field's words name; beside a label, any number when none has it. */
function byUnit(numbers: readonly FoundNumber[], words: string, labelled: boolean): readonly FoundNumber[] {
  const hint = UNIT_HINTS.find(([, cue]) => cue.test(words))?.[0];
  if (hint === undefined) return numbers;
  const matching = numbers.filter(({ unit }) => unit === hint);
  return matching.length > 0 || !labelled ? matching : numbers;
}

function nearest<T extends TextSpan>(found: readonly T[], place: number): T | undefined {
  const distance = ({ start, end }: T) => Math.min(Math.abs(start - place), Math.abs(end - place));
  return found.reduce<T | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  );
}

function readChoice(
  choices: readonly string[],
  part: string,
  shift: (found: ShownValue<string>) => ShownValue<string>,
): ShownValue<string> | undefined {
  const lower = part.toLowerCase();
  // The longest first: "net 30" is in "net 300" as well.
  for (const choice of choices.toSorted((one, other) => other.length - one.length)) {
    const wording = choice.toLowerCase().replaceAll('_', ' ');
    const start = lower.indexOf(wording);
    if (wording !== '' && start !== -1) return shift({ start, end: start + wording.length, value: choice });
  }
  return undefined;
}
