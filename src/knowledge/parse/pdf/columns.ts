import type { Fragment } from './fragments.ts';
import { isBesideText, isRunningText, MIN_LINES } from './running-text.ts';

/** Part of the fragments that may lie across the gap between two columns: titles, wide figures. */
const MAX_ACROSS = 0.35;
const MAX_DEPTH = 4;
/** Places across a page where a gap is looked for. */
const MAX_STEPS = 400;

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
  if (!overlap(...sides)) return undefined;
  return sides.every(isRunningText) || isBesideText(...sides) || isBesideText(sides[1], sides[0]) ? gap : undefined;
}

/** Columns stand beside each other; what stands below the other side is no column. */
function overlap(one: readonly Fragment[], other: readonly Fragment[]): boolean {
  const span = (side: readonly Fragment[]) => [Math.min(...side.map(middle)), Math.max(...side.map(middle))] as const;
  const [[lowA, highA], [lowB, highB]] = [span(one), span(other)];
  const shared = Math.min(highA, highB) - Math.max(lowA, lowB);
  return shared > 0.5 * Math.min(highA - lowA, highB - lowB);
}
