import type { TextSpan } from '../text-span.ts';

export interface FoundNumber extends TextSpan {
  readonly value: number;
  readonly unit: 'percent' | 'money' | 'time' | 'none';
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
};
const CURRENCY = '[$€£¥]|(?:USD|EUR|GBP|CHF|JPY)\\s?';
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}.,§#])(?<currency>${CURRENCY})?(?<sign>[-−])?(?<digits>\\d{1,3}(?:[,  ]\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?)` +
    `(?:\\s?(?<scale>thousand|million|billion|mn|bn|[kKmMB])\\b)?` +
    `(?:\\s?(?<unit>%|per ?cent\\b|percent\\b|[€£¥]|(?:USD|EUR|GBP|CHF|JPY|dollars?|euros?|pounds?)\\b|-?\\s?(?:(?:calendar|business)\\s)?(?:day|week|month|year|hour|minute)s?\\b))?(?![\\p{L}\\p{N}])`,
  'gu',
);

/** The numbers of a text with their values and what they count. Section signs and dates are none. */
export function numbersIn(text: string): readonly FoundNumber[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const { currency, sign, digits = '', scale, unit = '' } = match.groups ?? {};
    const value = Number(plainDigits(digits)) * (scale === undefined ? 1 : (SCALES[scale.toLowerCase()] ?? 1));
    if (!Number.isFinite(value)) return [];
    const number = roundOff(sign === undefined ? value : -value);
    return [{ start: match.index, end: match.index + match[0].length, value: number, unit: unitOf(currency, unit) }];
  });
}

function unitOf(currency: string | undefined, unit: string): FoundNumber['unit'] {
  if (/%|per ?cent/u.test(unit)) return 'percent';
  if (currency !== undefined || /[€£¥]|USD|EUR|GBP|CHF|JPY|dollar|euro|pound/u.test(unit)) return 'money';
  return unit === '' ? 'none' : 'time';
}

/** "1,234.5" and "1 234" have thousands apart; "12,5" has a decimal comma. */
function plainDigits(digits: string): string {
  const grouped = /^\d{1,3}(?:[,  ]\d{3})+(?:\.\d+)?$/u.test(digits);
  return grouped ? digits.replaceAll(/[,  ]/gu, '') : digits.replace(',', '.');
}

function roundOff(value: number): number {
  return Number(value.toPrecision(15));
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?';
const DATES: readonly RegExp[] = [
  /\b(?<year>\d{4})-(?<monthNumber>\d{2})-(?<day>\d{2})\b/gu,
  new RegExp(`\\b${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})\\b`, 'giu'),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\.?\\s+${MONTH},?\\s+(?<year>\\d{4})\\b`, 'giu'),
  /\b(?<day>\d{1,2})\.(?<monthNumber>\d{1,2})\.(?<year>\d{4})\b/gu,
];

export interface FoundDate extends TextSpan {
  /** `YYYY-MM-DD`. */
  readonly value: string;
}

/** The full dates of a text. "6/7/2024" is read differently in different countries, and so not at all. */
export function datesIn(text: string): readonly FoundDate[] {
  return DATES.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { year = '', month, monthNumber, day = '' } = match.groups ?? {};
      const at = month === undefined ? Number(monthNumber) : MONTHS.indexOf(month.toLowerCase()) + 1;
      const value = `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}`;
      const date = new Date(`${value}T00:00:00Z`);
      const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
      return exists ? [{ start: match.index, end: match.index + match[0].length, value }] : [];
    }),
  ).toSorted((one, other) => one.start - other.start);
}

const NO =
  /\b(?:not|no|never|neither|nor|none|without|cannot|excluded?s?|ineligible|prohibit(?:s|ed)?|forbidden|denied|unavailable)\b|n['’]t\b/iu;

/** What a short value says: yes or no; undefined when it says neither. */
export function tryBoolean(text: string): boolean | undefined {
  if (/^[^\p{L}✓✔✅]*(?:(?:yes|true|y|enabled|allowed|required|included|ja|oui|sí)(?!\p{L})|[✓✔✅])/iu.test(text))
    return true;
  if (/^[^\p{L}✗✘❌]*(?:(?:no|false|n|disabled|none|not|excluded|nein|non)(?!\p{L})|[✗✘❌])/iu.test(text)) return false;
  return undefined;
}

/** Whether a sentence denies what it speaks of. */
export function isDenial(sentence: string): boolean {
  return NO.test(sentence);
}
