import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';

const parse = async (text: string, path = 'a.csv') => parseSource(Buffer.from(text), path, 'application/octet-stream');

describe('delimited rows', () => {
  it.each([
    [',', 'Item,Price\r\nBolts,3\r\n'],
    [';', 'Item;Price\nBolts;3'],
    ['tab', 'Item\tPrice\nBolts\t3\n'],
    ['|', 'Item|Price\nBolts|3\n'],
    ['^', 'Item^Price\nBolts^3\n'],
    ['~', 'Item~Price\r\nBolts~3\r\n'],
    ['a unit separator', 'Item\u001fPrice\nBolts\u001f3\n'],
    ['tab, in lines that end in a carriage return alone', 'Item\tPrice\rBolts\t3\r'],
  ])('may be separated by %s', async (_, text) => {
    const { document } = await parse(text);
    expect(document.text).toBe(text.trim());
    expect(document.tables).toMatchObject([{ header: ['Item', 'Price'], rows: [['Bolts', '3']] }]);
  });

  it('may hold delimiters, quotes and line ends in quotes', async () => {
    const { document } = await parse('Name,Note\n"Smith, J.","said ""no""\nand left"\n');
    expect(document.tables?.[0]?.rows).toEqual([['Smith, J.', 'said "no"\nand left']]);
    expect(document.sections[0]?.blocks).toHaveLength(1);
  });

  it.each([
    ['commas that are decimal', 'Bolts;1,50;2,75\nNuts;3,50;4,75\n', ['Bolts', '1,50', '2,75']],
    ['commas of prose', 'id;note\n1;a, b, c\n2;d, e, f\n3;g, h, i\n', ['1', 'a, b, c']],
    ['times, where only a space is left', 'a b c\n10:30 1 2\n11:30 3 4\n', ['10:30', '1', '2']],
    ['colons between all', 'root:x:0:/root\nbin:x:1:/bin\n', ['root', 'x', '0', '/root']],
  ])('are told apart in spite of %s', async (_, text, row) => {
    const [table] = (await parse(text)).document.tables ?? [];
    expect([table?.header, ...(table?.rows ?? [])]).toContainEqual(row);
  });

  it('may stand below lines that are none', async () => {
    const { document } = await parse('Sales of a year\n\nid;name;fee\n1;Ann;12,5\n2;Bob;13,5\n3;Cid;14,5\n');
    expect(document.tables?.[0]?.rows).toContainEqual(['2', 'Bob', '13,5']);
  });

  it('may name their delimiter above them', async () => {
    const { document } = await parse('sep=;\nItem;Price\nBolts;3,20\n');
    expect(document.text).toBe('Item;Price\nBolts;3,20');
    expect(document.tables?.[0]?.rows).toEqual([['Bolts', '3,20']]);
  });

  it('are recognised without a name that says so, and prose is not', async () => {
    const rows = 'a;b;c\n1;2;3\n4;5;6\n7;8;9\n';
    expect((await parse(rows, 'export')).mediaType).toBe('text/csv');
    const prose = 'First, second, third.\nNow, here, there.\nOne, two, three.\nAnd, so, on.\n';
    expect((await parse(prose, 'prose')).mediaType).toBe('text/plain');
  });

  it('lie each in one block, in order, however many there are', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `${index},"value ${index}"`);
    const { document } = await parse(['id,value', ...rows].join('\n'));
    const blocks = document.sections.flatMap((section) => section.blocks);
    const written = blocks.flatMap(({ start, end }) => document.text.slice(start, end).split('\n'));
    expect(written).toEqual(['id,value', ...rows]);
    expect(document.tables?.flatMap((table) => table.rows)).toHaveLength(12_000);
  });

  it('give back the cells that were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', 'ä') });
    const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\n');
        const { document } = await parse(text);
        const [parsed] = document.tables ?? [];
        expect([...(parsed?.header.length ? [parsed.header] : []), ...(parsed?.rows ?? [])]).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });
});
