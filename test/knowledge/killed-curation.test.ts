import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KnowledgeSnapshot } from '../../src/engine/ports/knowledge.ts';
import { LibraryFixture, never, pathsFound } from './library-fixture.ts';

const outlined = async (snapshot: KnowledgeSnapshot) =>
  (await snapshot.listArtifacts({ types: ['doc'] }, never)).flatMap(({ sources }) => sources);

it('a curation that is killed leaves its base, and the next one builds on that', async () => {
  await using fixture = await LibraryFixture.create();
  const { version } = await fixture.curate('ctx_a', { 'fees.md': 'The fee is ten.', 'term.md': 'The term is two.' });

  const script = join(import.meta.dirname, 'curate-until-killed.ts');
  const loader = join(import.meta.dirname, '../../bench/register.mjs');
  const child = spawn(process.execPath, ['--import', loader, script, fixture.directory, String(version)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
  child.kill('SIGKILL');
  await exited;
  expect(String(said)).toBe('in the middle\n');

  await using base = await fixture.open(['ctx_a', version]);
  expect(await pathsFound(base, 'fee term half')).toEqual(['fees.md', 'term.md']);
  expect(await outlined(base)).toEqual(['fees.md', 'term.md']);
  const next = await fixture.curate('ctx_a', { 'new.md': 'A new fee.' }, { base: version });
  await using after = await fixture.open(['ctx_a', next.version]);
  expect((await pathsFound(after, 'fee term half')).toSorted()).toEqual(['fees.md', 'new.md', 'term.md']);
  expect(await outlined(after)).toEqual(['fees.md', 'new.md', 'term.md']);
});
