import { childAt, childrenNamed, type XmlElement } from '../../xml/xml-tree.ts';

type NumberKind = 'number' | 'percent' | 'date' | 'time' | 'duration';

/** Formats that a workbook may use without defining them. */
const BUILT_IN: readonly (readonly [number, number, NumberKind])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 36, 'date'],
  [45, 47, 'duration'],
  [50, 58, 'date'],
];
const MS_A_DAY = 86_400_000;
/** Day 0 of either calendar; the first one counts a 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Tells dates, times and percentages from plain numbers, and writes them so that they can be read anywhere. */
export class NumberFormats {
  readonly #kinds: readonly NumberKind[];
  readonly #epoch: number;

  constructor(styles: XmlElement | undefined, from1904: boolean) {
    const root = childAt(styles, 'styleSheet');
    const own = new Map(
      childrenNamed(childAt(root, 'numFmts'), 'numFmt').map(({ attributes }) => [
        Number(attributes['numFmtId']),
        kindOf(attributes['formatCode'] ?? ''),
      ]),
    );
    this.#kinds = childrenNamed(childAt(root, 'cellXfs'), 'xf').map(({ attributes }) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      return own.get(id) ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';
    });
    this.#epoch = from1904 ? EPOCH_1904 : EPOCH_1900;
  }

  /** A cell's number, as its style shows what it is: `2023-06-30`, `12.5%`, `12553`. */
  format(raw: string, style: number): string {
    const value = Number(raw);
    if (raw.trim() === '' || Number.isNaN(value)) return raw;
    switch (this.#kinds[style] ?? 'number') {
      case 'percent':
        return `${plain(value * 100)}%`;
      case 'duration':
        return duration(value);
      case 'time':
        return value < 1 ? this.#moment(value).slice(11) : this.#moment(value);
      case 'date': {
        const moment = this.#moment(value);
        return moment.endsWith(' 00:00') ? moment.slice(0, 10) : moment;
      }
      case 'number':
        return plain(value);
    }
  }

  #moment(days: number): string {
    const date = new Date(this.#epoch + Math.round(days * 86_400) * 1_000);
    if (days < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999) return plain(days);
    const text = date.toISOString().replace('T', ' ');
    return text.slice(0, text.slice(17, 19) === '00' ? 16 : 19);
  }
}

/** Letters of dates outside quotes, escapes and colours: `yyyy`, `dd`, `hh`. */
function kindOf(code: string): NumberKind {
  const positive = code.split(';', 1)[0] ?? '';
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'duration';
  const letters = bare.replace(/\[[^\]]*\]/g, '').replace(/General/gi, '');
  if (/[yd]/i.test(letters) || /m{3,}/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return letters.includes('%') ? 'percent' : 'number';
}

/** Without the digits that binary fractions leave behind. */
function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

function duration(days: number): string {
  const seconds = Math.round((days * MS_A_DAY) / 1_000);
  const two = (part: number) => String(Math.abs(part)).padStart(2, '0');
  const hours = `${seconds < 0 ? '-' : ''}${Math.trunc(Math.abs(seconds) / 3_600)}`;
  return `${hours}:${two(Math.trunc(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
