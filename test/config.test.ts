import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../src/config.ts';

const faultsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

test('an empty environment gives the documented defaults', () => {
  expect(loadConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    home: resolve('.knowql'),
    databaseUrl: undefined,
    knowledgeUri: resolve('.knowql/knowledge'),
    shutdownMs: 10_000,
  });
});

test('an empty variable counts as absent', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: undefined });
});

test('all faults are told at once, each with its variable and what it must be', () => {
  expect(faultsOf({ PORT: '70000', DATABASE_URL: 'mysql://x', KNOWQL_LOG: 'loud' })).toEqual([
    'PORT must be a whole number from 0 to 65535, not "70000"',
    expect.stringContaining('DATABASE_URL must be a PostgreSQL connection string'),
    'KNOWQL_LOG must be one of trace, debug, info, warn, error, silent, not "loud"',
  ]);
});

test('a misspelt variable of ours is a fault, not a silence', () => {
  expect(faultsOf({ KNOWQL_HOEM: '/data' })).toEqual(['KNOWQL_HOEM is not a variable of this program; see --help']);
});

test('the catalogue is a file, from wherever the program runs', () => {
  expect(loadConfig({ KNOWQL_MODELS: 'models.json' }).modelsFile).toBe(resolve('models.json'));
  expect(loadConfig({}).modelsFile).toBeUndefined();
});

test("Google's address must be one, and the key shows up in no fault", () => {
  const faults = faultsOf({ GEMINI_API_KEY: 's3cret', GEMINI_BASE_URL: 'localhost:8080', PORT: 'x' });
  expect(faults).toEqual([expect.stringContaining('PORT'), expect.stringContaining('GEMINI_BASE_URL must be an http')]);
  expect(faults.join()).not.toContain('s3cret');
});

test('a connection string never shows up in a fault', () => {
  expect(faultsOf({ DATABASE_URL: 'mysql://user:s3cret@db/x' }).join()).not.toContain('s3cret');
});
