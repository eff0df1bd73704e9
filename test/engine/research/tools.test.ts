import { describe, expect, it } from 'vitest';
import { TurnLedger } from '../../../src/engine/ledger.ts';
import type { Artifact } from '../../../src/engine/ports/artifacts.ts';
import type { Chunk, KnowledgeSnapshot } from '../../../src/engine/ports/knowledge.ts';
import { Findings } from '../../../src/engine/research/findings.ts';
import { type AnsweredCall, Toolbox } from '../../../src/engine/research/toolbox.ts';
import { strategyOf } from '../../../src/engine/turn-scope.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { context, MemoryKnowledge, type MemorySource } from '../support/memory-knowledge.ts';
import { tickingClock, turnInput } from '../support/run.ts';

interface Setup {
  readonly sources?: readonly MemorySource[];
  readonly contexts?: readonly string[];
  readonly tools?: readonly string[];
  readonly members?: Partial<KnowledgeSnapshot>;
}

async function toolbox({ sources = [], contexts = ['docs'], tools = [], members = {} }: Setup) {
  const scoped = contexts.map(context);
  const input = turnInput({ contexts: scoped, tools });
  const knowledge = { ...(await new MemoryKnowledge(sources).open(scoped)), ...members };
  const ledger = new TurnLedger(tickingClock());
  ledger.begin('research_1', '', strategyOf(input, 'research', '', []));
  const box = new Toolbox({ input, knowledge, ledger, signal: new AbortController().signal });
  const use = async (name: string, args: JsonObject = {}): Promise<AnsweredCall> => {
    const [answered] = await box.answer([{ id: 'call', name, args }], 3);
    if (answered === undefined) throw new Error('a call without an answer');
    return answered;
  };
  return {
    box,
    use,
    knowledge,
    answer: async (name: string, args: JsonObject = {}) => (await use(name, args)).response.response,
  };
}

const HANDBOOK = {
  path: 'handbook.md',
  text: '# Handbook\n\nWelcome.\n\n## Leave\n\nTwenty days a year.\n\n### Sick leave\n\nTell your manager.\n\n## Travel\n\nBook early.',
};

describe('The toolbox', () => {
  it('holds what the session allows, and refuses the rest like what is not there', async () => {
    const { box, answer } = await toolbox({ sources: [HANDBOOK], tools: ['outline', 'read_neighbours'] });
    expect(box.declarations.map(({ name }) => name)).toEqual(['outline']);
    expect((await answer('search', { query: 'leave' }))['error']).toBe('There is no tool "search"; use outline.');
    expect((await answer('no_such_tool'))['error']).toBe('There is no tool "no_such_tool"; use outline.');
  });

  it('is spent once a model was given all that it may read', async () => {
    const long = {
      path: 'long.md',
      text: Array.from({ length: 200 }, (_, at) => `Part ${at} ${'x'.repeat(13_000)}`).join('\n\n'),
    };
    const { box, use } = await toolbox({ sources: [long] });
    for (let part = 0; !box.isSpent; part++) {
      expect(part).toBeLessThan(30);
      await use('read_source', { source: 'long.md', from_part: part });
    }
  });
});

describe('outline', () => {
  it('lists sources with their sections', async () => {
    const { answer } = await toolbox({
      sources: [HANDBOOK, { path: 'b.md', text: 'B.', context: 'other' }],
      contexts: ['docs', 'other'],
    });
    expect(await answer('outline', { contains: 'HAND' })).toMatchObject({
      sources: [
        {
          context: 'docs',
          source: 'handbook.md',
          sections: ['Handbook', 'Handbook › Leave', 'Handbook › Leave › Sick leave', 'Handbook › Travel'],
        },
      ],
      total: 1,
    });
    expect(await answer('outline', { context: 'other' })).toMatchObject({ sources: [{ source: 'b.md' }], total: 1 });
  });

  it('comes page by page, each within bounds', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      path: `${String(at).padStart(3, '0')}-${'n'.repeat(300)}.md`,
      text: 'x',
    }));
    const { answer } = await toolbox({ sources: many });
    const seen: unknown[] = [];
    for (let from: unknown = 0; typeof from === 'number'; ) {
      const page = await answer('outline', { from });
      expect(JSON.stringify(page).length).toBeLessThan(16_000);
      const sources = page['sources'] as readonly JsonObject[];
      seen.push(...sources.map(({ source }) => source));
      from = page['next'];
    }
    expect(seen).toEqual(many.map(({ path }) => path));
  });
});

