import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS_DIRECTORY, tryLoadCollection } from '../../bench/retrieval/collection.ts';
import { measure } from '../../bench/retrieval/measure.ts';
import { meanQuality } from '../../bench/retrieval/quality.ts';

const present = existsSync(COLLECTIONS_DIRECTORY);
if (!present) console.warn('../shared/data is absent: the quality of retrieval is not tested');

describe.skipIf(!present)('retrieval', () => {
  it.each(['claude-docs', 'xquad/zh'])('is no worse than plain BM25: %s', async (name) => {
    const collection = await tryLoadCollection(name);
    if (collection === undefined) throw new Error(`${name} is missing`);
    const measured = await measure({ ...collection, queries: collection.queries.slice(0, 200) });
    const [plain, library] = [meanQuality(measured.plain), meanQuality(measured.library)];
    expect(library.ndcg).toBeGreaterThanOrEqual(plain.ndcg - 0.003);
    expect(library.recall).toBeGreaterThanOrEqual(plain.recall - 0.01);
  });
});
