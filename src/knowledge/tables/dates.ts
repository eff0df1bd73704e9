const MONTHS: readonly string[] = [
  'january januar janvier enero gennaio janeiro januari jan jänner',
  'february februar février febrero febbraio fevereiro februari feb fév fevr',
  'march märz mars marzo março maart mar mär mrz',
  'april avril abril aprile apr avr',
  'may mai mayo maggio maio mei maj',
  'june juni juin junio giugno junho jun',
  'july juli juillet julio luglio julho jul',
  'august août agosto augustus augusti aug',
  'september septembre septiembre settembre setembro sep sept',
  'october oktober octobre octubre ottobre outubro oct okt',
  'november novembre noviembre novembro nov',
  'december dezember décembre diciembre dicembre dezembro dec dez déc',
];
const MONTH = new Map(MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)));

/** Which number comes first where a date is written `03/04/2026`. */
export type DateOrder = 'day-first' | 'month-first';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+)?(\p{L}{3,10})\.?,?\s+(?:de\s+)?(\d{4})$/u;
const MONTH_FIRST = /^(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;

/** What dates with slashes show of their order: a number above 12 is a day. Undefined where none is, or both are. */
export function orderShownBy(cells: readonly string[]): DateOrder | undefined {
  const pairs = cells.map((cell) => SLASHED.exec(cell)).filter((match) => match !== null);
  const dayFirst = pairs.some(([, first]) => Number(first) > 12);
  const monthFirst = pairs.some(([, , second]) => Number(second) > 12);
  if (dayFirst === monthFirst) return undefined;
  return dayFirst ? 'day-first' : 'month-first';
}

/** A day as `YYYY-MM-DD`; undefined for what is none, or could be two. */
export function readDate(cell: string, order: DateOrder | undefined): string | undefined {
  const iso = ISO.exec(cell);
  if (iso !== null) return toIso(iso[1], iso[2], iso[3]);
  const dotted = DOTTED.exec(cell);
  if (dotted !== null) return toIso(dotted[3], dotted[2], dotted[1]);
  const slashed = SLASHED.exec(cell);
  if (slashed !== null) {
    if (order === undefined) return undefined;
    const [, first, second, year] = slashed;
    return order === 'day-first' ? toIso(year, second, first) : toIso(year, first, second);
  }
  const dayFirst = DAY_FIRST.exec(cell);
  if (dayFirst !== null) return toIso(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(cell);
  return monthFirst === null ? undefined : toIso(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
}

function monthOf(name = ''): string | undefined {
  return MONTH.get(name.toLowerCase())?.toString();
}

function toIso(year = '', month = '', day = ''): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (month === '' || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
