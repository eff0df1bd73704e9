export const LINE = /\r\n|\r|\n/;
/** What hardly stands in every line unless it is what separates the cells. */
export const DELIMITERS = [';', ',', '\t', '|', '^', '~', '\u001f'] as const;
/** Signs of dates, times and names too: they delimit only where nothing else does. */
const LAST_RESORT = ['#', ':', ' '] as const;
/** Lines that are looked at. */
const MAX_LINES = 50;
const SAMPLE = 65_536;

interface Regularity {
  readonly delimiter: string;
  /** How often it stands in most of the lines that hold it, and how many these are. */
  readonly times: number;
  readonly lines: number;
}

/** What separates the cells of rows, or undefined where the lines do not agree on anything. */
export function delimiterOf(text: string): string | undefined {
  const lines = text
    .slice(0, SAMPLE)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(LINE);
  const whole = (text.length > SAMPLE ? lines.slice(0, -1) : lines)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
  const usual = mostRegular(DELIMITERS, whole);
  if (usual !== undefined && usual.lines >= Math.max(2, whole.length / 2)) return usual.delimiter;
  const last = mostRegular(LAST_RESORT, whole);
  return last !== undefined && last.times > 1 && last.lines === whole.length ? last.delimiter : undefined;
}

/** The one that stands equally often in the most lines; among equals, the one that stands there more often. */
function mostRegular(delimiters: readonly string[], lines: readonly string[]): Regularity | undefined {
  const ranked = delimiters.map((delimiter) => regularity(delimiter, lines));
  return ranked.toSorted((a, b) => b.lines - a.lines || b.times - a.times)[0];
}

function regularity(delimiter: string, lines: readonly string[]): Regularity {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const times = withoutDecimals(line).split(delimiter).length - 1;
    if (times > 0) counts.set(times, (counts.get(times) ?? 0) + 1);
  }
  const [times = 0, most = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { delimiter, times, lines: most };
}

/** Where other delimiters stand, a comma between digits is a decimal one. */
function withoutDecimals(line: string): string {
  return /[;\t|]/.test(line) ? line.replace(/(?<=\d),(?=\d)/g, '') : line;
}
