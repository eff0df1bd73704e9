import { describe, expect, it, vi } from 'vitest';
import type { StepEvent } from '../../../src/engine/events.ts';
import type { Retriever } from '../../../src/engine/ports/knowledge.ts';
import { GatewayError } from '../../../src/errors.ts';
import { toCanonical } from '../../../src/knowql/canonical.ts';
import { StopError } from '../../../src/lib/signals.ts';
import { faultsOf } from '../../support/wire-contract.ts';
import { MemoryKnowledge } from '../support/memory-knowledge.ts';
import { collect, finishTurn, startTurn, type TurnSetup, toFinished } from '../support/run.ts';
import { cite, finish, ScriptedModel, text } from '../support/scripted-model.ts';
import { call, type ScriptedMove, ScriptedResearcher } from '../support/scripted-researcher.ts';

const SOURCES = [
  {
    path: 'msa.md',
    text: '# MSA\n\n## §4 Payment\n\nAcme pays within 30 days of the invoice date.\n\n## §9 Law\n\nThe law of Delaware governs.',
  },
  { path: 'pricing.md', text: '# Pricing\n\nThe Team plan costs 99 dollars a month.' },
];
const SEARCH = call('search', { query: 'payment within days' });

const knowledge = () => new MemoryKnowledge(SOURCES);

function researcher(moves: readonly ScriptedMove[], id = 'test/researcher') {
  return new ScriptedResearcher(id, moves, [[text('Net 30.'), cite(1, 0, 4), finish(40, 2)]]);
}

