import { describe, expect, it } from 'vitest';
import { fold, outputText } from '../../src/engine/fold.ts';
import type { Query } from '../../src/knowql/query.ts';
import { context, MemoryKnowledge } from './support/memory-knowledge.ts';
import { finishTurn, startTurn } from './support/run.ts';
import { cite, finish, ScriptedModel, text } from './support/scripted-model.ts';

const MSA = {
  path: 'contracts/acme-msa.md',
  text: '# MSA\n\n## §4.2 Payment\n\nAcme pays within 30 days of the invoice date.\n\n## §9 Law\n\nThe law of Delaware governs.',
};

function model() {
  return new ScriptedModel('test/model', [[text('Net 30'), text('.'), cite(1, 0, 4, 0.9), finish(40, 2)]]);
}

const CREATED: Query = {
  id: 'qry_test',
  sessionId: 'ses_test',
  model: null,
  created: 0,
  status: 'in_progress',
  error: null,
  previousQueryId: null,
  input: [],
  output: [],
  outputJson: null,
  citations: [],
  steps: [],
  usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  runtimeMs: 0,
};

describe('A composed turn', () => {
  it('tells its steps, its text, then rollup, synthesis, trace and the terminal event', async () => {
    const { events } = await finishTurn({ retriever: new MemoryKnowledge([MSA]), models: [model()] });
    const told = events.map((event) =>
      event.type === 'response.step' ? `${event.step.stepId} ${event.step.status}` : event.type,
    );
    expect(told).toEqual([
      'plan running',
      'plan completed',
      'retrieve running',
      'retrieve completed',
      'compose running',
      'response.output_text.delta',
      'response.output_text.delta',
      'compose completed',
      'response.turn_rollup',
      'response.synthesis',
      'response.trace',
      'response.completed',
    ]);
  });

  it('cites the quoted span with its source and section', async () => {
    const { terminal, text } = await finishTurn({ retriever: new MemoryKnowledge([MSA]), models: [model()] });
    expect(text).toBe('Net 30.');
    expect(terminal.result).toMatchObject({
      model: 'test/model',
      outputJson: null,
      citations: [
        {
          source: 'contracts/acme-msa.md',
          sectionPath: 'MSA › §4.2 Payment',
          sectionPaths: [['MSA', '§4.2 Payment']],
          score: 0.9,
          grounding: 'Acme',
          kind: 'chunk',
        },
      ],
    });
  });

  it('spends exactly what its steps spend', async () => {
    const { steps, terminal, events } = await finishTurn({ retriever: new MemoryKnowledge([MSA]), models: [model()] });
    const sum = (pick: (step: (typeof steps)[number]) => number | undefined) =>
      steps.reduce((total, step) => total + (pick(step) ?? 0), 0);
    expect(terminal.result.usage).toEqual({ inputTokens: 40, outputTokens: 2, totalTokens: 42, costUsd: null });
    expect(sum(({ inputTokens }) => inputTokens)).toBe(40);
    expect(sum(({ totalTokens }) => totalTokens)).toBe(42);
    expect(steps.at(-1)).toMatchObject({ cumInputTokens: 40, cumOutputTokens: 2 });
    expect(events.find(({ type }) => type === 'response.turn_rollup')).toMatchObject({
      rollup: { nSteps: 3, nToolCalls: 2, byCategory: { retrieval: 1, model: 1 }, totalHits: 1 },
    });
  });

  it('shows in its retrieve step what was called and what came back', async () => {
    const { steps } = await finishTurn({ retriever: new MemoryKnowledge([MSA]), models: [model()] });
    expect(steps[1]).toMatchObject({
      stepId: 'retrieve',
      strategy: { kind: 'retrieval', fns: ['search'], scope: ['docs'] },
      toolCalls: [
        {
          fn: 'search',
          category: 'retrieval',
          args: { query: 'What are the payment terms?' },
          result: { hits: 1, top: [{ source: 'contracts/acme-msa.md', section_path: ['MSA', '§4.2 Payment'] }] },
          ok: true,
        },
      ],
    });
  });

  it('folds to the same text, citations and usage that its events told', async () => {
    const { events, text, terminal } = await finishTurn({ retriever: new MemoryKnowledge([MSA]), models: [model()] });
    const query = fold([{ type: 'response.created', query: CREATED }, ...events]);
    expect(outputText(query)).toBe(text);
    expect(query).toMatchObject({ status: 'completed', error: null, ...terminal.result });
  });

  it('says which context a source is in when the scope has several', async () => {
    const retriever = new MemoryKnowledge([MSA, { ...MSA, context: 'pricing', path: 'p.md' }]);
    const contexts = [context('docs'), context('pricing')];
    const { terminal } = await finishTurn({ retriever, contexts, models: [model()] });
    expect(terminal.result.citations[0]).toMatchObject({ extensions: { context: 'docs' } });
  });

  it('searches again under the search workflow for words that nothing found speaks of, never more than max_steps', async () => {
    const sources = [
      { path: 'a.md', text: 'Payment terms of Acme: net 30, payment by wire.' },
      { path: 'b.md', text: 'Delaware law governs.' },
      { path: 'c.md', text: 'Acme payment terms are reviewed.' },
    ];
    const ask = 'payment terms Acme Delaware';
    const idsOf = async (controls: object) => {
      const { steps } = await finishTurn({ retriever: only(sources, 2), ask, controls, models: [model()] });
      return steps.map(({ stepId }) => stepId);
    };
    expect(await idsOf({ workflow: 'search' })).toEqual(['plan', 'retrieve', 'retrieve_2', 'compose']);
    expect(await idsOf({ workflow: 'search', maxSteps: 1 })).toEqual(['plan', 'retrieve', 'compose']);
    expect(await idsOf({ workflow: 'search_rag' })).toEqual(['plan', 'retrieve', 'compose']);
  });

  it('closes the knowledge it opened, also when its reader leaves', async () => {
    const retriever = new MemoryKnowledge([MSA]);
    await finishTurn({ retriever, models: [model()] });
    expect(retriever.openSnapshots).toBe(0);
    for await (const event of startTurn({ retriever, models: [model()] })) {
      if (event.type === 'response.output_text.delta') break;
    }
    expect(retriever.openSnapshots).toBe(0);
  });
});

/** A knowledge whose searches give at most `limit` hits, so that some words of an ask stay uncovered. */
function only(sources: ConstructorParameters<typeof MemoryKnowledge>[0], limit: number): MemoryKnowledge {
  const knowledge = new MemoryKnowledge(sources);
  const open = knowledge.open.bind(knowledge);
  knowledge.open = async (contexts) => {
    const snapshot = await open(contexts);
    return { ...snapshot, search: (request, signal) => snapshot.search({ ...request, limit }, signal) };
  };
  return knowledge;
}
