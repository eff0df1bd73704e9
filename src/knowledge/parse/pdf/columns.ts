import type { Fragment } from './fragments.ts';

/** Fewer lines side by side are no columns of text. */
const MIN_LINES = 4;
/** Part of the fragments that may lie across the gap between two columns: titles, wide figures. */
const MAX_ACROSS = 0.35;
const MAX_DEPTH = 4;

/**
 * Parts of a page in reading order: columns one after the other, what spans them before or after those it stands
 * above or below. Only running text makes columns: the columns of a table are read row by row.
 */
export function readingOrder(fragments: readonly Fragment[], depth = 0): readonly (readonly Fragment[])[] {
  const gap = depth < MAX_DEPTH ? findGap(fragments) : undefined;
  if (gap === undefined) return fragments.length === 0 ? [] : [fragments];

  const across = fragments.filter(({ left, right }) => left < gap && right > gap);
  const beside = fragments.filter((fragment) => !across.includes(fragment));
  const regions: (readonly Fragment[])[] = [];
  let upper = Number.POSITIVE_INFINITY;
  const addBeside = (lower: number) => {
    const band = beside.filter((each) => middle(each) < upper && middle(each) >= lower);
    regions.push(
      ...readingOrder(
        band.filter(({ right }) => right <= gap),
        depth + 1,
      ),
    );
    regions.push(
      ...readingOrder(
        band.filter(({ right }) => right > gap),
        depth + 1,
      ),
    );
    upper = lower;
  };
  const spanning = across.toSorted((a, b) => middle(b) - middle(a));
  let group: Fragment[] = [];
  for (const fragment of spanning) {
    const between = beside.some((each) => middle(each) < Math.min(upper, lowest(group)) && middle(each) > fragment.top);
    if (between && group.length > 0) {
      regions.push(group);
      group = [];
    }
    if (between) addBeside(fragment.top);
    group.push(fragment);
    upper = Math.min(upper, middle(fragment));
  }
  if (group.length > 0) regions.push(group);
  addBeside(Number.NEGATIVE_INFINITY);
  return regions;
}

function middle({ top, bottom }: Fragment): number {
  return (top + bottom) / 2;
}

function lowest(group: readonly Fragment[]): number {
  return Math.min(...group.map(middle));
}

/** Where a vertical line touches the fewest fragments, if running text stands on both sides of it. */
function findGap(fragments: readonly Fragment[]): number | undefined {
  if (fragments.length < 2 * MIN_LINES) return undefined;
  const left = Math.min(...fragments.map((each) => each.left));
  const right = Math.max(...fragments.map((each) => each.right));
  const width = right - left;
  let best: { readonly from: number; to: number; readonly across: number } | undefined;
  for (let x = left + width * 0.12; x < right - width * 0.12; x += 2) {
    const across = fragments.filter((each) => each.left < x && each.right > x).length;
    if (best !== undefined && across === best.across && x - best.to <= 2.5) best.to = x;
    else if (best === undefined || across < best.across) best = { from: x, to: x, across };
  }
  if (best === undefined || best.across > fragments.length * MAX_ACROSS) return undefined;
  const gap = (best.from + best.to) / 2;
  const sides = [fragments.filter((each) => each.right <= gap), fragments.filter((each) => each.left >= gap)] as const;
  return sides.every(isRunningText) && overlap(...sides) ? gap : undefined;
}

/** Lines of several words that fill most of their column. */
function isRunningText(lines: readonly Fragment[]): boolean {
  if (lines.length < MIN_LINES) return false;
  const words = lines.map(({ text }) => weight(text)).toSorted((a, b) => a - b);
  return (words[words.length >> 1] ?? 0) >= 4;
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