describe('search and search_keyword', () => {
  it('give passages with their place, each cut to its share of the room', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({ path: `${at}.md`, text: `leave ${'words '.repeat(2_000)}` }));
    const { answer } = await toolbox({ sources: [HANDBOOK, ...long] });
    const found = await answer('search', { query: 'leave', limit: 20 });
    expect(found['passages']).toHaveLength(20);
    expect(JSON.stringify(found).length).toBeLessThan(20_000);
    expect(await answer('search', { query: 'leave', sources: ['handbook.md'] })).toMatchObject({
      passages: [{ context: 'docs', source: 'handbook.md', section: 'Handbook › Leave', part: 1 }, {}],
    });
  });

  it('say to the knowledge whether meaning counts', async () => {
    const modes: unknown[] = [];
    const members: Partial<KnowledgeSnapshot> = { search: async ({ mode }) => (modes.push(mode), []) };
    const { use } = await toolbox({ members });
    await use('search', { query: 'leave' });
    await use('search_keyword', { query: 'leave' });
    expect(modes).toEqual(['hybrid', 'keyword']);
  });
});

describe('read_source', () => {
  it.each([
    [{}, ['Welcome.', 'Twenty days a year.', 'Tell your manager.', 'Book early.']],
    [{ section: 'leave' }, ['Twenty days a year.', 'Tell your manager.']],
    [{ section: 'Handbook › Leave › Sick leave' }, ['Tell your manager.']],
    [{ from_part: 3 }, ['Book early.']],
  ])('reads what was asked for: %j', async (args, texts) => {
    const { use } = await toolbox({ sources: [HANDBOOK] });
    const { outcome } = await use('read_source', { source: 'handbook.md', ...args });
    expect(outcome?.read?.map(({ text }) => text)).toEqual(texts);
  });

  it('reads by pages where a source has them', async () => {
    const paged = chunks(5).map((chunk, at) => ({ ...chunk, pages: [at + 1] }));
    const { answer, use } = await toolbox({ members: { sourceChunks: async () => paged } });
    const { outcome } = await use('read_source', { source: 'a.pdf', first_page: 2, last_page: 3 });
    expect(outcome?.read?.map(({ pages }) => pages)).toEqual([[2], [3]]);
    expect((await answer('read_source', { source: 'a.pdf', first_page: 9 }))['error']).toBe(
      'The source has the pages 1 to 5.',
    );
  });

  it('says what there is where there is nothing of what was asked for', async () => {
    const { answer } = await toolbox({ sources: [HANDBOOK] });
    const error = async (args: JsonObject) =>
      (await answer('read_source', { source: 'handbook.md', ...args }))['error'];
    expect(await error({ section: 'Pay' })).toMatch(/no such section/);
    expect(await error({ first_page: 1 })).toMatch(/no pages; read it by section/);
    expect(await error({ from_part: 9 })).toBe('The source has 4 parts, from 0 on.');
  });

  it('asks which context is meant where several have the path', async () => {
    const sources = [HANDBOOK, { ...HANDBOOK, context: 'other', text: 'Another handbook.' }];
    const { answer, use } = await toolbox({ sources, contexts: ['docs', 'other'] });
    expect((await answer('read_source', { source: 'handbook.md' }))['error']).toMatch(/name one of docs, other/);
    const { outcome } = await use('read_source', { source: 'handbook.md', context: 'other' });
    expect(outcome?.read?.map(({ text }) => text)).toEqual(['Another handbook.']);
  });

  it('gives a long source in pieces that can be followed to its end', async () => {
    const long = {
      path: 'long.md',
      text: Array.from({ length: 40 }, (_, at) => `Part ${at} ${'words '.repeat(300)}`).join('\n\n'),
    };
    const { use } = await toolbox({ sources: [long] });
    let read = 0;
    for (let part: unknown = 0; typeof part === 'number'; ) {
      const { outcome, response } = await use('read_source', { source: 'long.md', from_part: part });
      expect(JSON.stringify(response).length).toBeLessThan(20_000);
      read += outcome?.read?.length ?? 0;
      part = response.response['next_part'];
    }
    expect(read).toBe(40);
  });
});

