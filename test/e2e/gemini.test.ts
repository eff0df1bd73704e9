import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { askAndWait, askStreaming } from '../durability/support/api.ts';
import { loadSample, serveProgram } from '../durability/support/served-program.ts';
import { answersFromPassages } from '../support/gemini/answers-from-passages.ts';
import { FakeGemini } from '../support/gemini/fake-gemini.ts';
import { FAULTS } from '../support/gemini/faults.ts';
import { createHome, knowql, PATIENCE } from './program.ts';

vi.setConfig(PATIENCE);

const KEY = 'AIzaThisKeyIsNobodysBusiness';
const DOCUMENT = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

describe('the built program with a key for Gemini', () => {
  it('answers, streams and fails with its models, and tells nobody the key', async () => {
    await using gemini = await FakeGemini.start({ apiKey: KEY });
    await using home = await createHome();
    const env = { ...home.env, GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.url };
    await using gateway = await serveProgram(env);
    await loadSample(gateway.url, 'contracts');

    const answer = await askAndWait(gateway.url, DOCUMENT);
    expect(answer).toMatchObject({ status: 'completed', model: 'google/gemini-3.5-flash' });
    expect(answer).toMatchObject({ usage: { cost_usd: expect.any(Number) } });
    expect(JSON.stringify(answer)).toContain('"grounding"');
    const embedded = gemini.calls.filter(({ method }) => method === 'batchEmbedContents');
    expect(new Set(embedded.map(({ model }) => model))).toEqual(new Set(['gemini-embedding-001']));
    expect(JSON.stringify(embedded)).toContain('RETRIEVAL_DOCUMENT');
    expect(JSON.stringify(embedded)).toContain('RETRIEVAL_QUERY');
    expect(JSON.stringify(answer)).toMatch(/"found_by":\[[^\]]*"vector"/);

    let told = '';
    const { rest } = await askStreaming(gateway.url, { ...DOCUMENT, model: 'pro' });
    for await (const { data } of rest) told += data;
    expect(told).toContain('"model":"google/gemini-3.1-pro-preview"');

    for (const [name, fault] of Object.entries(FAULTS)) {
      gemini.generation = fault;
      // What never ends by itself is another test's; here it would only take its time.
      if (/stalled|trickle/i.test(name)) continue;
      const failed = await askAndWait(gateway.url, { ...DOCUMENT, workflow: 'search_rag', timeout_seconds: 60 });
      expect({ name, ...failed }).toMatchObject({ name, status: 'failed', error: expect.stringMatching(/\.$/) });
      told += JSON.stringify(failed);
    }
    expect(gemini.calls.every(({ apiKey }) => apiKey === KEY)).toBe(true);
    gateway.child.kill('SIGTERM');
    const { code, stdout, stderr } = await gateway.finished;
    expect(code).toBe(0);
    expect(told + stdout + stderr).not.toContain(KEY);
  });

  it('says at the start what is wrong with a catalogue', async () => {
    await using home = await createHome();
    const file = join(home.path, 'models.json');
    await writeFile(file, JSON.stringify({ models: [{ id: 'google/x', label: 'X' }] }));
    const { code, stderr } = await knowql(['serve'], { ...home.env, KNOWQL_MODELS: file });
    expect(code).toBe(1);
    expect(stderr).toContain(
      "KNOWQL_MODELS names a catalogue that is not as it should be: /models/0 must have required property 'thinking'",
    );
  });

  it('turns to its next model while the first has no time', async () => {
    await using gemini = await FakeGemini.start();
    gemini.generation = (exchange) =>
      (exchange.call.model.includes('pro') ? FAULTS.overloaded : answersFromPassages())(exchange);
    await using home = await createHome();
    await using gateway = await serveProgram({ ...home.env, GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.url });
    await loadSample(gateway.url, 'contracts');
    const answer = await askAndWait(gateway.url, { ...DOCUMENT, models: ['pro', 'lite'], workflow: 'search_rag' });
    expect(answer).toMatchObject({ status: 'completed', model: 'google/gemini-3.1-flash-lite' });
    expect(JSON.stringify(answer)).toMatch(/google\/gemini-3.1-pro-preview could not answer: [^"]*overloaded/);
  });
});
