import { afterAll, describe, expect, it } from 'vitest';
import { createShapeValidator } from '../../../src/knowql/shape/shape-validator.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { createExtractiveModel } from '../../../src/models/extractive/model.ts';
import { MemoryKnowledge } from '../../engine/support/memory-knowledge.ts';
import { finishTurn } from '../../engine/support/run.ts';

const SOURCES = [
  {
    path: 'contracts/acme-msa.md',
    text: [
      '# Acme Master Services Agreement',
      'Governing law: Delaware\nEffective date: June 21, 2024\nAuto-renewal: yes\nContact: legal@acme.example',
      'Acme pays each invoice within 30 days of receipt. The agreement does not allow assignment.',
      '## Deliverables',
      'The deliverables are:\n\n- a migration plan\n- a data export',
    ].join('\n\n'),
  },
  {
    path: 'pricing/tier-2.md',
    text: '# Renewal discount\n\nAcme qualifies for a renewal discount of 12.5% because usage exceeded 80% in the 12-month term.',
  },
  {
    path: 'finance/q3.md',
    text: '# Q3\n\n| Target | Q3 revenue | Growth |\n|---|---|---|\n| Vantage | $4.2M | 12% |\n| Orbital | $1,900,000 | 3% |',
  },
  { path: 'hr/handbook.md', text: '# Handbook\n\nEmployees take 28 days of leave a year.' },
];

const shapes = createShapeValidator();
afterAll(() => shapes[Symbol.asyncDispose]());

async function fill(ask: string, properties: JsonObject, required: readonly string[] = []) {
  const shape = { type: 'object', properties, required, additionalProperties: false };
  const retriever = new MemoryKnowledge(SOURCES);
  const { terminal, text } = await finishTurn({
    retriever,
    ask,
    controls: { shape },
    models: [createExtractiveModel()],
    shapes,
  });
  expect(text).toBe('');
  for (const { source, grounding = '-' } of terminal.result.citations) {
    expect(SOURCES.find(({ path }) => path === source)?.text).toContain(grounding);
  }
  return terminal;
}

describe('A shape filled from the sources', () => {
  it('takes numbers, yes or no, and reasons from sentences', async () => {
    const terminal = await fill(
      'Does Acme qualify for a renewal discount?',
      { qualifies: { type: 'boolean' }, discount_pct: { type: 'number' }, reason: { type: 'string' } },
      ['qualifies'],
    );
    expect(terminal).toMatchObject({
      type: 'response.completed',
      result: {
        outputJson: { qualifies: true, discount_pct: 12.5, reason: expect.stringContaining('usage exceeded 80%') },
      },
    });
    expect(terminal.result.citations[0]).toMatchObject({ source: 'pricing/tier-2.md' });
  });

  it('takes labelled values, dates and addresses', async () => {
    const terminal = await fill('Extract the key terms of the Acme agreement.', {
      governing_law: { type: 'string' },
      effectiveDate: { type: 'string', format: 'date' },
      auto_renewal: { type: 'boolean' },
      contact: { type: 'string', format: 'email' },
    });
    expect(terminal.result.outputJson).toEqual({
      governing_law: 'Delaware',
      effectiveDate: '2024-06-21',
      auto_renewal: true,
      contact: 'legal@acme.example',
    });
  });

  it('takes lists from items and records from tables', async () => {
    const terminal = await fill('What are the deliverables of Acme?', {
      deliverables: { type: 'array', items: { type: 'string' } },
    });
    expect(terminal.result.outputJson).toEqual({ deliverables: ['a migration plan', 'a data export'] });
    const item = {
      type: 'object',
      properties: { target: { type: 'string' }, q3_revenue: { type: 'number' } },
      required: ['target'],
    };
    const table = await fill('Compare Q3 revenue across the targets.', { targets: { type: 'array', items: item } });
    expect(table.result.outputJson).toEqual({
      targets: [
        { target: 'Vantage', q3_revenue: 4_200_000 },
        { target: 'Orbital', q3_revenue: 1_900_000 },
      ],
    });
  });

  it('leaves out what no span shows', async () => {
    const terminal = await fill('What is the governing law of the Acme agreement?', {
      governing_law: { type: 'string' },
      warranty_months: { type: 'integer' },
    });
    expect(terminal.result.outputJson).toEqual({ governing_law: 'Delaware' });
  });

  it('fails on a required field that nothing supports, and names it', async () => {
    const terminal = await fill(
      'What is the warranty of the Acme agreement?',
      { warranty: { type: 'object', properties: { months: { type: 'integer' } }, required: ['months'] } },
      ['warranty'],
    );
    expect(terminal).toMatchObject({
      type: 'response.failed',
      error: 'Nothing in docs supports a value for /warranty/months, which the shape requires.',
      result: { outputJson: null, citations: [] },
    });
  });

  it('gives nobody the terms of another', async () => {
    const terminal = await fill('What is the renewal discount of Globex?', { discount_pct: { type: 'number' } });
    expect(terminal.result.outputJson).toEqual({});
  });
});
