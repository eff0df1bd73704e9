import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(async () => {
  expect(gateway.faults).toEqual([]);
  await gateway[Symbol.asyncDispose]();
});

async function call(method: string, path: string, body?: object) {
  const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${gateway.url}${path}`, { method, ...init });
  return { status: response.status, body: await response.json() };
}

const DEFAULTS = {
  chunking: { strategy: 'headings', size: 200, overlap: 0 },
  artifacts: { by_rule: true, by_model: [] },
  languages: [],
};

test('a manifest is shown as it was set, and with its defaults', async () => {
  const made = await call('POST', '/api/contexts', { slug: 'plain' });
  expect(made.body).toMatchObject({ manifest: {}, effective_manifest: DEFAULTS, sample_queries: [] });

  const manifest = { chunking: { size: 90 }, artifacts: { by_model: ['summary'] }, languages: ['fr'] };
  await call('PATCH', '/api/contexts/plain', { manifest });
  expect((await call('GET', '/api/contexts/plain')).body).toMatchObject({
    manifest,
    effective_manifest: {
      chunking: { strategy: 'headings', size: 90, overlap: 0 },
      artifacts: { by_rule: true, by_model: ['summary'] },
      languages: ['fr'],
    },
  });

  // As a whole: what the new one leaves out is as by default.
  const replaced = await call('PATCH', '/api/contexts/plain', { manifest: { languages: [] } });
  expect(replaced.body).toMatchObject({ manifest: { languages: [] }, effective_manifest: DEFAULTS });
});

test.each([
  [{ chunking: { size: 5 } }, 'manifest.chunking.size'],
  [{ artifacts: { byRule: false } }, 'manifest.artifacts.byRule'],
  [{ chunker: 'headings' }, 'manifest.chunker'],
  ['headings', 'manifest'],
])('the manifest %j is refused, and nothing is made', async (manifest, field) => {
  const { status, body } = await call('POST', '/api/contexts', { slug: 'refused', manifest });
  expect([status, body.error]).toEqual([400, { code: 'bad_request', field, message: expect.stringContaining(field) }]);
  expect((await call('GET', '/api/contexts/refused')).status).toBe(404);
});

test('a curated context says what it can be asked', async () => {
  await gateway.addContext('fees', { 'fees.md': '# Fees\n\nThe late fee is 2 % a month.\n' });
  expect((await call('GET', '/api/contexts/fees')).body.sample_queries).toEqual(['What is the late fee?']);
});
