import { describe, expect, it } from 'vitest';
import { compileByRule } from '../../../src/knowledge/artifacts/source-artifacts.ts';
import { parseCsv } from '../../../src/knowledge/parse/csv.ts';
import { parseHtml } from '../../../src/knowledge/parse/html.ts';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const of = (type: string, artifacts: ReturnType<typeof compileByRule>) =>
  artifacts.filter((each) => each.type === type);

describe('an outline', () => {
  it('has each heading once, with what it says first', () => {
    const markdown =
      '# Handbook\n\nWelcome to the company, all of you. More.\n\n## Leave\n\n### Sick leave\n\nTell Dr. Who and your manager at once. Then rest.\n\n## Travel\n\n- Book early, at least two weeks ahead\n- Save money';
    const [outline] = of('doc', compileByRule('Handbook', parseMarkdown(markdown)));
    expect(outline?.text).toBe(
      'Handbook\n\nWelcome to the company, all of you.\n\n## Leave\n\n### Sick leave\nTell Dr. Who and your manager at once.\n\n## Travel\n- Book early, at least two weeks ahead',
    );
    expect(outline?.spans.map(({ start, end }) => markdown.slice(start, end))).toEqual([
      'Welcome to the company, all of you.',
      'Tell Dr. Who and your manager at once.',
      '- Book early, at least two weeks ahead',
    ]);
  });

  it('of a long document is its beginning, and says so', () => {
    const markdown = Array.from(
      { length: 2_000 },
      (_, at) => `# Part ${at}\n\nWhat part ${at} is about, in a sentence.`,
    ).join('\n\n');
    const [outline] = of('doc', compileByRule('Long', parseMarkdown(markdown)));
    expect(outline?.text.length).toBeLessThanOrEqual(8_000);
    expect(outline?.text.endsWith('\n…')).toBe(true);
  });
});

describe('a table', () => {
  it('is called by its caption, else by the heading above it, else by the document', () => {
    const html =
      '<h1>Prices</h1><table><caption>List prices</caption><tr><th>Item</th><th>Price</th></tr><tr><td>A</td><td>$1</td></tr></table>' +
      '<h2>Rebates</h2><table><tr><th>Item</th><th>Rebate</th></tr><tr><td>A</td><td>5%</td></tr></table>' +
      '<table><tr><th>Item</th><th>Rebate</th></tr><tr><td>B</td><td>6%</td></tr></table>';
    const tables = of('table', compileByRule('Title', parseHtml(html)));
    expect(tables.map(({ name }) => name)).toEqual(['List prices', 'Rebates', 'Rebates (2)']);
    expect(tables[0]?.table).toEqual({
      columns: [
        { name: 'item', label: 'Item', type: 'text' },
        { name: 'price', label: 'Price', type: 'currency', unit: '$' },
      ],
      rows: [['A', 1]],
    });
    const [csv] = of('table', compileByRule('orders.csv', parseCsv('Item;Price\nA;1,50\nB;2,25\n')));
    expect(csv).toMatchObject({
      name: 'orders.csv',
      table: {
        rows: [
          ['A', 1.5],
          ['B', 2.25],
        ],
      },
    });
  });

  it('is kept whole when it is long, though its text is not', () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => `${at},${at * 2}`);
    const tables = of('table', compileByRule('long.csv', parseCsv(['id,double', ...rows].join('\n'))));
    expect(tables).toHaveLength(1);
    expect(tables[0]?.table?.rows).toHaveLength(12_000);
    expect(tables[0]?.table?.rows.at(-1)).toEqual([11_999, 23_998]);
    expect(tables[0]?.text.length).toBeLessThan(6_100);
    expect(tables[0]?.text).toMatch(/… \d+ more rows$/);
  });

  it('that has more rows than can be told apart says how many were read', () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => `${at},a,b,c,d`);
    const [table, ...others] = of('table', compileByRule('huge.csv', parseCsv(['id,p,q,r,s', ...rows].join('\n'))));
    expect(others).toEqual([]);
    const read = table?.table?.rows.length ?? 0;
    expect(read).toBeGreaterThan(10_000);
    expect(read).toBeLessThan(40_000);
    expect(table?.text).toContain(`Only the first ${read} rows were read.`);
  });

  it('is bounded in all that is shown of it, whatever its cells hold', () => {
    const wide = Array.from({ length: 200 }, (_, at) => `${at} ${'label '.repeat(2_000)}`);
    const rows = [wide.map(() => 'x'.repeat(10_000)), wide.map(() => '1 '.repeat(10_000))];
    const html = `<table><caption>${'long '.repeat(10_000)}</caption><tr>${wide.map((cell) => `<th>${cell}</th>`).join('')}</tr>${rows
      .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
      .join('')}</table>`;
    let compiled: ReturnType<typeof compileByRule> = [];
    expect(cpuTime(() => (compiled = compileByRule('Title', parseHtml(html))))).toBeLessThan(20_000);
    const [table] = of('table', compiled);
    expect(table?.text.length).toBeLessThan(7_000);
    expect(table?.name.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(table?.table?.columns).length).toBeLessThan(100_000);
    expect(table?.table?.rows).toHaveLength(2);
  });

  it('of many terms whose cells do not stand in its text is looked through in time', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `<tr><td>term${at}  a</td><td>what  it is</td></tr>`).join(
      '',
    );
    const html = `<table><tr><th>Term</th><th>Meaning</th></tr>${rows}</table>`;
    expect(cpuTime(() => compileByRule('Title', parseHtml(html)))).toBeLessThan(20_000);
  });
});
