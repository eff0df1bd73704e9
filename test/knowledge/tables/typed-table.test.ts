import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNames } from '../../../src/knowledge/tables/column-names.ts';
import { typeColumn } from '../../../src/knowledge/tables/column-types.ts';
import { tryTypedTable } from '../../../src/knowledge/tables/typed-table.ts';

describe('a column', () => {
  it.each([
    ['number', ['1', '-2', '+3', '−4', '(5)'], [1, -2, 3, -4, -5]],
    ['number', ['1,234.5', '2'], [1234.5, 2]],
    ['number', ['1.234,5', '2'], [1234.5, 2]],
    ['number', ['1 234,5', "2'000"], [1234.5, 2000]],
    ['number', ['1,234', '5,678'], [1234, 5678]],
    ['number', ['1,234', '5,6'], [1.234, 5.6]],
    ['number', ['1.234', '5.6'], [1.234, 5.6]],
    ['number', ['10', 'n/a', '', '–', '12'], [10, null, null, null, 12]],
    ['percent', ['12.5%', '0,5 %'.replace(',', '.')], [12.5, 0.5]],
    ['currency', ['$1,200', '-$3.50', '$0', '($12)'], [1200, -3.5, 0, -12]],
    ['currency', ['1.200,50 €', '3 €'], [1200.5, 3]],
    ['currency', ['USD 5', 'USD 1,000.25'], [5, 1000.25]],
    ['date', ['2026-01-31', '2026-02-28'], ['2026-01-31', '2026-02-28']],
    ['date', ['1 February 2024', '31 Oct 2028'], ['2024-02-01', '2028-10-31']],
    ['date', ['March 5, 2025', 'Dec. 24th, 2025'], ['2025-03-05', '2025-12-24']],
    ['date', ['31.12.2025', '1.2.2026'], ['2025-12-31', '2026-02-01']],
    ['date', ['5. März 2025', '1er janvier 2026', '3 de mayo de 2024'], ['2025-03-05', '2026-01-01', '2024-05-03']],
    ['date', ['03/04/2026', '25/04/2026'], ['2026-04-03', '2026-04-25']],
    ['date', ['03/04/2026', '04/25/2026'], ['2026-03-04', '2026-04-25']],
    ['boolean', ['yes', 'No', 'TRUE', '✗'], [true, false, true, false]],
  ])('of %s is read from %j', (type, cells, values) => {
    expect(typeColumn(cells)).toMatchObject({ type, values });
  });

  it.each([
    ['names that look like numbers', ['007', '12']],
    ['numbers that no number holds', ['12345678901234567', '1']],
    ['amounts of two currencies', ['$5', '€5']],
    ['marks that contradict each other', ['1,5', '1.5']],
    ['dates that could be two', ['03/04/2026', '05/06/2026']],
    ['days that there are not', ['2026-02-30', '2026-01-01']],
    ['one cell of another kind', ['4%', 'none']],
    ['versions', ['1.2.3', '1.2.4']],
    ['nothing', ['', '-', 'n/a']],
  ])('stays text with %s, word for word', (_, cells) => {
    expect(typeColumn(cells)).toEqual({ type: 'text', values: cells.map((cell) => (cell === '' ? null : cell)) });
  });

  it('never makes a value of nothing, nor loses one that it has no type for', () => {
    const cells = constantFrom('1', '1,5', '1.5', '$1', '5%', 'yes', '2026-01-01', '1/2/2026', '', '-', 'x', '1,234');
    assert(
      property(array(cells, { minLength: 1, maxLength: 8 }), (column) => {
        const { type, values } = typeColumn(column);
        expect(values).toHaveLength(column.length);
        const made = column.filter((cell, at) => cell === '' && values[at] !== null);
        const lost = column.filter((cell, at) => cell !== '' && cell !== '-' && values[at] === null);
        expect([...made, ...lost]).toEqual([]);
        const asWritten = column.map((cell) => (cell === '' ? null : cell));
        expect(type === 'text' ? values : asWritten).toEqual(asWritten);
      }),
    );
  });
});

describe('column names', () => {
  it('need no quotes in SQL, and keep the words of the document', () => {
    expect(
      columnNames(['Running term ends', 'Price (USD)', 'Share %', '2025', 'Order', 'Größe', '', 'Price (USD)']),
    ).toEqual([
      'running_term_ends',
      'price_usd',
      'share_percent',
      '_2025',
      'order_',
      'größe',
      'column_7',
      'price_usd_2',
    ]);
  });

  it('differ, whatever the labels are', () => {
    assert(
      property(array(string({ unit: 'grapheme' }), { maxLength: 20 }), (labels) => {
        const names = columnNames(labels);
        expect(new Set(names).size).toBe(labels.length);
        for (const name of names) expect(name).toMatch(/^[\p{L}_][\p{L}\p{M}\p{N}_]*$|^[\p{M}]/u);
      }),
    );
  });
});

describe('a table', () => {
  it('has a value for each column of each row, however ragged it was', () => {
    expect(tryTypedTable({ header: ['A', 'B'], rows: [['1'], ['2', 'x', 'more']] })).toEqual({
      columns: [
        { name: 'a', label: 'A', type: 'number' },
        { name: 'b', label: 'B', type: 'text' },
        { name: 'column_3', label: 'column_3', type: 'text' },
      ],
      rows: [
        [1, null, null],
        [2, 'x', 'more'],
      ],
    });
  });

  it.each([
    ['one column', { header: ['A'], rows: [['1']] }],
    ['no rows', { header: ['A', 'B'], rows: [] }],
    ['more columns than a table has', { header: [], rows: [Array.from({ length: 300 }, () => 'x')] }],
  ])('is none with %s', (_, cells) => {
    expect(tryTypedTable(cells)).toBeUndefined();
  });
});