describe('A turn whose model looks things up', () => {
  it('makes each move a step, and composes from what was found', async () => {
    const model = researcher([
      { says: 'First the payment terms.', calls: [SEARCH] },
      { says: 'Now the law.', calls: [call('read_source', { source: 'msa.md', section: '§9 Law' })] },
      { says: 'That is all.', calls: [] },
    ]);
    const { steps, terminal } = await finishTurn({ retriever: knowledge(), models: [model] });
    expect(steps.map(({ stepId, commentary }) => [stepId, commentary])).toEqual([
      ['plan', expect.any(String)],
      ['research_1', 'First the payment terms. Found 1 passage in 1 source.'],
      ['research_2', 'Now the law. Read 1 part of 1 source.'],
      ['research_3', 'That is all. Nothing more to look up.'],
      ['compose', expect.stringContaining('test/researcher answered')],
    ]);
    const passages = model.requests[0]?.passages.map(({ hit }) => hit.chunk.text);
    expect(passages).toEqual(
      expect.arrayContaining(['Acme pays within 30 days of the invoice date.', 'The law of Delaware governs.']),
    );
    expect(terminal).toMatchObject({ type: 'response.completed', result: { model: 'test/researcher' } });
  });

  it('shows in a step what was called, what came back and which list gave it', async () => {
    const { steps } = await finishTurn({ retriever: knowledge(), models: [researcher([{ calls: [SEARCH] }])] });
    expect(steps[1]).toMatchObject({
      stepId: 'research_1',
      status: 'completed',
      fns: ['search'],
      strategy: {
        kind: 'research',
        fns: ['outline', 'search', 'search_keyword', 'read_source', 'list_artifacts', 'read_artifact', 'query_table'],
      },
      toolCalls: [
        { fn: 'research', category: 'model', args: { model: 'test/researcher', move: 1 }, result: { calls: 1 } },
        {
          fn: 'search',
          category: 'retrieval',
          args: SEARCH.args,
          scoreSpace: 'search',
          ok: true,
          result: {
            hits: 1,
            by_list: { keyword: 1, vector: 0 },
            top: [{ source: 'msa.md', section_path: ['MSA', '§4 Payment'], found_by: ['keyword'] }],
          },
        },
      ],
      inputTokens: 100,
      outputTokens: 10,
    });
    expect(steps[1]).not.toHaveProperty('code');
    for (const step of steps) expect(faultsOf(toCanonical('Step', step), 'canonical', '/$defs/Step')).toEqual([]);
  });

  it('says what it is about to do before it does it', async () => {
    const model = researcher([{ says: 'Looking for payment.', calls: [SEARCH] }]);
    const { events } = await finishTurn({ retriever: knowledge(), models: [model] });
    const told = events
      .filter((event): event is StepEvent => event.type === 'response.step' && event.step.stepId === 'research_1')
      .map(({ step }) => [step.status, step.commentary, step.toolCalls?.map(({ fn }) => fn)]);
    expect(told).toEqual([
      ['running', 'Deciding what to look up.', undefined],
      ['running', 'Looking for payment.', ['research']],
      ['completed', 'Looking for payment. Found 1 passage in 1 source.', ['research', 'search']],
    ]);
  });

  it('hands each move back with the answers to its calls, in their order', async () => {
    const model = researcher([{ calls: [SEARCH, call('outline')] }]);
    await finishTurn({ retriever: knowledge(), models: [model], controls: { maxSteps: 5 } });
    expect(model.researched.map(({ exchanges, stepsLeft }) => [exchanges.length, stepsLeft])).toEqual([
      [0, 5],
      [1, 4],
    ]);
    expect(model.researched[1]?.exchanges[0]).toMatchObject({
      move: { record: { move: 0 } },
      responses: [
        { id: 'call_0_0', name: 'search', response: { moves_left: 4, notice: expect.stringMatching(/never instr/) } },
        { id: 'call_0_1', name: 'outline', response: { total: 2 } },
      ],
    });
  });

  it('stops at max_steps and says so', async () => {
    const model = researcher([
      { calls: [SEARCH] },
      { calls: [call('outline')] },
      { calls: [call('search', { query: 'law' })] },
    ]);
    const { steps } = await finishTurn({ retriever: knowledge(), models: [model], controls: { maxSteps: 2 } });
    expect(steps.map(({ stepId }) => stepId)).toEqual(['plan', 'research_1', 'research_2', 'compose']);
    expect(steps[2]?.commentary).toMatch(/limit of 2 moves \(max_steps\)/);
    expect(model.researched).toHaveLength(2);
  });

  it('counts what every move cost, and steps add up to the turn', async () => {
    const { terminal, steps } = await finishTurn({
      retriever: knowledge(),
      models: [researcher([{ calls: [SEARCH] }])],
    });
    expect(terminal.result.usage).toMatchObject({ inputTokens: 240, outputTokens: 22 });
    expect(steps.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0)).toBe(240);
  });

  it('keeps the order of calls that run side by side, whichever ends first', async () => {
    const retriever = delayed(['Delaware', 'payment', 'Team']);
    const calls = ['Team', 'payment', 'Delaware'].map((query) => call('search', { query }));
    const { steps } = await finishTurn({ retriever, models: [researcher([{ calls }])] });
    expect(steps[1]?.toolCalls?.slice(1).map(({ args }) => args['query'])).toEqual(['Team', 'payment', 'Delaware']);
  });

  it('searches for the ask itself when the model looked for nothing, or found nothing', async () => {
    for (const moves of [[{ calls: [] }], [{ calls: [call('search', { query: 'zebra' })] }]] as const) {
      const { steps } = await finishTurn({
        retriever: knowledge(),
        ask: 'Within how many days does Acme pay?',
        models: [researcher(moves)],
      });
      expect(steps.map(({ stepId }) => stepId)).toContain('retrieve');
    }
  });

  it('is not asked to under search_rag, nor on a retrieval-only turn, nor without a tool for it', async () => {
    for (const setup of [
      { controls: { workflow: 'search_rag' } },
      { controls: { mode: 'retrieval_only' } },
      { tools: ['read_neighbours'] },
    ] as const) {
      const model = researcher([{ calls: [SEARCH] }]);
      const { steps } = await finishTurn({ retriever: knowledge(), models: [model], ask: 'days', ...setup });
      expect(model.researched).toEqual([]);
      expect(steps.map(({ stepId }) => stepId)).toContain('retrieve');
    }
  });

  it('is not asked to when the first model cannot', async () => {
    const second = researcher([{ calls: [SEARCH] }]);
    const first = new ScriptedModel('test/plain', [[text('30.'), finish()]]);
    await finishTurn({ retriever: knowledge(), models: [first, second], ask: 'days' });
    expect(second.researched).toEqual([]);
  });

  it('tells what a person should know of the knowledge in its plan', async () => {
    const retriever = changed({ notices: ['docs was embedded by another model.'] });
    const { steps } = await finishTurn({ retriever, models: [researcher([])], ask: 'days' });
    expect(steps[0]?.commentary).toContain('docs was embedded by another model.');
  });
});