describe('list_artifacts and read_artifact', () => {
  const artifacts: readonly Artifact[] = [
    {
      id: 'art_1',
      contextSlug: 'docs',
      type: 'summary',
      name: 'Handbook',
      sources: ['handbook.md'],
      text: 'In short.',
    },
    { id: 'art_2', contextSlug: 'docs', type: 'glossary', name: 'Terms', sources: [], text: 'x'.repeat(20_000) },
  ];
  const members: Partial<KnowledgeSnapshot> = {
    listArtifacts: async ({ types }) => artifacts.filter(({ type }) => types?.includes(type) ?? true),
    searchArtifacts: async ({ limit }) => artifacts.slice(1, limit).map((artifact) => ({ artifact, score: 1 })),
    readArtifact: async (id) => artifacts.find((artifact) => artifact.id === id),
  };

  it('list by type, or what fits a query best', async () => {
    const { answer } = await toolbox({ members });
    expect(await answer('list_artifacts')).toMatchObject({ artifacts: [{ id: 'art_1' }, { id: 'art_2' }], total: 2 });
    expect(await answer('list_artifacts', { type: 'glossary' })).toMatchObject({ artifacts: [{ id: 'art_2' }] });
    expect(await answer('list_artifacts', { query: 'terms' })).toMatchObject({ artifacts: [{ id: 'art_2' }] });
  });

  it('read a text in pieces, and none that is out of reach', async () => {
    const { answer } = await toolbox({ members });
    expect(await answer('read_artifact', { id: 'art_1' })).toMatchObject({ name: 'Handbook', text: 'In short.' });
    const first = await answer('read_artifact', { id: 'art_2' });
    const second = await answer('read_artifact', { id: 'art_2', from: first['next'] ?? 0 });
    expect(`${first['text'] as string}${second['text'] as string}`).toHaveLength(20_000);
    expect((await answer('read_artifact', { id: 'art_x' }))['error']).toMatch(/no artifact of this id in reach/);
  });
});

describe('Findings', () => {
  const knowledge = { terms: (text: string) => text.toLowerCase().match(/\w+/g) ?? [] };
  const answered = (outcome: Partial<NonNullable<AnsweredCall['outcome']>>): AnsweredCall => ({
    response: { id: '', name: '', response: {} },
    outcome: { response: {}, summary: {}, ...outcome },
  });
  const [a, b, c, d] = chunks(4) as [Chunk, Chunk, Chunk, Chunk];
  const hit = (chunk: Chunk, foundBy: 'keyword' | 'vector') => ({ chunk, score: 1, foundBy: [foundBy] });

  it('rank what several searches found above what one did, and remember every list', () => {
    const findings = new Findings('ask', knowledge);
    findings.add(answered({ hits: [hit(a, 'keyword'), hit(b, 'keyword')] }));
    findings.add(answered({ hits: [hit(c, 'vector'), hit(b, 'vector')] }));
    expect(findings.hits().map(({ chunk, foundBy }) => [chunk.id, foundBy])).toEqual([
      [b.id, ['keyword', 'vector']],
      [a.id, ['keyword']],
      [c.id, ['vector']],
    ]);
  });

  it('rank what was read above what a search offered, the parts that speak of the ask first', () => {
    const findings = new Findings('about number 3', knowledge);
    findings.add(answered({ hits: [hit(a, 'keyword')] }));
    findings.add(answered({ read: [b, c, d] }));
    expect(findings.hits()[0]?.chunk.id).toBe(d.id);
    expect(findings.hits().map(({ chunk }) => chunk.id)).toEqual([d.id, b.id, c.id, a.id]);
  });
});

function chunks(count: number): readonly Chunk[] {
  return Array.from({ length: count }, (_, ordinal) => ({
    id: `chk_${ordinal}`,
    contextSlug: 'docs',
    sourceId: 'src_1',
    sourcePath: 'a.pdf',
    headingPath: [],
    start: ordinal * 10,
    end: ordinal * 10 + 8,
    pages: [],
    ordinal,
    text: `number ${ordinal}`,
  }));
}
