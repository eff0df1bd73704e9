import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TurnLedger } from '../../src/engine/ledger.ts';
import type { KnowledgeSnapshot } from '../../src/engine/ports/knowledge.ts';
import { type AnsweredCall, Toolbox } from '../../src/engine/research/toolbox.ts';
import { strategyOf } from '../../src/engine/turn-scope.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { tickingClock, turnInput } from '../engine/support/run.ts';
import { LibraryFixture, never } from './library-fixture.ts';

const MSA = `# Master services

"Client" means the company that signs the order form.

## Payment

Invoices are due in 30 days. Late payment bears interest of 1.5% a month.

## Prices

| Edition | Price |
| --- | ---: |
| Team | $1,200 |
| Business | $4,800 |
`;
const NDA = '# Non-disclosure\n\nThe term of this agreement is three years.\n';

let fixture: LibraryFixture;
let knowledge: KnowledgeSnapshot;

beforeAll(async () => {
  fixture = await LibraryFixture.create();
  const legal = await fixture.curate('ctx_legal', { 'msa.md': MSA, 'nda.md': NDA });
  await fixture.curate('ctx_secret', { 'salaries.md': 'The director earns 412,345 a year.' });
  knowledge = await fixture.open(['ctx_legal', legal.version]);
});
afterAll(async () => {
  await knowledge[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

async function use(name: string, args: JsonObject = {}): Promise<AnsweredCall> {
  const input = turnInput({ contexts: knowledge.contexts, ask: 'What does the Business edition cost?' });
  const ledger = new TurnLedger(tickingClock());
  ledger.begin('research_1', '', strategyOf(input, 'research', '', []));
  const box = new Toolbox({ input, knowledge, ledger, signal: never });
  const [answered] = await box.answer([{ id: 'call', name, args }], 0);
  if (answered === undefined) throw new Error('a call without an answer');
  return answered;
}

const answerOf = async (name: string, args?: JsonObject) => (await use(name, args)).response.response;

describe('the tools of a research, over an index', () => {
  it('outline its sources', async () => {
    expect(await answerOf('outline')).toMatchObject({
      total: 2,
      sources: [
        {
          context: 'legal',
          source: 'msa.md',
          title: 'Master services',
          sections: expect.arrayContaining(['Master services › Payment']),
        },
        { source: 'nda.md' },
      ],
    });
  });

  it('search it, by words alone too', async () => {
    for (const name of ['search', 'search_keyword']) {
      const { outcome } = await use(name, { query: 'interest on late payment' });
      expect(outcome?.hits?.[0]?.chunk.text).toContain('1.5% a month');
    }
    const { outcome } = await use('search', { query: 'interest on late payment', sources: ['nda.md'] });
    expect(outcome?.hits?.some(({ chunk }) => chunk.sourcePath !== 'nda.md')).toBe(false);
  });

  it('read a section of a source', async () => {
    const { outcome } = await use('read_source', { source: 'msa.md', section: 'payment' });
    expect(outcome?.read?.map(({ text }) => text).join('')).toContain('Invoices are due in 30 days.');
    expect(outcome?.read?.map(({ text }) => text).join('')).not.toContain('Business');
  });

  it('list and read what was compiled, with the passages that it rests on', async () => {
    const listed = await answerOf('list_artifacts', { type: 'table' });
    const [table] = listed['artifacts'] as readonly [JsonObject];
    expect(table).toMatchObject({ context: 'legal', type: 'table', name: 'Prices', sources: ['msa.md'] });
    const { outcome, response } = await use('read_artifact', { id: table['id'] ?? '' });
    expect(response.response['text']).toContain('Business');
    expect(outcome?.hits?.some(({ chunk }) => chunk.text.includes('$4,800'))).toBe(true);
  });

  it('reach nothing outside of the scope', async () => {
    for (const [name, args] of [
      ['outline', { context: 'secret' }],
      ['read_source', { source: 'salaries.md' }],
      ['read_source', { source: 'salaries.md', context: 'secret' }],
      ['list_artifacts', { context: 'secret' }],
    ] as const) {
      expect((await answerOf(name, args))['error']).toMatch(/in reach/);
    }
    expect(JSON.stringify(await use('search', { query: 'director earns', sources: ['salaries.md'] }))).not.toContain(
      '412,345',
    );
  });
});
