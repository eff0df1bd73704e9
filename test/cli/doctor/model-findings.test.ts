import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelFinding } from '../../../src/cli/doctor/model-findings.ts';
import { loadConfig } from '../../../src/config.ts';

test('without a key the doctor says what answers, and what would change that', async () => {
  expect(await modelFinding(loadConfig({}))).toMatchObject({
    kind: 'note',
    text: expect.stringContaining('local/extractive'),
    remedy: expect.stringContaining('GEMINI_API_KEY'),
  });
});

test('with a key all is well, and the key is not shown', async () => {
  const finding = await modelFinding(loadConfig({ GEMINI_API_KEY: 's3cret' }));
  expect(finding.kind).toBe('ok');
  expect(JSON.stringify(finding)).not.toContain('s3cret');
});

test('a catalogue that cannot be used is a problem, key or not', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'doctor-'));
  const file = join(directory, 'models.json');
  await writeFile(file, '{"models": [], "tiers": {"pro": "google/x"}}');
  expect(await modelFinding(loadConfig({ GEMINI_API_KEY: 'key', KNOWQL_MODELS: file }))).toMatchObject({
    kind: 'problem',
    text: expect.stringContaining('tiers.pro names google/x'),
  });
  await rm(directory, { recursive: true });
});
