import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CATALOG } from '../../src/models/default-catalog.ts';
import { openModels } from '../../src/models/open-models.ts';
import { CatalogFault, readCatalog } from '../../src/models/read-catalog.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(content: unknown) {
  const file = join(directory, 'models.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readCatalog(file);
}

const model = (id: string, more: object = {}) => ({
  id,
  label: 'A model',
  thinking: { control: 'none', levels: [] },
  ...more,
});

describe('A catalogue file', () => {
  it('may say all that the built-in catalogue says', async () => {
    expect(await read(DEFAULT_CATALOG)).toEqual(DEFAULT_CATALOG);
  });

  it('may be the one that the documentation shows', async () => {
    const page = await readFile(new URL('../../docs/models.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
    const { catalog, embedder } = await openModels(await read(example), { apiKey: 'a-key', baseUrl: undefined });
    expect(catalog.tiers['standard']).toBe(catalog.default);
    expect(embedder?.dimension).toBe(768);
  });

  it('lists the prices that the documentation states', async () => {
    const page = await readFile(new URL('../../docs/models.md', import.meta.url), 'utf8');
    const stated = [...page.matchAll(/^\|(.*?)\| `(google\/[^`]+)` \| (\S+) \| (\S+) \| (\S+) \|$/gm)].map(
      ([, tier = '', id = '', ...prices]) => ({ id, tier: /`(\w+)`/.exec(tier)?.[1], prices: prices.map(Number) }),
    );
    const tierOf = (id: string) => Object.entries(DEFAULT_CATALOG.tiers ?? {}).find(([, model]) => model === id)?.[0];
    expect(stated.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      DEFAULT_CATALOG.models
        .map(({ id, usd_per_million_tokens: price }) => ({
          id,
          tier: tierOf(id),
          prices: [price?.input, price?.cached_input, price?.output],
        }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it('may be as small as one model', async () => {
    expect(await read({ models: [model('google/gemini-x')] })).toEqual({ models: [model('google/gemini-x')] });
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"models": [', /no JSON/],
    ['no list of models', {}, /the catalogue must have required property 'models'/],
    ['an unknown member', { models: [], modles: [] }, /additional properties: "modles"/],
    ['another provider', { models: [model('openai/gpt')] }, /\/models\/0\/id must match pattern/],
    [
      'a price below nothing',
      { models: [model('google/x', { usd_per_million_tokens: { input: -1, output: 1 } })] },
      /input must be >= 0/,
    ],
    [
      'an unknown level',
      { models: [model('google/x', { thinking: { control: 'level', levels: ['much'] } })] },
      /minimal, low, medium, high/,
    ],
    ['a model twice', { models: [model('google/x'), model('google/x')] }, /google\/x is listed twice/],
    ['a default that is not there', { default: 'google/y', models: [model('google/x')] }, /default names google\/y/],
    [
      'a tier that leads nowhere',
      { tiers: { pro: 'google/y' }, models: [model('google/x')] },
      /tiers.pro names google\/y/,
    ],
  ])('is refused with %s, and told where it is wrong', async (_what, content, message) => {
    const fault = await read(content).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(CatalogFault);
    expect((fault as CatalogFault).message).toMatch(message);
    expect((fault as CatalogFault).message).not.toContain(directory);
  });

  it('is refused when it is not there', () => {
    expect(() => readCatalog(join(directory, 'none.json'))).toThrow(/cannot be read/);
  });
});
