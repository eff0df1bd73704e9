import type { Fragment } from './fragments.ts';

/** Fewer lines side by side are no columns of text. */
const MIN_LINES = 4;
/** Part of the fragments that may lie across the gap between two columns: titles, wide figures. */
const MAX_ACROSS = 0.35;
const MAX_DEPTH = 4;
/** Places across a page where a gap is looked for. */
const MAX_STEPS = 400;
/** Words of a line of text; cells have fewer. */
const MIN_WORDS = 4;

/**
 * Parts of a page in reading order: columns one after the other, what spans them before or after those it stands
 * above or below. Only running text makes columns: the columns of a table are read row by row.
 */
export function readingOrder(fragments: readonly Fragment[], depth = 0): readonly (readonly Fragment[])[] {
  const gap = depth < MAX_DEPTH ? findGap(fragments) : undefined;
  if (gap === undefined) return fragments.length === 0 ? [] : [fragments];

  const across = fragments
    .filter(({ left, right }) => left < gap && right > gap)
    .toSorted((a, b) => middle(b) - middle(a));
  // Band n lies below n of the lines that span the gap.
  const bands = across.map((): Fragment[] => []).concat([[]]);
  for (const fragment of fragments) {
    if (fragment.left < gap && fragment.right > gap) continue;
    bands[across.filter((line) => middle(line) > middle(fragment)).length]?.push(fragment);
  }
  const regions: (readonly Fragment[])[] = [];
  let spanning: Fragment[] = [];
  for (let band = 0; band <= across.length; band += 1) {
    const beside = bands[band] ?? [];
    if (beside.length > 0) {
      if (spanning.length > 0) regions.push(spanning);
      spanning = [];
      for (const isLeft of [true, false]) {
        const column = beside.filter(({ right }) => right <= gap === isLeft);
        regions.push(...readingOrder(column, depth + 1));
      }
    }
    const line = across[band];
    if (line !== undefined) spanning.push(line);
  }
  if (spanning.length > 0) regions.push(spanning);
  return regions;
}

function middle({ top, bottom }: Fragment): number {
  return (top + bottom) / 2;
}

/** Where a vertical line touches the fewest fragments, if running text stands on both sides of it. */
function findGap(fragments: readonly Fragment[]): number | undefined {
  if (fragments.length < 2 * MIN_LINES) return undefined;
  const left = Math.min(...fragments.map((each) => each.left));
  const right = Math.max(...fragments.map((each) => each.right));
  const width = right - left;
  let best: { readonly from: number; to: number; readonly across: number } | undefined;
  const step = Math.max(2, width / MAX_STEPS); // a page may claim to be as wide as the earth
  for (let x = left + width * 0.12; x < right - width * 0.12; x += step) {
    const across = fragments.filter((each) => each.left < x && each.right > x).length;
    if (best !== undefined && across === best.across && x - best.to <= step * 1.25) best.to = x;
    else if (best === undefined || across < best.across) best = { from: x, to: x, across };
  }
  if (best === undefined || best.across > fragments.length * MAX_ACROSS) return undefined;
  const gap = (best.from + best.to) / 2;
  const sides = [fragments.filter((each) => each.right <= gap), fragments.filter((each) => each.left >= gap)] as const;
  return sides.every(isRunningText) && overlap(...sides) ? gap : undefined;
}

/** Most of the letters stand in lines of several words; labels of a figure between them do not matter. */
function isRunningText(lines: readonly Fragment[]): boolean {
  const running = lines.filter(({ text }) => weight(text) >= MIN_WORDS);
  const length = (of: readonly Fragment[]) => of.reduce((sum, { text }) => sum + text.length, 0);
  return running.length >= MIN_LINES && length(running) > 0.6 * length(lines);
}

/** Words, or what counts as one in scripts without spaces. */
function weight(text: string): number {
  return Math.max(text.split(/\s+/).length, (text.match(/[\p{scx=Han}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0) / 2);
}

/** Columns stand beside each other; what stands below the other side is no column. */
function overlap(one: readonly Fragment[], other: readonly Fragment[]): boolean {
  const span = (side: readonly Fragment[]) => [Math.min(...side.map(middle)), Math.max(...side.map(middle))] as const;
  const [[lowA, highA], [lowB, highB]] = [span(one), span(other)];
  const shared = Math.min(highA, highB) - Math.max(lowA, lowB);
  return shared > 0.5 * Math.min(highA - lowA, highB - lowB);
}
