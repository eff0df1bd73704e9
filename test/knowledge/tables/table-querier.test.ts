import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableData } from '../../../src/engine/ports/tables.ts';
import { TableQuerier } from '../../../src/knowledge/tables/query/table-querier.ts';
import { tryTypedTable } from '../../../src/knowledge/tables/typed-table.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';

const ORDERS = typed(
  ['Order', 'Customer', 'Amount', 'Share', 'Ordered on', 'Paid'],
  [
    ['A-1', 'Acme', '$1,200.10', '12.5%', '2026-01-05', 'yes'],
    ['A-2', 'Acme', '$300.20', '5%', '2026-02-11', 'no'],
    ['A-3', 'Delmore', '$99.00', '0.25%', '2026-03-01', 'yes'],
    ['A-4', 'Ellery', '-', '-', '', 'no'],
  ],
);

let querier: TableQuerier;

// No busy machine spends so much by accident.
beforeAll(() => {
  querier = new TableQuerier({ budgetMs: 3_600_000 });
});
afterAll(() => querier[Symbol.asyncDispose]());

const ask = (sql: string, { limit = 100, signal = new AbortController().signal, table = ORDERS } = {}) =>
  querier.query({ columns: JSON.stringify(table.columns), rows: JSON.stringify(table.rows), sql, limit }, signal);

function typed(header: readonly string[], rows: readonly (readonly string[])[]): TableData {
  const table = tryTypedTable({ header, rows });
  if (table === undefined) throw new Error('no table');
  return table;
}

describe('a table', () => {
  it('answers in its own types, exactly', async () => {
    expect(
      await ask('SELECT customer, sum(amount) AS total FROM data WHERE paid GROUP BY customer ORDER BY total'),
    ).toEqual({
      columns: ['customer', 'total'],
      rows: [
        ['Delmore', 99],
        ['Acme', 1200.1],
      ],
      truncated: false,
    });
    expect((await ask('SELECT sum(amount), count(amount), max(share) FROM data')).rows).toEqual([[1599.3, 3, 12.5]]);
    const dates =
      "SELECT \"order\", date_diff('day', ordered_on, DATE '2026-03-02') FROM data WHERE ordered_on > '2026-02-01'";
    await expect(ask(dates)).rejects.toThrow('order');
    expect((await ask(dates.replace('"order"', 'order_'))).rows).toEqual([
      ['A-2', 19],
      ['A-3', 1],
    ]);
  });

  it.each([
    ['a common table expression', 'WITH paid AS (FROM data WHERE paid) SELECT count(*) FROM paid', [[2]]],
    [
      'a window',
      'SELECT order_, rank() OVER (ORDER BY amount DESC) r FROM data WHERE amount > 0 ORDER BY r LIMIT 1',
      [['A-1', 1]],
    ],
    ['a join with itself', 'SELECT count(*) FROM data a JOIN data b USING (customer)', [[6]]],
    ['a union', 'SELECT 1 UNION ALL SELECT 2', [[1], [2]]],
    ['rows of numbers', 'SELECT sum(range) FROM range(5)', [[10]]],
    ['dates as text', 'SELECT min(ordered_on) FROM data', [['2026-01-05']]],
    ['a huge number as text', 'SELECT 12345678901234567890', [['12345678901234567890']]],
    ['a list as text', 'SELECT [1, 2]', [['[1, 2]']]],
  ] as const)('can be asked with %s', async (_, sql, rows) => {
    expect((await ask(sql)).rows).toEqual(rows);
  });

  it('gives as many rows as are wanted, and says that there are more', async () => {
    expect(await ask('SELECT order_ FROM data ORDER BY 1', { limit: 2 })).toEqual({
      columns: ['order_'],
      rows: [['A-1'], ['A-2']],
      truncated: true,
    });
    expect((await ask('FROM data', { limit: 4 })).truncated).toBe(false);
    const wide = await ask("SELECT repeat('x', 5000) FROM range(500)", { limit: 1_000 });
    expect(wide.truncated).toBe(true);
    expect(JSON.stringify(wide).length).toBeLessThan(250_000);
    await expect(ask('FROM data', { limit: 0 })).rejects.toMatchObject({ code: 'bad_request', field: 'limit' });
    await expect(ask('FROM data', { limit: 1_001 })).rejects.toMatchObject({ code: 'bad_request', field: 'limit' });
  });

  it.each([
    ['a column that is not there', 'SELECT price FROM data', /price/],
    ['a table that is not there', 'SELECT * FROM orders', /the table is called data/],
    ['what is no SQL', 'How much did Acme pay?', /cannot be read/],
    ['a sum of text', 'SELECT sum(customer) FROM data', /sum/],
    ['nothing', '', /SELECT/],
    ['too much', `SELECT 1 -- ${'x'.repeat(10_000)}`, /10000 characters/],
  ])('says what is wrong about %s', async (_, sql, message) => {
    await expect(ask(sql)).rejects.toMatchObject({
      code: 'bad_request',
      field: 'sql',
      message: expect.stringMatching(message),
    });
  });

  it('gives up at once when nobody waits any more, and answers the next one', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const clock: Pick<Clock, 'sleep'> = {
      sleep(ms, signal) {
        begin();
        return systemClock.sleep(ms, signal);
      },
    };
    await using left = new TableQuerier({ budgetMs: 3_600_000, clock });
    const job = { columns: JSON.stringify(ORDERS.columns), rows: '[]', limit: 1 };
    const controller = new AbortController();
    const slow = left.query({ ...job, sql: 'SELECT count(*) FROM range(1000000000000)' }, controller.signal);
    await begun;
    controller.abort(new Error('gone'));
    await expect(slow).rejects.toThrow('gone');
    expect((await left.query({ ...job, sql: 'SELECT 1' }, new AbortController().signal)).rows).toEqual([[1]]);
  });

  it('holds many questions in line', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(`SELECT ${at} + count(*) FROM data`)));
    expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 12 }, (_, at) => at + 4));
  });

  it('ends what is under way when it is closed, and answers nothing any more', async () => {
    const closing = new TableQuerier({ budgetMs: 60_000 });
    const job = { columns: JSON.stringify(ORDERS.columns), rows: '[]', limit: 1 };
    const { signal } = new AbortController();
    const slow = closing.query({ ...job, sql: 'SELECT count(*) FROM range(1000000000000)' }, signal);
    const waiting = [slow, closing.query({ ...job, sql: 'SELECT 1' }, signal)].map((each) => each.catch(String));
    await closing[Symbol.asyncDispose]();
    expect((await Promise.all(waiting))[0]).toContain('shutting down');
    await expect(closing.query({ ...job, sql: 'SELECT 1' }, signal)).rejects.toThrow('shutting down');
  });
});
