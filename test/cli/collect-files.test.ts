import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectFiles } from '../../src/cli/collect-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knowql-collect-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), path);
  }
}

const pathsOf = async (...paths: readonly string[]) =>
  (await collectFiles(paths.map((path) => join(folder, path)))).uploads.map(({ path }) => path);

describe('the files of a command line', () => {
  it('are a folder’s with everything below it, by their paths inside it, in order', async () => {
    await write('docs/b.md', 'docs/a/deep/c.txt', 'docs/a.md');
    expect(await pathsOf('docs')).toEqual(['a.md', 'a/deep/c.txt', 'b.md']);
  });

  it('are named files under their own names', async () => {
    await write('docs/b.md', 'other/a.md');
    expect(await pathsOf('docs/b.md', 'other/a.md')).toEqual(['a.md', 'b.md']);
  });

  it('leave out hidden files, installed packages and symbolic links, and say so', async () => {
    await write('docs/a.md', 'docs/.git/config', 'docs/node_modules/x/readme.md', 'secret.txt');
    await symlink(join(folder, 'secret.txt'), join(folder, 'docs/link.txt'));
    const { uploads, notes } = await collectFiles([join(folder, 'docs')]);
    expect(uploads.map(({ path }) => path)).toEqual(['a.md']);
    expect(notes.toSorted()).toEqual([
      '.git is hidden; left out.',
      'link.txt is a symbolic link; left out.',
      'node_modules holds installed packages; left out.',
    ]);
  });

  it('fail when a path does not exist', async () => {
    await expect(collectFiles([join(folder, 'absent')])).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('absent'),
    });
  });

  it('fail when two of them would replace each other in the context', async () => {
    await write('one/readme.md', 'two/readme.md');
    await expect(pathsOf('one', 'two')).rejects.toThrow(/would both become "readme.md"/);
  });

  it('are each taken once, however often they are named', async () => {
    await write('docs/a.md');
    expect(await pathsOf('docs/a.md', 'docs/a.md')).toEqual(['a.md']);
  });
});
