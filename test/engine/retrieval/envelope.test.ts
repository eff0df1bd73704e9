import { describe, expect, it } from 'vitest';
import type { TurnControls } from '../../../src/knowql/controls.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { MemoryKnowledge } from '../support/memory-knowledge.ts';
import { finishTurn } from '../support/run.ts';

const SOURCES = [
  { path: 'a.md', text: '# Terms\n\nPayment terms 😀😀 are net 30.' },
  { path: 'b.md', text: 'Late payment terms.' },
  { path: 'c.md', text: 'Nothing of the kind.' },
];

async function envelope(controls: Partial<TurnControls>): Promise<JsonObject> {
  const { terminal, events, text, steps } = await finishTurn({ retriever: new MemoryKnowledge(SOURCES), controls });
  expect(terminal).toMatchObject({ type: 'response.completed', result: { model: null, citations: [] } });
  expect(text).toBe('');
  expect(events.some(({ type }) => type === 'response.synthesis')).toBe(false);
  expect(steps.some(({ stepId }) => stepId === 'compose')).toBe(false);
  return terminal.result.outputJson as JsonObject;
}

describe('A retrieval-only turn', () => {
  it('answers with the retrieved material in canonical JSON', async () => {
    expect(await envelope({ mode: 'retrieval_only' })).toEqual({
      answered_by: 'retrieval',
      mode: 'retrieval_only',
      counts: { chunks: 2, artifacts: 0 },
      chunks: [
        expect.objectContaining({ kind: 'chunk', context: 'docs', rank: 1, source: 'a.md', section_path: ['Terms'] }),
        expect.objectContaining({ kind: 'chunk', rank: 2, source: 'b.md', text: 'Late payment terms.' }),
      ],
      artifacts: [],
      retrieval: {
        query_variants: ['What are the payment terms?', 'payment terms'],
        keyword_query: 'payment terms',
        matched_artifacts: [],
        entry_level: 'chunk',
        expand_window: 0,
      },
    });
  });

  it('leaves the text out when pointers are wanted', async () => {
    const { chunks } = await envelope({ mode: 'pointers_only' });
    expect(chunks).toHaveLength(2);
    expect(JSON.stringify(chunks)).not.toContain('"text"');
  });

  it('has no artifacts to give, and says so', async () => {
    expect(await envelope({ mode: 'artifacts_only' })).toMatchObject({
      mode: 'artifacts_only',
      counts: { chunks: 0, artifacts: 0 },
      chunks: [],
      artifacts: [],
      retrieval: { entry_level: null },
    });
  });

  it('gives at most max_retrieved items', async () => {
    expect(await envelope({ mode: 'chunks_only', maxRetrieved: 1 })).toMatchObject({ counts: { chunks: 1 } });
  });

  it('cuts text to max_retrieved_chars code points and marks only what it cut', async () => {
    const { chunks } = await envelope({ mode: 'retrieval_only', maxRetrievedChars: 19 });
    expect(chunks).toMatchObject([{ text: 'Payment terms 😀😀 ar', truncated: true }, { text: 'Late payment terms.' }]);
    expect((chunks as readonly JsonObject[])[1]).not.toHaveProperty('truncated');
  });
});
