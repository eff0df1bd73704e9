import { expect, test } from 'vitest';
import { createCompiler } from '../../src/models/compiling/create-compiler.ts';
import { openModel } from '../models/google/support/open-model.ts';
import { openTestRuntime } from '../support/gateway.ts';
import { refuses } from '../support/gemini/refusals.ts';
import { saysJson } from '../support/gemini/replies.ts';

test('a manifest turns on what a model compiles, each source says what became of it, and the log what it took', async () => {
  await using opened = await openModel();
  opened.service.generation = saysJson({ summary: 'Acme pays in 30 days.' });
  await using test = await openTestRuntime({ compiler: createCompiler(opened.model) });
  const { services, viewer } = test.runtime;
  const { contexts } = services;
  const took: unknown[] = [];
  test.lifecycle.on('curation:compiled', (outcome) => took.push(outcome));
  const compiled = async () => {
    const all = await contexts.artifacts('contracts', { limit: 10, types: ['summary', 'doc'] }, viewer);
    return all.map(({ type, text }) => `${type} ${text.slice(0, 22)}`);
  };

  await test.addContext('contracts', { 'msa.md': '# MSA\n\nAcme pays in 30 days.' });
  expect([await compiled(), opened.service.calls.length, took]).toEqual([['doc MSA\n\nAcme pays in 30 d'], 0, []]);

  await contexts.update('contracts', { manifest: { artifacts: { by_model: ['summary'], by_rule: false } } }, viewer);
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  expect(await compiled()).toEqual(['summary Acme pays in 30 days.']);
  expect(took).toMatchObject([{ context: 'contracts', compiled: 1, reused: 0, failed: 0 }]);

  opened.service.generation = refuses.unknownModel;
  await contexts.addSource('contracts', { path: 'nda.md', content: '# NDA\n\nAcme keeps secrets.' }, viewer);
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  const sources = await contexts.sources('contracts', viewer);
  expect(sources.map(({ path, status, reason }) => [path, status, reason?.slice(0, 18) ?? null])).toEqual([
    ['msa.md', 'parsed', null],
    ['nda.md', 'parsed', 'It has no summary:'],
  ]);
  expect(took.at(-1)).toMatchObject({ compiled: 0, failed: 1 });
  expect(await compiled()).toEqual(['summary Acme pays in 30 days.']);

  // What a model failed at is tried again, the rest is left alone.
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  expect(took.at(-1)).toMatchObject({ compiled: 0, reused: 0, failed: 1 });
  opened.service.generation = saysJson({ summary: 'Acme keeps secrets.' });
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  expect(took.at(-1)).toMatchObject({ compiled: 1, reused: 0, failed: 0 });
  const tries = took.length;
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  expect(took).toHaveLength(tries);

  // Another manifest reads everything anew, and pays for nothing that was said before.
  await contexts.update('contracts', { manifest: { artifacts: { by_model: ['summary'] } } }, viewer);
  for await (const _event of contexts.curate('contracts', viewer)) continue;
  expect(took.at(-1)).toMatchObject({ compiled: 0, reused: 2, failed: 0 });
  expect((await compiled()).filter((text) => text.startsWith('summary'))).toHaveLength(2);
  expect((await contexts.sources('contracts', viewer)).map(({ reason }) => reason)).toEqual([null, null]);
  expect(test.faults).toEqual([]);
});