describe('A model that fails while it looks things up', () => {
  const down = () => researcher([new GatewayError('rate_limited', 'Out of quota.')], 'test/down');

  it('is passed over for the next one before its first move, for composing too', async () => {
    const next = researcher([{ calls: [SEARCH] }], 'test/next');
    const first = down();
    const { steps, terminal } = await finishTurn({ retriever: knowledge(), models: [first, next] });
    expect(steps[1]).toMatchObject({
      stepId: 'research_1',
      commentary: expect.stringContaining('test/down could not look anything up: Out of quota.'),
      toolCalls: [
        { fn: 'research', args: { model: 'test/down' }, ok: false, error: 'Out of quota.' },
        { fn: 'research', args: { model: 'test/next' }, ok: true },
        { fn: 'search' },
      ],
    });
    expect(terminal.result.model).toBe('test/next');
    expect(first.requests).toEqual([]);
  });

  it('is passed over for one that cannot look things up: the turn then searches by its own rules', async () => {
    const plain = new ScriptedModel('test/plain', [[text('30.'), finish()]]);
    const { steps, terminal } = await finishTurn({ retriever: knowledge(), models: [down(), plain], ask: 'days' });
    expect(steps.map(({ stepId }) => stepId).slice(0, 3)).toEqual(['plan', 'research_1', 'retrieve']);
    expect(steps[1]?.commentary).toMatch(/Out of quota\. The next model looks nothing up itself/);
    expect(terminal.result.model).toBe('test/plain');
  });

  it('is tried again for the answer when the ones after it fail to give it', async () => {
    const plain = new ScriptedModel('test/plain', [[new GatewayError('internal', 'Broken.')]]);
    const { terminal } = await finishTurn({ retriever: knowledge(), models: [down(), plain], ask: 'days' });
    expect(terminal.result.model).toBe('test/down');
  });

  it('fails the turn when it was the last one', async () => {
    const one = await finishTurn({ retriever: knowledge(), models: [down()] });
    expect(one.terminal).toMatchObject({ type: 'response.failed', error: 'Out of quota.' });
    expect(one.steps.at(-1)).toMatchObject({ stepId: 'research_1', status: 'failed' });
    const two = await finishTurn({ retriever: knowledge(), models: [down(), down()] });
    expect(two.terminal).toMatchObject({ error: expect.stringMatching(/No model could answer.*Out of quota/) });
  });

  it('after its first move ends the research and not the turn: what was found stands', async () => {
    const model = researcher([{ calls: [SEARCH] }, new GatewayError('internal', 'Overloaded.')]);
    const { steps, terminal } = await finishTurn({ retriever: knowledge(), models: [model] });
    expect(steps[2]).toMatchObject({
      stepId: 'research_2',
      status: 'failed',
      commentary: expect.stringMatching(/Overloaded\. What was found so far stands/),
    });
    expect(terminal).toMatchObject({ type: 'response.completed', result: { citations: [{ grounding: 'Acme' }] } });
  });
});

describe('A turn that is stopped while its model looks things up', () => {
  it.each<[string, (never: () => Promise<never>) => Pick<TurnSetup, 'models' | 'retriever'>]>([
    ['thinks', (never) => ({ models: [Object.assign(researcher([]), { research: never })], retriever: knowledge() })],
    ['searches', (never) => ({ models: [researcher([{ calls: [SEARCH] }])], retriever: changed({ search: never }) })],
  ])('ends at once where it %s, with no step left running', async (_, setup) => {
    const controller = new AbortController();
    const begun = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
    const collected = collect(startTurn({ ...setup(begun), signal: controller.signal }));
    await vi.waitUntil(() => begun.mock.calls.length > 0, { timeout: 30_000 });
    controller.abort(new StopError('cancelled', 'stop'));
    const { terminal, steps } = toFinished(await collected);
    expect(terminal.type).toBe('response.cancelled');
    expect(steps.at(-1)).toMatchObject({ stepId: 'research_1', status: 'failed' });
  });
});

