import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryEvent } from '../../src/engine/events.ts';
import { fold, outputText } from '../../src/engine/fold.ts';
import { openTestRuntime, sampleSources, type TestRuntime } from '../support/gateway.ts';

describe('a turn on the sample contracts', () => {
  let opened: TestRuntime;
  const { signal } = new AbortController();

  beforeAll(async () => {
    opened = await openTestRuntime();
    await opened.addContext('contracts', await sampleSources('contracts'));
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
  });

  const ask = async (request: Parameters<TestRuntime['runtime']['services']['turns']['submit']>[0]) => {
    const { services, viewer } = opened.runtime;
    const { id } = await services.turns.submit(request, { viewer });
    return services.turns.wait(id, viewer, signal);
  };

  test('payment terms are answered from the MSA, with its section and the quoted words', async () => {
    const query = await ask({ ask: "What are Acme's payment terms?", scope: ['contracts'] });
    expect(query).toMatchObject({ status: 'completed', error: null, model: 'local/extractive' });
    expect(outputText(query)).toMatch(/net 30/i);
    expect(query.citations[0]).toMatchObject({ source: 'acme-msa.md', kind: 'chunk' });
    expect(query.citations[0]?.sectionPath).toContain('§4.2 Payment terms');
    const source = (await sampleSources('contracts'))['acme-msa.md'];
    const quoted = query.citations.filter((citation) => citation.source === 'acme-msa.md');
    for (const { grounding } of quoted) expect(source).toContain(grounding);
  });

  test('a follow-up is answered in the light of the turn before it', async () => {
    const first = await ask({ ask: "What are Acme's payment terms?", scope: ['contracts'] });
    const second = await ask({ ask: 'and on renewal?', sessionId: first.sessionId });
    expect(second.previousQueryId).toBe(first.id);
    expect(outputText(second)).toMatch(/2% 10/);
  });

  test('what nothing in the scope supports is said, not invented', async () => {
    const query = await ask({ ask: 'What is the boiling point of tungsten?', scope: ['contracts'] });
    expect(query).toMatchObject({ status: 'completed', citations: [] });
    expect(outputText(query)).toMatch(/nothing/i);
  });

  test('the log, read from any place, folds to the stored turn', async () => {
    const { services, viewer } = opened.runtime;
    const stored = await ask({
      ask: 'How long does the non-disclosure agreement with Acme last?',
      scope: ['contracts'],
    });
    const events: QueryEvent[] = [];
    for await (const event of await services.turns.follow(stored.id, 0, viewer, signal)) events.push(event);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(fold(events.map(({ event }) => event))).toEqual(stored);
    expect(events.filter(({ event }) => event.type === 'response.output_text.delta').length).toBeGreaterThan(2);

    for (const { seq } of events) {
      const rest: QueryEvent[] = [];
      for await (const event of await services.turns.follow(stored.id, seq, viewer, signal)) rest.push(event);
      expect(rest).toEqual(events.slice(seq));
    }
  });

  test('nothing failed with nobody to tell', () => {
    expect(opened.faults).toEqual([]);
  });
});
