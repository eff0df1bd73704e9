import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../../src/engine/ports/artifacts.ts';
import type { TurnControls } from '../../../src/knowql/controls.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { MemoryKnowledge, type MemorySource } from '../support/memory-knowledge.ts';
import { finishTurn } from '../support/run.ts';

const SOURCES = [
  { path: 'a.md', text: '# Terms\n\nPayment terms 😀😀 are net 30.' },
  { path: 'b.md', text: 'Late payment terms.' },
  { path: 'c.md', text: 'Nothing of the kind.' },
];

const ARTIFACTS: readonly Artifact[] = [
  { id: 'art_1', contextSlug: 'docs', type: 'doc', name: 'Handbook', sources: ['a.md'], text: 'On holidays.' },
  { id: 'art_2', contextSlug: 'docs', type: 'glossary', name: 'Term', sources: ['a.md', 'b.md'], text: 'The 😀 span.' },
  {
    id: 'art_3',
    contextSlug: 'docs',
    type: 'table',
    name: 'Payment terms',
    sources: ['b.md'],
    text: 'net 30 | net 60',
  },
];

async function envelope(
  controls: Partial<TurnControls>,
  artifacts: readonly Artifact[] = [],
  sources: readonly MemorySource[] = SOURCES,
): Promise<JsonObject> {
  const retriever = new MemoryKnowledge(sources, artifacts);
  const { terminal, events, text, steps } = await finishTurn({ retriever, controls });
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

  it('adds what stands beside a short chunk below all that was found, while there is room', async () => {
    const text = 'The payment terms:\n\nNet 30.\n\nUnrelated.';
    const ask = (maxRetrieved: number) =>
      envelope({ mode: 'retrieval_only', maxRetrieved }, [], [{ path: 'd.md', text }, ...SOURCES]);
    const wide = await ask(20);
    expect(wide).toMatchObject({ counts: { chunks: 4 }, retrieval: { expand_window: 1 } });
    const chunks = wide['chunks'] as readonly JsonObject[];
    expect(chunks.map(({ found_by }) => found_by)).toEqual([['keyword'], ['keyword'], ['keyword'], []]);
    expect(chunks[3]).toMatchObject({ text: 'Net 30.', rank: 4 });
    const scores = chunks.map(({ score }) => score as number);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(await ask(3)).toMatchObject({ counts: { chunks: 3 }, retrieval: { expand_window: 0 } });
  });

  it('leaves the text out when pointers are wanted', async () => {
    const { chunks } = await envelope({ mode: 'pointers_only' });
    expect(chunks).toHaveLength(2);
    expect(JSON.stringify(chunks)).not.toContain('"text"');
  });

  it('gives the artifacts that match beside the chunks, best first', async () => {
    expect(await envelope({ mode: 'retrieval_only' }, ARTIFACTS)).toMatchObject({
      counts: { chunks: 2, artifacts: 2 },
      artifacts: [
        {
          id: 'art_3',
          kind: 'artifact',
          context: 'docs',
          type: 'table',
          name: 'Payment terms',
          sources: ['b.md'],
          rank: 1,
          text: 'net 30 | net 60',
        },
        { id: 'art_2', rank: 2, sources: ['a.md', 'b.md'] },
      ],
      retrieval: { matched_artifacts: ['Payment terms', 'Term'], entry_level: 'chunk' },
    });
  });

  it.each([
    { mode: 'artifacts_only', chunks: 0, artifacts: 2, level: 'artifact', fns: ['search_artifacts'] },
    { mode: 'chunks_only', chunks: 2, artifacts: 0, level: 'chunk', fns: ['search'] },
    { mode: 'pointers_only', chunks: 2, artifacts: 2, level: 'chunk', fns: ['search', 'search_artifacts'] },
  ] as const)(
    'searches under $mode for what it gives, and for nothing else',
    async ({ mode, level, fns, ...counts }) => {
      const retriever = new MemoryKnowledge(SOURCES, ARTIFACTS);
      const { terminal, steps } = await finishTurn({ retriever, controls: { mode, workflow: 'search_rag' } });
      expect(steps.flatMap(({ toolCalls = [] }) => toolCalls.map(({ fn }) => fn))).toEqual(fns);
      expect(terminal.result.outputJson).toMatchObject({ mode, counts, retrieval: { entry_level: level } });
      expect(JSON.stringify(terminal.result.outputJson).includes('"text"')).toBe(mode !== 'pointers_only');
    },
  );

  it('limits and cuts artifacts as it does chunks', async () => {
    const { artifacts, counts } = await envelope({ mode: 'retrieval_only', maxRetrieved: 1 }, ARTIFACTS);
    expect(artifacts).toMatchObject([{ id: 'art_3' }]);
    expect(counts).toEqual({ chunks: 1, artifacts: 1 });

    const cut = await envelope({ mode: 'artifacts_only', maxRetrievedChars: 5 }, ARTIFACTS);
    expect(cut['artifacts']).toMatchObject([
      { text: 'net 3', truncated: true },
      { text: 'The 😀', truncated: true },
    ]);
  });

  it('has no artifacts to give where none are compiled, and says so', async () => {
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
