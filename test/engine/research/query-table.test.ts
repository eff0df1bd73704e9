import { describe, expect, it } from 'vitest';
import { TurnLedger } from '../../../src/engine/ledger.ts';
import type { Artifact } from '../../../src/engine/ports/artifacts.ts';
import type { KnowledgeSnapshot } from '../../../src/engine/ports/knowledge.ts';
import type { TableQuery } from '../../../src/engine/ports/tables.ts';
import { Toolbox } from '../../../src/engine/research/toolbox.ts';
import { CitationList } from '../../../src/engine/synthesis/citations.ts';
import { strategyOf } from '../../../src/engine/turn-scope.ts';
import { GatewayError } from '../../../src/errors.ts';
import { context, MemoryKnowledge } from '../support/memory-knowledge.ts';
import { tickingClock, turnInput } from '../support/run.ts';

const TABLE: Artifact = {
  id: 'art_t',
  contextSlug: 'docs',
  type: 'table',
  name: 'Prices',
  sources: ['prices.md'],
  text: '…',
  columns: [{ name: 'price', label: 'Price', type: 'currency', unit: '$' }],
  rowCount: 2,
};
const TERM: Artifact = { id: 'art_g', contextSlug: 'docs', type: 'glossary', name: 'Fee', sources: [], text: '…' };

async function research(queryTable?: KnowledgeSnapshot['queryTable']) {
  const contexts = [context('docs')];
  const input = turnInput({ contexts });
  const snapshot = await new MemoryKnowledge([], [TABLE, TERM]).open(contexts);
  const knowledge = { ...snapshot, ...(queryTable && { queryTable }) };
  const ledger = new TurnLedger(tickingClock());
  ledger.begin('research_1', '', strategyOf(input, 'research', '', []));
  const box = new Toolbox({ input, knowledge, ledger, signal: new AbortController().signal });
  const use = async (args: { id: string; sql: string }) => {
    const [answered] = await box.answer([{ id: 'call', name: 'query_table', args }], 3);
    if (answered === undefined) throw new Error('a call without an answer');
    return answered;
  };
  return { box, ledger, use };
}

describe('query_table', () => {
  it('gives the rows, shows the statement in the step, and is cited as the artifact without a quotation', async () => {
    const asked: TableQuery[] = [];
    const { ledger, use } = await research(async (query) => {
      asked.push(query);
      return { columns: ['total'], rows: [[6000.5]], truncated: false };
    });
    const sql = 'SELECT sum(price) AS total FROM data';
    const { response, outcome } = await use({ id: 'art_t', sql });
    expect(asked).toEqual([{ artifactId: 'art_t', sql, limit: 50 }]);
    expect(response.response).toMatchObject({ name: 'Prices', result: ['total', '6000.5'], truncated: false });
    expect(ledger.complete('')).toMatchObject({ step: { code: sql, toolCalls: [{ fn: 'query_table', ok: true }] } });

    const [chunk] = outcome?.read ?? [];
    if (chunk === undefined) throw new Error('nothing to rest on');
    expect(chunk.text).toContain('6000.5');
    const citations = new CitationList([{ number: 1, hit: { chunk, score: 1, foundBy: [] } }], false);
    citations.add({ kind: 'citation', passage: 1, start: 0, end: 4, score: 1 });
    citations.refer({ kind: 'reference', passage: 1 });
    expect(citations.toArray()).toEqual([
      {
        source: 'prices.md',
        sectionPath: 'Prices',
        sectionPaths: [['Prices']],
        kind: 'artifact',
        artifactName: 'Prices',
        sources: ['prices.md'],
      },
    ]);
  });

  it('tells the model what is wrong, and shows no statement that did not run', async () => {
    const { ledger, use } = await research(async () => {
      throw new GatewayError('bad_request', 'Referenced column "cost" not found', { field: 'sql' });
    });
    expect((await use({ id: 'art_t', sql: 'SELECT cost FROM data' })).response.response['error']).toMatch(
      /"cost" not found/,
    );
    for (const id of ['art_g', 'art_x']) {
      expect((await use({ id, sql: 'FROM data' })).response.response['error']).toMatch(/no table of this id/);
    }
    const { step } = ledger.complete('');
    expect(step.code).toBeUndefined();
    expect(step.toolCalls?.map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  it('says so where tables cannot be asked', async () => {
    const { use } = await research();
    expect((await use({ id: 'art_t', sql: 'FROM data' })).response.response['error']).toMatch(/cannot be asked/);
  });

  it('gives a bounded result', async () => {
    const rows = Array.from({ length: 50 }, () => ['x'.repeat(2_000)]);
    const { use } = await research(async () => ({ columns: ['text'], rows, truncated: true }));
    const { response, outcome } = await use({ id: 'art_t', sql: 'FROM data' });
    expect(JSON.stringify(response).length).toBeLessThan(10_000);
    expect(outcome?.read?.[0]?.text.length).toBeLessThan(10_000);
  });
});
