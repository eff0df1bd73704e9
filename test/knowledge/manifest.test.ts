import { describe, expect, it } from 'vitest';
import { effectiveManifest, toManifestDocument } from '../../src/knowledge/manifest.ts';
import type { JsonObject } from '../../src/lib/json.ts';

const fault = (manifest: JsonObject) => {
  try {
    effectiveManifest(manifest);
  } catch (error) {
    return error;
  }
  throw new Error('the manifest was taken');
};

describe('a manifest', () => {
  it('has every choice made where nothing is said', () => {
    expect(effectiveManifest({})).toEqual({
      chunking: { strategy: 'headings', size: 200, overlap: 0 },
      artifacts: { byRule: true, byModel: [] },
      languages: [],
    });
  });

  it('keeps what is said, each choice once', () => {
    const manifest = effectiveManifest({
      chunking: { strategy: 'fixed', size: 120, overlap: 60 },
      artifacts: { by_rule: false, by_model: ['topic', 'summary', 'topic'] },
      languages: ['de', 'en'],
    });
    expect(manifest).toEqual({
      chunking: { strategy: 'fixed', size: 120, overlap: 60 },
      artifacts: { byRule: false, byModel: ['topic', 'summary'] },
      languages: ['de', 'en'],
    });
    expect(effectiveManifest(toManifestDocument(manifest))).toEqual(manifest);
  });

  it.each([
    [{ chunks: {} }, 'manifest.chunks', 'left out: manifest has the members chunking, artifacts, languages'],
    [{ chunking: null }, 'manifest.chunking', 'an object'],
    [{ chunking: [] }, 'manifest.chunking', 'an object'],
    [{ chunking: { words: 5 } }, 'manifest.chunking.words', 'left out: manifest.chunking has the members strategy,'],
    [{ chunking: { strategy: 'pages' } }, 'manifest.chunking.strategy', 'one of headings, sentences, fixed'],
    [{ chunking: { size: 39 } }, 'manifest.chunking.size', 'a whole number of words from 40 to 1000'],
    [{ chunking: { size: 1_001 } }, 'manifest.chunking.size', 'a whole number of words'],
    [{ chunking: { size: 80.5 } }, 'manifest.chunking.size', 'a whole number of words'],
    [{ chunking: { size: '200' } }, 'manifest.chunking.size', 'a whole number of words'],
    [{ chunking: { overlap: -1 } }, 'manifest.chunking.overlap', 'a whole number of words from 0 to 1000'],
    [
      { chunking: { overlap: 101 } },
      'manifest.chunking.overlap',
      "at most half of the chunk's size, that is 100 words",
    ],
    [{ chunking: { size: 60, overlap: 40 } }, 'manifest.chunking.overlap', 'at most half of the chunk'],
    [{ artifacts: false }, 'manifest.artifacts', 'an object'],
    [{ artifacts: { by_rule: 'yes' } }, 'manifest.artifacts.by_rule', 'true or false'],
    [{ artifacts: { by_model: 'summary' } }, 'manifest.artifacts.by_model', 'a list of summary, topic, entity, event'],
    [{ artifacts: { by_model: ['doc'] } }, 'manifest.artifacts.by_model[0]', 'one of summary, topic, entity, event'],
    [{ languages: ['en', 'English'] }, 'manifest.languages[1]', 'one of da, de, en'],
    [{ __proto__: null, constructor: {} }, 'manifest.constructor', 'left out'],
  ] as const)('%j is refused, and the member at fault named', (manifest, field, must) => {
    expect(fault(manifest as unknown as JsonObject)).toMatchObject({
      code: 'bad_request',
      field,
      message: expect.stringContaining(`${field} must be ${must}`),
    });
  });
});