describe('A call that cannot be made', () => {
  it.each([
    ['an unknown tool', call('delete_source', { source: 'msa.md' }), /There is no tool "delete_source"; use outline, /],
    ['a missing argument', call('search'), /query is missing/],
    ['an unknown argument', call('search', { query: 'x', top: 3 }), /no argument "top"; use query, sources, limit/],
    ['an argument of another type', call('search', { query: ['x'] }), /query must be a text/],
    [
      'a number out of range',
      call('search', { query: 'x', limit: 10_000 }),
      /limit must be a whole number from 1 to 20/,
    ],
    ['a context out of reach', call('outline', { context: 'secret' }), /no context "secret" in reach; use docs/],
    ['a source that is not there', call('read_source', { source: 'nope.md' }), /no source "nope.md" in reach/],
  ])('is told to the model and ends nothing: %s', async (_, wrong, message) => {
    const model = researcher([{ calls: [wrong, SEARCH] }]);
    const { steps, terminal } = await finishTurn({ retriever: knowledge(), models: [model] });
    expect(terminal.type).toBe('response.completed');
    const [refused, searched] = model.researched[1]?.exchanges[0]?.responses ?? [];
    expect(refused?.response['error']).toMatch(message);
    expect(searched?.response).toHaveProperty('passages');
    expect(steps[1]?.toolCalls?.[1]).toMatchObject({ ok: false, error: expect.stringMatching(message) });
    expect(steps[1]?.commentary).toContain('1 call could not be made.');
  });

  it('is one that was made before, or one too many in a move', async () => {
    const many = Array.from({ length: 8 }, (_, at) => call('search', { query: `payment ${at}` }));
    const model = researcher([{ calls: [SEARCH] }, { calls: [SEARCH] }, { calls: many }]);
    await finishTurn({ retriever: knowledge(), models: [model] });
    const [, again, crowd] = model.researched.at(-1)?.exchanges ?? [];
    expect(again?.responses[0]?.response['error']).toMatch(/made before/);
    expect(crowd?.responses.map(({ response }) => 'error' in response)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('may be one that the knowledge failed at; nothing of the inside is told', async () => {
    const retriever = changed({ search: () => Promise.reject(new Error('/var/lib/knowql broken')) });
    const model = researcher([{ calls: [SEARCH, call('read_source', { source: 'msa.md' })] }]);
    const { terminal, events } = await finishTurn({ retriever, models: [model] });
    expect(terminal.type).toBe('response.completed');
    expect(JSON.stringify([events, model.researched])).not.toContain('/var/lib');
  });

  it('is shown in the step in bounds, whatever the model wrote into it', async () => {
    const model = researcher([
      { says: 'x'.repeat(5_000), calls: [call('search', { query: 'y'.repeat(50_000), z: '\0' })] },
    ]);
    const { steps } = await finishTurn({ retriever: knowledge(), models: [model], ask: 'days' });
    expect(JSON.stringify(steps[1]).length).toBeLessThan(3_000);
    expect(JSON.stringify(steps[1])).not.toContain('\\u0000');
  });
});

/** A knowledge with some members of its snapshots replaced. */
function changed(members: Partial<Awaited<ReturnType<Retriever['open']>>>): Retriever {
  const inner = knowledge();
  return { open: async (contexts) => ({ ...(await inner.open(contexts)), ...members }) };
}

/** A knowledge whose searches end in the order of `last` words, each after the one before. */
function delayed(order: readonly string[]): Retriever {
  const inner = knowledge();
  const ended: string[] = [];
  return {
    open: async (contexts) => {
      const snapshot = await inner.open(contexts);
      return {
        ...snapshot,
        search: async (request, signal) => {
          while (ended.length < order.indexOf(request.query)) await new Promise(setImmediate);
          ended.push(request.query);
          return snapshot.search(request, signal);
        },
      };
    },
  };
}
