import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/web/styles/tokens.css', 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Text on what it stands on. */
const PAIRS = [
  ['text', 'paper'],
  ['text', 'surface'],
  ['text', 'sunken'],
  ['text', 'accent-soft'],
  ['muted', 'paper'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['muted', 'accent-soft'],
  ['accent', 'paper'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['bad', 'bad-soft'],
] as const;

describe('the colours of the page', () => {
  it.each(PAIRS.flatMap(([text, ground]) => (['light', 'dark'] as const).map((scheme) => ({ text, ground, scheme }))))(
    '$text on $ground is readable in $scheme',
    ({ text, ground, scheme }) => {
      const ratio = contrast(tokens.get(text)?.[scheme] ?? '', tokens.get(ground)?.[scheme] ?? '');
      expect(ratio).toBeGreaterThanOrEqual(4.5);
    },
  );
});
