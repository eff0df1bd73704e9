import { describe, expect, it } from 'vitest';
import { DEFAULT_CATALOG } from '../../src/models/default-catalog.ts';
import { openModels } from '../../src/models/open-models.ts';

const withKey = { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:9' };
const withoutKey = { apiKey: undefined, baseUrl: undefined };

describe('The models of a deployment', () => {
  it('without a key are the extractive one, and the others with the reason why they are not', async () => {
    const { catalog, embedder, compiler } = await openModels(DEFAULT_CATALOG, withoutKey);
    expect(catalog.default).toBe('local/extractive');
    expect(Object.values(catalog.tiers)).toEqual(['local/extractive', 'local/extractive', 'local/extractive']);
    expect(catalog.models.filter(({ available }) => available).map(({ id }) => id)).toEqual(['local/extractive']);
    expect(catalog.models.length).toBe(DEFAULT_CATALOG.models.length + 1);
    for (const { id, unavailableReason } of catalog.models.slice(1)) {
      expect(unavailableReason).toContain('GEMINI_API_KEY');
      expect(catalog.resolve(id)).toBeUndefined();
    }
    expect([embedder, compiler]).toEqual([undefined, undefined]);
  });

  it('with a key answer by the names and tiers of the catalogue', async () => {
    const { catalog, embedder, compiler } = await openModels(DEFAULT_CATALOG, withKey);
    expect(catalog.default).toBe('google/gemini-3.5-flash');
    expect(catalog.models[0]?.id).toBe(catalog.default);
    for (const [tier, id] of Object.entries(DEFAULT_CATALOG.tiers ?? {})) expect(catalog.resolve(tier)?.id).toBe(id);
    expect(catalog.resolve('local/extractive')?.id).toBe('local/extractive');
    expect(catalog.models.every(({ available }) => available)).toBe(true);
    expect(catalog.models.find(({ id }) => id === 'google/gemini-3.1-pro-preview')).toMatchObject({
      thinkingLevels: ['low', 'medium', 'high'],
      maxSteps: { search: 32, search_rag: 1 },
      price: { input: 2, cachedInput: 0.2, output: 12 },
    });
    expect(embedder).toMatchObject({ id: 'google/gemini-embedding-001@768', dimension: 768 });
    expect(compiler?.id).toMatch(new RegExp(`^${DEFAULT_CATALOG.tiers?.lite}#`));
  });

  it('are those of the catalogue and no more', async () => {
    const thinking = { control: 'none', levels: [] } as const;
    const { catalog, embedder, compiler } = await openModels(
      {
        models: [{ id: 'google/gemini-x', label: 'X', thinking }],
        tiers: { lite: 'local/extractive' },
        query_defaults: { max_steps: { search: 3 }, thinking_level: 'high' },
      },
      withKey,
    );
    expect(catalog.models.map(({ id }) => id)).toEqual(['google/gemini-x', 'local/extractive']);
    expect(catalog.default).toBe('google/gemini-x');
    expect(catalog.tiers).toEqual({ lite: 'local/extractive', standard: 'google/gemini-x', pro: 'google/gemini-x' });
    expect(catalog.maxSteps).toEqual({ search: 3, search_rag: 1 });
    expect(catalog.defaultThinkingLevel).toBe('high');
    expect(embedder).toBeUndefined();
    expect(compiler?.id).toMatch(/^google\/gemini-x#/);
  });

  it('may have the extractive one as their default', async () => {
    const { catalog } = await openModels({ ...DEFAULT_CATALOG, default: 'local/extractive' }, withKey);
    expect(catalog.default).toBe('local/extractive');
    expect(catalog.models.map(({ id }) => id).filter((id) => id === 'local/extractive')).toHaveLength(1);
  });
});
