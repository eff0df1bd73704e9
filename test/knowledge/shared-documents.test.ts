import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS_DIRECTORY, readExpectations } from '../../bench/formats/expectations.ts';
import { judge } from '../../bench/formats/judge.ts';
import { FileReader } from '../../bench/formats/read-files.ts';
import { chunkDocument } from '../../src/knowledge/chunking/chunk.ts';
import { parseSource } from '../../src/knowledge/parse/parse-source.ts';

// Real files that are not ours to ship: they lie beside the repository where there are any.
const present = existsSync(DOCUMENTS_DIRECTORY);
if (!present) console.warn('../shared/docs is absent: its documents are not tested');
const expectations = present ? await readExpectations() : [];

const parse = async (name: string) =>
  parseSource(await readFile(join(DOCUMENTS_DIRECTORY, name)), name, 'application/octet-stream');

describe.skipIf(!present)('real documents', () => {
  let reader: FileReader;
  beforeAll(async () => {
    reader = await FileReader.create();
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  it.each(expectations)('$path is read as expected', async (expected) => {
    const verdict = judge(expected, await reader.read(expected));
    expect(verdict.missing).toEqual([]);
    expect(verdict.of).toBeGreaterThan(0);
  });

  it('keep the article of a page and leave out what surrounds it', async () => {
    const { document } = await parse('wiki_duck.html');
    expect(document.text).not.toContain('Toggle the table of contents');
    expect(document.sections.some(({ headingPath }) => headingPath.includes('Behaviour'))).toBe(true);
  });

  it('of two columns are read column by column', async () => {
    const { document } = await parse('tracemonkey.pdf');
    const across = 'the interpreter crosses a loop edge, TraceMonkey invokes the trace monitor, which may decide';
    expect(document.text).toContain(across);
  });

  it('of a tree of Markdown are all cut into chunks that stand in them', async () => {
    const root = join(DOCUMENTS_DIRECTORY, 'md-tree-docling');
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(DOCUMENTS_DIRECTORY, join(entry.parentPath, entry.name)));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const { document } = await parse(file);
      const chunks = chunkDocument(document);
      expect(chunks.length).toBeGreaterThan(0);
      for (const { text, start, end } of chunks) expect(text).toBe(document.text.slice(start, end));
    }
  });
});
