import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCUMENT = readFileSync('docs/clients.md', 'utf8');
const SNIPPET = /<!-- (\S+) -->\n```ts\n([\s\S]*?)\n```/g;
const snippets = [...DOCUMENT.matchAll(SNIPPET)].map(([, path = '', code = '']) => ({ path, code }));

describe('docs/clients.md', () => {
  it.each(snippets)('quotes $path as it is', ({ path, code }) => {
    expect(readFileSync(path, 'utf8')).toContain(code);
  });

  it('quotes both recipes', () => {
    const paths = snippets.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['examples/urql/client.ts', 'examples/apollo/client.ts']));
  });

  it('names files that exist', () => {
    for (const [, file] of DOCUMENT.matchAll(/\| `([\w-]+\.(?:ts|json))` \|/g)) {
      expect(readFileSync(`examples/urql/${file}`, 'utf8')).not.toBe('');
    }
  });
});
