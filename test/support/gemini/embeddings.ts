import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/lib/json.ts';
import type { Reply } from './fake-gemini.ts';

interface EmbedRequest {
  readonly content?: { readonly parts?: readonly { readonly text?: string }[] };
  readonly outputDimensionality?: number;
}

/**
 * One vector for each text, the sum of its words' vectors: texts that share words are near, the same text is always
 * the same. As the service's own of less than full length, they are not of unit length.
 */
export function embeds({ usage = true }: { readonly usage?: boolean } = {}): Reply {
  return ({ call, response }) => {
    const requests = (call.body['requests'] ?? []) as readonly EmbedRequest[];
    const texts = requests.map(({ content }) => (content?.parts ?? []).map(({ text }) => text ?? '').join(' '));
    const embeddings = texts.map((text, index) => ({
      values: wordVector(text, requests[index]?.outputDimensionality ?? 3_072),
    }));
    const promptTokenCount = texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
    const body = { embeddings, ...(usage ? { usageMetadata: { promptTokenCount } } : {}) } satisfies JsonObject;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

function wordVector(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  for (const word of wordsOf(text)) {
    const hash = createHash('sha256').update(word).digest();
    // Four places a word, so that two words seldom share all of theirs.
    for (let at = 0; at < 16; at += 4) {
      const place = hash.readUInt32BE(at) % dimension;
      vector[place] = (vector[place] ?? 0) + ((hash[at + 16] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  // A text without words has a direction too.
  if (!vector.some((value) => value !== 0)) vector[0] = 1;
  return vector;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
