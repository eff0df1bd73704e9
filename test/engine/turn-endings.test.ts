import { describe, expect, it } from 'vitest';
import type { StepEvent } from '../../src/engine/events.ts';
import type { Retriever } from '../../src/engine/ports/knowledge.ts';
import { GatewayError } from '../../src/errors.ts';
import { StopError, type StopReason } from '../../src/lib/signals.ts';
import { MemoryKnowledge } from './support/memory-knowledge.ts';
import { collect, finishTurn, startTurn, toFinished } from './support/run.ts';
import { cite, finish, json, ScriptedModel, text } from './support/scripted-model.ts';

const knowledge = () => new MemoryKnowledge([{ path: 'a.md', text: 'Payment terms are net 30.' }]);

/** Starts a turn whose model hangs after its first word, and stops it there. */
async function stopMidAnswer(reason: StopReason) {
  const controller = new AbortController();
  const retriever = knowledge();
  const models = [new ScriptedModel('test/slow', [[text('Net '), cite(1, 0, 7), text('30'), 'hang']])];
  const events = [];
  for await (const event of startTurn({
    retriever,
    models,
    signal: controller.signal,
    controls: { timeoutSeconds: 7 },
  })) {
    events.push(event);
    // The model is asked for more only after its last word was taken, so the stop finds it hanging.
    if (event.type === 'response.output_text.delta' && event.delta === '30') {
      queueMicrotask(() => controller.abort(new StopError(reason, 'stop')));
    }
  }
  expect(retriever.openSnapshots).toBe(0);
  return toFinished(events);
}

describe('A turn that cannot complete', () => {
  it('is cancelled when its signal says so, although the model never answers', async () => {
    const { terminal, text: told, steps } = await stopMidAnswer('cancelled');
    expect(terminal).toMatchObject({ type: 'response.cancelled', error: expect.stringContaining('cancelled') });
    expect(told).toBe('Net 30');
    expect(steps.at(-1)).toMatchObject({ stepId: 'compose', status: 'failed' });
  });

  it('keeps what was said and cited before it broke off', async () => {
    const { terminal } = await stopMidAnswer('cancelled');
    expect(terminal.result).toMatchObject({ model: 'test/slow', citations: [{ grounding: 'Payment' }] });
  });

  it('fails on a timeout and names the limit', async () => {
    const { terminal } = await stopMidAnswer('timeout');
    expect(terminal).toMatchObject({ type: 'response.failed', error: expect.stringMatching(/7 s.*timeout_seconds/) });
  });

  it('fails on a shutdown and says so', async () => {
    const { terminal } = await stopMidAnswer('shutdown');
    expect(terminal).toMatchObject({ type: 'response.failed', error: expect.stringContaining('shut down') });
  });

  it('ends without a terminal event when its lease was lost, since it ends elsewhere', async () => {
    await expect(stopMidAnswer('lease_lost')).rejects.toMatchObject({ name: 'StopError', reason: 'lease_lost' });
  });

  it('is cancelled before it begins when the signal had aborted', async () => {
    const signal = AbortSignal.abort(new StopError('cancelled', 'stop'));
    const { terminal, steps } = await finishTurn({ retriever: knowledge(), signal });
    expect(terminal.type).toBe('response.cancelled');
    expect(steps).toEqual([]);
  });

  it('tells nothing of the inside of a failure', async () => {
    const retriever: Retriever = { open: () => Promise.reject(new Error('/var/lib/knowql: SELECT * FROM chunks')) };
    const { terminal, events } = await finishTurn({ retriever });
    expect(terminal).toMatchObject({ type: 'response.failed' });
    expect(JSON.stringify(events)).not.toMatch(/knowql:|SELECT/);
  });

  it('passes on the message of an error that is meant for the caller', async () => {
    const failure = new GatewayError('context_not_queryable', 'docs is not curated yet. Curate it first.');
    const { terminal } = await finishTurn({ retriever: { open: () => Promise.reject(failure) } });
    expect(terminal).toMatchObject({ type: 'response.failed', error: failure.message });
  });

  it('closes a snapshot that arrives after the turn was stopped', async () => {
    const retriever = knowledge();
    const controller = new AbortController();
    let arrive = () => {};
    const late: Retriever = {
      open: (contexts) =>
        new Promise((resolve) => {
          arrive = () => resolve(retriever.open(contexts));
        }),
    };
    const turn = collect(startTurn({ retriever: late, signal: controller.signal }));
    await Promise.resolve();
    controller.abort(new StopError('cancelled', 'stop'));
    await turn;
    arrive();
    await new Promise(setImmediate);
    expect(retriever.openSnapshots).toBe(0);
  });

  it('fails when the model breaks off in silence', async () => {
    const models = [new ScriptedModel('test/cut', [[text('Net ')]])];
    const { terminal } = await finishTurn({ retriever: knowledge(), models });
    expect(terminal).toMatchObject({ type: 'response.failed', error: expect.stringContaining('broke off') });
  });
});

