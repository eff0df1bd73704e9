import { describe, expect, it } from 'vitest';
import { LibraryFixture, never, pathsFound } from './library-fixture.ts';

const TEXTS = {
  'en.md':
    '# Payment\n\nInvoices are payable within thirty days of receipt, and the discount is not granted after that.',
  'de.md':
    '# Zahlung\n\nDie Rechnungen sind innerhalb von dreißig Tagen zu bezahlen, und der Nachlass wird nicht gewährt.',
  'ru.md': '# Оплата\n\nСчета оплачиваются в течение тридцати дней после получения, скидки не предоставляются.',
  'zh.md': '# 付款\n\n发票应在收到后三十天内支付，逾期不再给予折扣。',
  'th.md': '# การชำระเงิน\n\nใบแจ้งหนี้ต้องชำระภายในสามสิบวันนับจากวันที่ได้รับ',
  'ar.md': '# الدفع\n\nتدفع الفواتير خلال ثلاثين يوما من تاريخ الاستلام ولا يمنح أي خصم بعد ذلك.',
};

const QUERIES = [
  ['invoice payment', 'en.md'],
  ['Wann ist eine Rechnung zu bezahlen?', 'de.md'],
  ['оплата счёта: скидка', 'ru.md'],
  ['发票什么时候支付', 'zh.md'],
  ['ใบแจ้งหนี้', 'th.md'],
  ['الفواتير', 'ar.md'],
] as const;

describe('a search', () => {
  it('finds a text in a context of many languages by the words of its own', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', TEXTS);
    await using snapshot = await fixture.open(['ctx_a', version]);
    for (const [query, path] of QUERIES) expect((await pathsFound(snapshot, query))[0]).toBe(path);
  });

  it('compares contexts by the frequencies of the whole scope', async () => {
    await using fixture = await LibraryFixture.create();
    const common = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `${index}.md`,
        `Widget order ${index} of the common kind, entered by clerk ${index}.`,
      ]),
    );
    const a = await fixture.curate('ctx_a', {
      ...common,
      'zebra.md': 'A zebra widget of a rare kind, entered by nobody.',
    });
    const b = await fixture.curate('ctx_b', { 'b.md': 'Widget order of the common kind, entered by clerk.' });
    await using snapshot = await fixture.open(['ctx_a', a.version], ['ctx_b', b.version], ['ctx_empty', null]);

    const hits = await snapshot.search({ query: 'zebra widget', limit: 3 }, never);
    expect(hits[0]?.chunk).toMatchObject({ contextSlug: 'a', sourcePath: 'zebra.md' });
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((x, y) => y - x));
    expect(await snapshot.documentFrequency(['widget', 'zebra', 'nothing'], never)).toEqual({
      chunks: 14,
      counts: new Map([
        ['widget', 14],
        ['zebra', 1],
        ['nothing', 0],
      ]),
    });
  });

  it('prefers a text that has another form of a word, which no stemmer brings together with it', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', {
      'a.md': 'The settings of the colouration of a machine.',
      'b.md': 'The settings of the configuration of a machine.',
    });
    await using snapshot = await fixture.open(['ctx_a', version]);
    expect(snapshot.terms('config')).not.toEqual(snapshot.terms('configuration'));
    expect((await pathsFound(snapshot, 'settings'))[0]).toBe('a.md');
    expect((await pathsFound(snapshot, 'config settings'))[0]).toBe('b.md');
  });

  it('keeps to the sources it is restricted to, whatever characters their paths have', async () => {
    await using fixture = await LibraryFixture.create();
    const odd = 'it\'s "odd" % _/ü 付款.md';
    const { version } = await fixture.curate('ctx_a', { [odd]: 'A fee.', 'b.md': 'A fee too.' });
    await using snapshot = await fixture.open(['ctx_a', version]);
    const paths = async (sources: readonly string[]) =>
      (await snapshot.search({ query: 'fee', limit: 5, sources }, never)).map(({ chunk }) => chunk.sourcePath);
    expect(await paths([odd])).toEqual([odd]);
    expect(await paths(["x' OR '1'='1"])).toEqual([]);
    expect(await paths([])).toEqual([]);
    expect((await snapshot.readSource('a', odd, never))?.text).toBe('A fee.');
  });

  it('takes an ask of any length and any characters', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', TEXTS);
    await using snapshot = await fixture.open(['ctx_a', version]);
    expect(await pathsFound(snapshot, '"+-*()[]{}:^~?\\/ <> && ||')).toEqual([]);
    expect(await pathsFound(snapshot, '+invoice -"receipt" OR NOT (')).toContain('en.md');
    expect(await pathsFound(snapshot, '')).toEqual([]);
    expect(await pathsFound(snapshot, '付款发票'.repeat(16_000))).toContain('zh.md');
    expect(await pathsFound(snapshot, `${'lorem ipsum '.repeat(5_000)} invoice`)).toContain('en.md');
  });

  it('rejects with the reason of an aborted signal', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', TEXTS);
    await using snapshot = await fixture.open(['ctx_a', version]);
    const reason = new Error('stopped');
    const signal = AbortSignal.abort(reason);
    const chunk = (await snapshot.search({ query: 'invoice', limit: 1 }, never))[0]?.chunk;
    if (chunk === undefined) throw new Error('nothing found');
    await expect(snapshot.search({ query: 'invoice', limit: 1 }, signal)).rejects.toBe(reason);
    await expect(snapshot.neighbours(chunk, 1, signal)).rejects.toBe(reason);
    await expect(snapshot.readSource('a', 'en.md', signal)).rejects.toBe(reason);
    await expect(snapshot.documentFrequency(['x'], signal)).rejects.toBe(reason);
  });
});

describe('a source', () => {
  it('is read back whole, from chunks whose neighbours are in order', async () => {
    await using fixture = await LibraryFixture.create();
    const section = (index: number) => `## Part ${index}\n\nText number${index} of this part.\n\n<!-- ${index} -->\n\n`;
    const text = `---\ntitle: Long\n---\n\n${Array.from({ length: 9 }, (_, index) => section(index)).join('')}---\n`;
    const { version } = await fixture.curate('ctx_a', { 'long.md': text });
    await using snapshot = await fixture.open(['ctx_a', version]);

    expect(await snapshot.readSource('a', 'long.md', never)).toEqual({
      contextSlug: 'a',
      sourcePath: 'long.md',
      title: 'Long',
      text,
    });
    const [hit] = await snapshot.search({ query: 'number4', limit: 1 }, never);
    if (hit === undefined) throw new Error('nothing found');
    const around = await snapshot.neighbours(hit.chunk, 2, never);
    expect(around.map(({ ordinal }) => ordinal)).toEqual([2, 3, 4, 5, 6]);
    expect(around[2]).toEqual(hit.chunk);
  });
});
