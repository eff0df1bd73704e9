import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { configurationTable } from '../../scripts/readme-table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

async function documents(): Promise<readonly string[]> {
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  return ['README.md', 'CHANGELOG.md', ...docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`)];
}

describe('the documents', () => {
  it('list every configuration variable in the README as the program reads it', async () => {
    const [, table] =
      /<!-- configuration: begin -->\n([\s\S]*?)\n<!-- configuration: end -->/.exec(await read('README.md')) ?? [];
    expect(table, 'print the new table with: npx tsx scripts/readme-table.ts').toBe(configurationTable());
  });

  it('say of every dependency what it is for, and of nothing else', async () => {
    const { dependencies, devDependencies } = JSON.parse(await read('package.json'));
    const [production, development] = (await read('docs/dependencies.md')).split('## For development');
    const named = (text = '') => [...text.matchAll(/^\| `([^`]+)` \| (?=\S)/gm)].map(([, name]) => name);
    expect(named(production)).toEqual(Object.keys(dependencies).toSorted());
    expect(named(development)).toEqual(Object.keys(devDependencies).toSorted());
  });

  it('link only to what exists', async () => {
    const broken: string[] = [];
    for (const document of await documents()) {
      const text = (await read(document)).replaceAll(/```[\s\S]*?```/g, '');
      for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        await access(join(root, dirname(document), target)).catch(() => broken.push(`${document} → ${target}`));
      }
    }
    expect(broken).toEqual([]);
  });

  it('name only scripts that package.json has', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    const unknown: string[] = [];
    for (const document of await documents()) {
      for (const [, name = ''] of (await read(document)).matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
        if (!(name in scripts)) unknown.push(`${document}: npm run ${name}`);
      }
    }
    expect(unknown).toEqual([]);
  });
});
