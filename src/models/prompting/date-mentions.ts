import type { TextSpan } from '../extractive/text-span.ts';

export interface DateMention extends TextSpan {
  /** As `2024-03-15`; two for a mention that day and month may be read from either way round. */
  readonly dates: readonly string[];
}

const LOCALES = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru'];

const YEAR_FIRST = /(?<!\p{N})(\d{4})(?:\s?[-/.年]\s?)(\d{1,2})(?:\s?[-/.月]\s?)(\d{1,2})(?!\p{N})日?/gu;
const YEAR_LAST = /(?<!\p{N}|\p{N}[./-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?!\p{N})/gu;
const DAY_FIRST =
  /(?<!\p{N})(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?(?:\s+day)?(?:\s+(?:of|de|di|do))?[\s-]+(\p{L}{3,12})\.?,?(?:\s+(?:de|del|do))?[\s-]+(\d{4})(?!\p{N})/giu;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\p{N})/giu;

const MONTHS = monthNames();

/** The days that a text names, whatever the form and in the commonest languages. */
export function dateMentions(text: string): readonly DateMention[] {
  return [
    ...mentions(text, YEAR_FIRST, ([year, month, day]) => [isoDate(year, Number(month), day)]),
    ...mentions(text, YEAR_LAST, ([one, , other, year]) => [
      isoDate(year, Number(other), one),
      isoDate(year, Number(one), other),
    ]),
    ...mentions(text, DAY_FIRST, ([day, name, year]) => [isoDate(year, monthOf(name), day)]),
    ...mentions(text, MONTH_FIRST, ([name, day, year]) => [isoDate(year, monthOf(name), day)]),
  ];
}

function* mentions(
  text: string,
  pattern: RegExp,
  toDates: (groups: readonly (string | undefined)[]) => readonly (string | undefined)[],
): Generator<DateMention> {
  for (const match of text.matchAll(pattern)) {
    const dates = [...new Set(toDates(match.slice(1)).filter((date) => date !== undefined))];
    if (dates.length > 0) yield { start: match.index, end: match.index + match[0].length, dates };
  }
}

function isoDate(year: string | undefined, month: number, day: string | undefined): string | undefined {
  const days = Number(day);
  if (!(month >= 1 && month <= 12 && days >= 1 && days <= 31)) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(days).padStart(2, '0')}`;
}

function monthOf(name = ''): number {
  return MONTHS.get(name.toLowerCase()) ?? 0;
}

/** Month names as they are written beside a day: in some languages that is another form than alone. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const locale of LOCALES) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: width, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2024, month - 1, 15));
        const name = parts
          .find(({ type }) => type === 'month')
          ?.value.replace(/\.$/, '')
          .toLowerCase();
        if (name !== undefined && !names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}
