import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/models/catalog.ts';
import { createExtractiveModel } from '../../src/models/extractive/model.ts';

const extractive = createExtractiveModel();
const other = { ...createExtractiveModel(), id: 'test/other', label: 'Other' };

describe('The catalogue', () => {
  it('has the first model as default and behind every tier that names no other', () => {
    const catalog = createCatalog([extractive, other], { tiers: { pro: 'test/other' } });
    expect(catalog.default).toBe('local/extractive');
    expect(catalog.tiers).toEqual({ lite: 'local/extractive', standard: 'local/extractive', pro: 'test/other' });
    expect(catalog.resolve('pro')).toBe(other);
    expect(catalog.resolve('lite')).toBe(extractive);
    expect(catalog.resolve('test/other')).toBe(other);
  });

  it('resolves nothing that it does not have, whatever it is called', () => {
    const catalog = createCatalog([extractive]);
    for (const id of ['gpt', '', 'toString', '__proto__', 'constructor']) expect(catalog.resolve(id)).toBeUndefined();
  });

  it('describes each model', () => {
    expect(createCatalog([extractive]).models).toEqual([
      {
        id: 'local/extractive',
        label: expect.any(String),
        provider: 'local',
        available: true,
        unavailableReason: null,
        thinkingLevels: [],
        maxSteps: null,
        price: null,
      },
    ]);
  });

  it('lists what cannot answer with the reason, and resolves none of it', () => {
    const price = { input: 1, output: 2 };
    const unavailable = {
      id: 'test/away',
      label: 'Away',
      price,
      thinkingLevels: ['low', 'high'],
      reason: 'No key.',
    } as const;
    const catalog = createCatalog([extractive], { unavailable: [unavailable] });
    expect(catalog.models[1]).toEqual({
      id: 'test/away',
      label: 'Away',
      provider: 'test',
      available: false,
      unavailableReason: 'No key.',
      thinkingLevels: ['low', 'high'],
      maxSteps: null,
      price,
    });
    expect(catalog.resolve('test/away')).toBeUndefined();
  });

  it('refuses two models of one id and a tier without its model', () => {
    expect(() => createCatalog([extractive, extractive])).toThrow(RangeError);
    expect(() => createCatalog([extractive], { tiers: { pro: 'test/none' } })).toThrow(/test\/none/);
  });
});
