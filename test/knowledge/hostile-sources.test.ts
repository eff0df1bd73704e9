import { describe, expect, it } from 'vitest';
import { LibraryFixture, never, pathsFound } from './library-fixture.ts';

describe('a hostile source', () => {
  it('fails or is left out alone, and says why', async () => {
    await using fixture = await LibraryFixture.create();
    const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 197 + (index >> 4) * 91) & 0xff);
    const longName = `${'n'.repeat(300)}.md`;
    const { version, sources } = await fixture.curate('ctx_a', {
      'empty.md': '',
      'noise.bin': noise,
      'half.txt': noise.subarray(0, 1),
      [longName]: 'The fee of the long name.',
      '../../escape.md': 'The fee of the path that climbs.',
      'quote\'s "and" \n newline.md': 'The fee of the quoted path.',
      'deep.html': `<html>${'<div><b>'.repeat(3_000)}The fee of the deep page.`,
      'nul.txt': 'The fee\0of zero bytes.',
      'surrogate.html': '<html><p>The fee &#xD800; of the broken character.',
      'wide.txt': `The fee of ${'x'.repeat(300_000)} the long word.`,
    });
    const statuses = Object.fromEntries(sources.map(({ path, status }) => [path, status]));
    expect(statuses).toMatchObject({ 'empty.md': 'skipped', 'noise.bin': 'skipped', 'nul.txt': 'skipped' });
    for (const { status, reason, title, mediaType } of sources) {
      expect(reason === null).toBe(status === 'parsed');
      expect(reason ?? 'Do.').toMatch(/\.$/);
      expect(title).not.toBe('');
      expect(mediaType).toMatch(/^\w+\/[\w.+-]+$/);
    }
    await using snapshot = await fixture.open(['ctx_a', version]);
    const found = await pathsFound(snapshot, 'fee', 50);
    for (const path of [longName, '../../escape.md', 'deep.html', 'surrogate.html', 'wide.txt']) {
      expect(found).toContain(path);
      const source = await snapshot.readSource('a', path, never);
      expect(source?.text).toBe(Buffer.from(source?.text ?? '').toString());
    }
  });

  it('that takes too long fails with its limit, and the next one is read', async () => {
    await using fixture = await LibraryFixture.create({ readingBudgetMs: 1 });
    const slow = `${'> '.repeat(2_000)}x\n`.repeat(40);
    const { sources } = await fixture.curate('ctx_a', { 'slow.md': slow, 'slower.md': slow });
    expect(sources.map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'Reading the file took longer than 1 s. Split it up.'],
      ['failed', 'Reading the file took longer than 1 s. Split it up.'],
    ]);
  });
});