describe('A list of models', () => {
  const failing = () => new ScriptedModel('test/down', [[new GatewayError('internal', 'Out of quota.')]]);
  const answering = () => new ScriptedModel('test/up', [[text('Net 30.'), finish(3, 2)]]);

  it('is tried in turn while nothing was said, and the step says who was passed over', async () => {
    const { terminal, steps } = await finishTurn({ retriever: knowledge(), models: [failing(), answering()] });
    expect(terminal).toMatchObject({ type: 'response.completed', result: { model: 'test/up' } });
    expect(steps.at(-1)).toMatchObject({
      commentary: expect.stringMatching(/test\/down could not answer: Out of quota\..*test\/up answered/),
      toolCalls: [
        { args: { model: 'test/down' }, ok: false, error: 'Out of quota.' },
        { args: { model: 'test/up' }, ok: true },
      ],
    });
  });

  it('is not tried further once a word was said', async () => {
    const next = answering();
    const models = [new ScriptedModel('test/breaks', [[text('Net'), new Error('socket closed')]]), next];
    const { terminal, text: told } = await finishTurn({ retriever: knowledge(), models });
    expect(terminal.type).toBe('response.failed');
    expect(told).toBe('Net');
    expect(next.requests).toEqual([]);
  });

  it('fails the turn when none of it answers, naming each reason', async () => {
    const { terminal } = await finishTurn({ retriever: knowledge(), models: [failing(), failing()] });
    expect(terminal).toMatchObject({ type: 'response.failed', error: expect.stringMatching(/No model.*Out of quota/) });
  });
});

describe('An empty scope', () => {
  const empty = () => new MemoryKnowledge([]);

  it('is told apart from an answer: no hits, no model call, no citation', async () => {
    const model = new ScriptedModel('test/model', [[text('From memory.'), finish()]]);
    const { terminal, text: told, events } = await finishTurn({ retriever: empty(), models: [model] });
    expect(told).toBe('Nothing in docs supports an answer to this question.');
    expect(terminal).toMatchObject({ type: 'response.completed', result: { citations: [], model: null } });
    expect(events.find(({ type }) => type === 'response.turn_rollup')).toMatchObject({ rollup: { totalHits: 0 } });
    expect(model.requests).toEqual([]);
  });

  it('shows zero hits on a retrieval-only turn', async () => {
    const { terminal, events } = await finishTurn({ retriever: empty(), controls: { mode: 'retrieval_only' } });
    expect(terminal.result.outputJson).toMatchObject({ counts: { chunks: 0, artifacts: 0 }, chunks: [] });
    expect(events.find(({ type }) => type === 'response.turn_rollup')).toMatchObject({ rollup: { totalHits: 0 } });
  });
});

describe('A shaped answer', () => {
  const shape = { type: 'object', required: ['days'] };
  const needsDays = {
    validate: (_: object, value: unknown) =>
      Promise.resolve(
        typeof value === 'object' && value !== null && 'days' in value
          ? ({ valid: true } as const)
          : ({ valid: false, violation: "/ must have required property 'days'" } as const),
      ),
  };

  it('is the JSON of the turn when it conforms', async () => {
    const models = [new ScriptedModel('test/model', [[json({ days: 30 }), finish()]])];
    const { terminal, text: told } = await finishTurn({
      retriever: knowledge(),
      models,
      shapes: needsDays,
      controls: { shape },
    });
    expect(terminal).toMatchObject({ type: 'response.completed', result: { outputJson: { days: 30 } } });
    expect(told).toBe('');
  });

  it('fails the turn when it does not conform, naming the violation and keeping no JSON', async () => {
    const models = [new ScriptedModel('test/model', [[json({}), finish()]])];
    const { terminal } = await finishTurn({ retriever: knowledge(), models, shapes: needsDays, controls: { shape } });
    expect(terminal).toMatchObject({
      type: 'response.failed',
      error: expect.stringContaining("required property 'days'"),
      result: { outputJson: null },
    });
  });

  it('is repaired by one more call, which counts, when the model can', async () => {
    const model = new ScriptedModel(
      'test/model',
      [
        [json({}), finish(10, 5)],
        [json({ days: 30 }), finish(10, 5)],
      ],
      true,
    );
    const { terminal } = await finishTurn({
      retriever: knowledge(),
      models: [model],
      shapes: needsDays,
      controls: { shape },
    });
    expect(terminal.result).toMatchObject({ outputJson: { days: 30 }, usage: { totalTokens: 30 } });
    expect(model.requests[1]?.repair).toMatchObject({ value: {}, violation: expect.stringContaining('days') });
  });

  it('is not repaired twice', async () => {
    const model = new ScriptedModel('test/model', [[json({}), finish()]], true);
    const { terminal } = await finishTurn({
      retriever: knowledge(),
      models: [model],
      shapes: needsDays,
      controls: { shape },
    });
    expect(terminal.type).toBe('response.failed');
    expect(model.requests).toHaveLength(2);
  });
});

it('No step is left running, however the turn ends', async () => {
  for (const reason of ['cancelled', 'timeout', 'shutdown'] as const) {
    const { events } = await stopMidAnswer(reason);
    const last = new Map(
      events
        .filter((event): event is StepEvent => event.type === 'response.step')
        .map(({ step }) => [step.stepId, step.status]),
    );
    expect([...last.values()]).not.toContain('running');
  }
});
