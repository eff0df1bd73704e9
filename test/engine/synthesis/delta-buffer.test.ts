import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeltaBuffer } from '../../../src/engine/synthesis/delta-buffer.ts';
import { MemoryKnowledge } from '../support/memory-knowledge.ts';
import { finishTurn } from '../support/run.ts';
import { finish, ScriptedModel, text } from '../support/scripted-model.ts';

/** Any text, cut between any two UTF-16 units. */
const pieces = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.array(fc.nat(60)))
  .map(([whole, cuts]) => {
    const places = [
      0,
      ...cuts.filter((cut) => cut <= whole.length).toSorted((one, other) => one - other),
      whole.length,
    ];
    return places.slice(1).map((end, at) => whole.slice(places[at], end));
  });

const isHalved = (value: string) => /\p{Surrogate}/u.test(value);

describe('Deltas', () => {
  it('concatenate to the text that was pushed, wherever it was cut', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const buffer = new DeltaBuffer();
        const deltas = [...parts.map((part) => buffer.push(part)), buffer.flush()];
        expect(deltas.filter(isHalved)).toEqual([]);
        expect(deltas.join('')).toBe(parts.join('').replaceAll('\0', '\uFFFD'));
      }),
    );
  });

  it('replace half a pair that stays alone', () => {
    const buffer = new DeltaBuffer();
    expect([buffer.push('a\ud83d'), buffer.push('b'), buffer.push('\ud83d'), buffer.flush()]).toEqual([
      'a',
      '\uFFFDb',
      '',
      '\uFFFD',
    ]);
  });

  it('are never empty in a turn, and equal the final text exactly', async () => {
    const retriever = new MemoryKnowledge([{ path: 'a.md', text: 'Payment terms.' }]);
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const models = [new ScriptedModel('test/model', [[...parts.map(text), finish()]])];
        const { events, text: told } = await finishTurn({ retriever, models });
        const deltas = events.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []));
        expect(deltas.filter((delta) => delta === '' || isHalved(delta))).toEqual([]);
        expect(told).toBe(parts.join('').replaceAll('\0', '\uFFFD'));
      }),
      { numRuns: 50 },
    );
  });
});
