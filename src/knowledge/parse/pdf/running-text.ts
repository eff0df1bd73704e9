import type { Fragment } from './fragments.ts';

/** Fewer lines side by side are no columns of text. */
export const MIN_LINES = 4;
/** Words of a line of text; cells have fewer. */
const MIN_WORDS = 4;
/** Lines of a narrow column, which have as few words as cells. */
const MIN_NARROW_LINES = 8;
/** Part of the lines of text that begin in the middle of a sentence, at least. */
const MIN_GOING_ON = 0.3;

/** Whether most of the letters stand in lines of several words; labels of a figure between them do not matter. */
export function isRunningText(lines: readonly Fragment[]): boolean {
  const running = lines.filter(({ text }) => weight(text) >= MIN_WORDS);
  if (running.length >= MIN_LINES && lettersOf(running) > 0.6 * lettersOf(lines)) return true;
  return goesOn(lines);
}

/** Lines of a narrow column: two words or three, which fill it and go on from line to line as cells do not. */
function goesOn(lines: readonly Fragment[]): boolean {
  const all = lines.map(({ text }) => text);
  const words = all.reduce((sum, text) => sum + weight(text), 0);
  const digits = all.join('').match(/\p{N}/gu)?.length ?? 0;
  const widths = lines.map(({ left, right }) => right - left).toSorted((a, b) => b - a);
  const [full = 0, usual = 0] = [0.1, 0.6].map((part) => widths[Math.floor(part * widths.length)]);
  return (
    lines.length >= MIN_NARROW_LINES &&
    words >= 2 * lines.length &&
    digits < 0.2 * lettersOf(lines) &&
    usual > 0.6 * full &&
    all.filter((text) => /^\p{Ll}/u.test(text)).length > MIN_GOING_ON * lines.length
  );
}

/**
 * Whether short lines, an address, say, stand beside running text and have nothing to do with it: they follow each
 * other closely, and not at the heights of its lines, as cells of a row would.
 */
export function isBesideText(text: readonly Fragment[], short: readonly Fragment[]): boolean {
  if (short.length < MIN_LINES + 2 || !isRunningText(text)) return false;
  const heights = text.map(({ bottom }) => bottom);
  const aligned = short.filter(({ top, bottom }) => heights.some((at) => Math.abs(at - bottom) < 0.2 * (top - bottom)));
  const down = short.toSorted((a, b) => b.bottom - a.bottom);
  const close = down.filter(({ top, bottom }, index) => {
    const above = down[index - 1];
    return above !== undefined && above.bottom - bottom < 2 * (top - bottom);
  });
  return aligned.length < 0.5 * short.length && close.length > 0.7 * short.length;
}

function lettersOf(lines: readonly Fragment[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

/** Words, or what counts as one in scripts without spaces. */
function weight(text: string): number {
  return Math.max(text.split(/\s+/).length, (text.match(/[\p{scx=Han}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0) / 2);
}
