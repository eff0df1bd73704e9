import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayError } from '../../../src/errors.ts';
import { TableQuerier } from '../../../src/knowledge/tables/query/table-querier.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import { never } from '../library-fixture.ts';

const COLUMNS = JSON.stringify([{ name: 'a', label: 'a', type: 'number' }]);
const ROWS = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => [at]));

let querier: TableQuerier;
let folder: string;
/** Whether a statement has no more time than the budget: an honest one has all that a busy machine takes. */
let isImpatient = false;
const clock: Pick<Clock, 'sleep'> = {
  sleep: (ms, signal) => systemClock.sleep(isImpatient ? ms : 3_600_000, signal),
};

beforeAll(async () => {
  querier = new TableQuerier({ budgetMs: 1_500, clock });
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  await writeFile(join(folder, 'secret.csv'), 'word\nswordfish\n');
});
afterAll(async () => {
  await querier[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (sql: string) =>
  querier.query({ columns: COLUMNS, rows: ROWS, sql: sql.replaceAll('$FOLDER', folder), limit: 10 }, never);

async function refusal(sql: string): Promise<string> {
  const error = await ask(sql).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown as GatewayError,
  );
  expect(error).toMatchObject({ code: 'bad_request', field: 'sql' });
  return error.message;
}

describe('a statement', () => {
  it.each([
    // Files and networks
    "SELECT * FROM read_csv('$FOLDER/secret.csv')",
    "SELECT * FROM '$FOLDER/secret.csv'",
    "FROM '$FOLDER/secret.csv'",
    'SELECT * FROM "$FOLDER/secret.csv"',
    "SELECT * FROM read_text('$FOLDER/secret.csv')",
    "SELECT * FROM read_blob('$FOLDER/*')",
    "SELECT * FROM read_json('$FOLDER/secret.csv')",
    "SELECT * FROM read_parquet('https://example.com/x.parquet')",
    "SELECT * FROM glob('$FOLDER/*')",
    "SELECT * FROM sniff_csv('$FOLDER/secret.csv')",
    "SELECT (SELECT content FROM read_text('$FOLDER/secret.csv'))",
    "WITH x AS (SELECT * FROM read_csv('$FOLDER/secret.csv')) SELECT * FROM x",
    "SELECT * FROM data WHERE a IN (SELECT word FROM read_csv('$FOLDER/secret.csv'))",
    "SELECT * FROM data, LATERAL (SELECT * FROM read_csv('$FOLDER/secret.csv'))",
    "PIVOT (FROM read_csv('$FOLDER/secret.csv')) ON word USING count(*)",
    "COPY data TO '$FOLDER/out.csv'",
    "COPY (SELECT 1) TO '$FOLDER/out.parquet' (FORMAT parquet)",
    "COPY data FROM '$FOLDER/secret.csv'",
    "EXPORT DATABASE '$FOLDER/out'",
    "IMPORT DATABASE '$FOLDER'",
    "ATTACH '$FOLDER/out.db'",
    "ATTACH 'https://example.com/x.db' AS x",
    // The engine
    'INSTALL httpfs',
    'LOAD httpfs',
    "LOAD '$FOLDER/x.duckdb_extension'",
    'SET enable_external_access = true',
    'RESET lock_configuration',
    'PRAGMA version',
    'PRAGMA database_list',
    'CALL pragma_version()',
    'CHECKPOINT',
    'VACUUM',
    'USE memory',
    "SELECT current_setting('secret_directory')",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM pg_catalog.pg_tables',
    'SELECT * FROM main.sqlite_master',
    'SELECT * FROM sqlite_master',
    "SELECT * FROM query('SELECT * FROM duckdb_settings()')",
    "SELECT * FROM query_table('data')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "CREATE SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')",
    'SHOW TABLES',
    'DESCRIBE data',
    'SUMMARIZE data',
    'EXPLAIN ANALYZE SELECT 1',
    // Writing
    'DROP TABLE data',
    'DELETE FROM data',
    'UPDATE data SET a = 1',
    'INSERT INTO data VALUES (1)',
    'CREATE TABLE x AS FROM data',
    'CREATE OR REPLACE MACRO f(x) AS x',
    'ALTER TABLE data ADD COLUMN b INT',
    'TRUNCATE data',
    'WITH x AS (DELETE FROM data RETURNING *) SELECT * FROM x',
    'BEGIN TRANSACTION',
    'PREPARE p AS SELECT 1',
    'EXECUTE p',
    'SET VARIABLE x = 1',
    // More than one
    'SELECT 1; SELECT 2',
    "SELECT 1; COPY data TO '$FOLDER/out.csv'",
    'SELECT 1 /* ; */ ; DROP TABLE data',
    '-- SELECT\nDROP TABLE data',
  ])('is refused, with a reason and no path: %s', async (sql) => {
    const message = await refusal(sql);
    expect(message).not.toBe('');
    expect(message.replaceAll(folder, '')).not.toMatch(/\/(?:tmp|root|home|work|usr)\b|\.duckdb|swordfish/);
    expect(await readdir(folder)).toEqual(['secret.csv']);
  });

  it.each([
    ['counts for ever', 'SELECT count(*) FROM range(1000000000000)'],
    ['joins everything with everything', 'SELECT count(*) FROM data a, data b, data c, data d, data e'],
    ['recurses for ever', 'WITH RECURSIVE r AS (SELECT 1 x UNION ALL SELECT x + 1 FROM r) SELECT max(x) FROM r'],
    ['holds a list of everything', 'SELECT list(range) FROM range(100000000)'],
    ['makes one huge text', "SELECT repeat('a', 4000000000)"],
    ['makes one huge text inside a function', "SELECT length(lpad('', 2000000000, 'x'))"],
    ['joins texts', "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)"],
    ['sorts what does not fit', 'SELECT * FROM range(1000000000) ORDER BY hash(range)'],
    ['is nested deeply', `SELECT ${'('.repeat(4_000)}1${')'.repeat(4_000)}`],
    ['is a long sum', `SELECT ${'1+'.repeat(4_900)}1`],
    ['backtracks', "SELECT regexp_matches(repeat('a', 100000), '(a*)*b') FROM range(100000)"],
  ])('is ended or answered when it %s, and the next one is answered', async (_, sql) => {
    isImpatient = true;
    const fault = await ask(sql).then(
      () => undefined,
      (error: unknown) => error as GatewayError,
    );
    expect(fault?.field ?? 'sql').toBe('sql');
    expect(fault?.message ?? 'depth').toMatch(/memory|longer than 2 s|depth|cannot be read|size/i);
    isImpatient = false;
    expect(await readdir('.')).not.toContain('.tmp'); // where the engine would put what does not fit
    expect((await ask('SELECT count(*) FROM data')).rows).toEqual([[1_000]]);
  });
});
