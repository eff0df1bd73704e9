import { describe, expect, it } from 'vitest';
import { fitLatentSpace } from '../../../src/knowledge/latent/fit-latent-space.ts';
import { dot, LatentSpace } from '../../../src/knowledge/latent/latent-space.ts';
import { latentMeanings } from '../../../src/knowledge/search/latent.ts';

/** Two subjects; texts of one never share a term with texts of the other, and rarely all with each other. */
const SUBJECTS = [
  ['invoice', 'payment', 'fee', 'charge', 'receipt', 'tax'],
  ['engine', 'wing', 'flow', 'lift', 'drag', 'rotor'],
];
const TEXTS = Array.from({ length: 120 }, (_, at) => {
  const subject = SUBJECTS[at % 2] ?? [];
  const start = (at >> 1) % subject.length;
  return [...subject, ...subject].slice(start, start + 3).join(' ');
});

function fitted(): LatentSpace {
  const space = fitLatentSpace(TEXTS, 2);
  if (space === undefined) throw new Error('nothing was fitted');
  return new LatentSpace(space);
}

describe('a latent space', () => {
  it('places texts of one subject near each other, though they share no term', () => {
    const space = fitted();
    const near = dot(space.place(['invoice']), space.place(['charge']));
    const far = dot(space.place(['invoice']), space.place(['wing']));
    expect(near).toBeGreaterThan(far + 0.1);
    expect(Math.abs(far)).toBeLessThan(0.05);
  });

  it('places a text that came later like any other, and one of unknown terms nowhere', () => {
    const space = fitted();
    const place = space.place(['engine', 'wing', 'turbine']);
    expect(dot(place, place)).toBeCloseTo(1, 5);
    expect(dot(place, space.place(['wing', 'engine']))).toBeCloseTo(1, 5);
    expect(space.place(['turbine', 'toString']).every((value) => value === 0)).toBe(true);
  });

  it('is the same for the same texts, and none for a few', () => {
    expect(fitLatentSpace(TEXTS)).toEqual(fitLatentSpace(TEXTS));
    expect(fitLatentSpace(TEXTS.slice(0, 63))).toBeUndefined();
    expect(fitLatentSpace(Array.from({ length: 100 }, (_, at) => `only${at}`))).toBeUndefined();
  });

  it('has a bound, whatever the number of texts', () => {
    const many = Array.from({ length: 9_000 }, (_, at) => `a${at % 50} b${at % 70} c${at % 11}`);
    const space = fitLatentSpace(many);
    expect(space?.dimension).toBeLessThanOrEqual(128);
    expect(space?.directions.length).toBe((space?.dimension ?? 0) * 131);
  }, 60_000);
});

describe('the meaning of candidates', () => {
  const space = fitted();
  const candidate = (terms: string, words: number, own: LatentSpace | undefined = space) => ({
    terms: terms.split(' '),
    words,
    space: own,
    query: ['invoice'],
  });

  it('prefers what is about the query among what has its words', () => {
    const [about, beside] = latentMeanings([candidate('invoice payment fee', 1), candidate('invoice rotor drag', 1)]);
    expect(about).toBeGreaterThan(beside ?? 1);
  });

  it('is undefined where a context has no space', () => {
    const [known, unknown] = latentMeanings([
      candidate('invoice fee', 1),
      { ...candidate('invoice', 1), space: undefined },
    ]);
    expect(known).toBeGreaterThan(0);
    expect(unknown).toBeUndefined();
  });
});
