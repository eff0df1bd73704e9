import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../src/knowledge/chunking/chunk.ts';
import { parseSource } from '../../src/knowledge/parse/parse-source.ts';

// Real files that are not ours to ship: they lie beside the repository where there are any.
const DIRECTORY = join(import.meta.dirname, '../../../shared/docs');
const present = existsSync(DIRECTORY);
if (!present) console.warn('../shared/docs is absent: its documents are not tested');

const parse = async (name: string) =>
  parseSource(await readFile(join(DIRECTORY, name)), name, 'application/octet-stream');
const flat = (text: string) => text.replace(/\s+/g, ' ');

describe.skipIf(!present)('real documents', () => {
  it.each([
    ['wiki_duck.html', 'text/html', 'waterfowl in the family Anatidae'],
    ['fake-html-cp1252.html', 'text/html', 'köstlich', '15,50 €', '¡Qué rico!'],
    ['example-steelJIS-datasheet-utf-16.html', 'text/html', 'SteelJIS - Datasheet', 'Chemical composition'],
    ['norwich-city.txt', 'text/plain', 'Iwan Wyn Roberts', 'Bangor, Wales'],
    ['fake-text-utf-16-le.txt', 'text/plain', 'Doylestown, PA 18901', 'Hamburgers are delicious'],
    ['derived-xquad-es.latin1.txt', 'text/plain', 'Los Panthers, que además de liderar las intercepciones de la'],
    ['derived-xquad-th.utf8.txt', 'text/plain', 'ทีมรับของแพนเธอร์สถอดใจที่คะแนน 308'],
  ])('%s is read', async (name, mediaType, ...facts) => {
    const parsed = await parse(name);
    expect(parsed.mediaType).toBe(mediaType);
    const everything = flat(`${parsed.title} ${parsed.document.text}`);
    for (const fact of facts) expect(everything).toContain(fact);
  });

  it.each(['empty.txt', 'random.bin', 'tracemonkey.pdf', 'handbook-872p.docx'])('%s is refused', async (name) => {
    await expect(parse(name)).rejects.toMatchObject({ name: 'UnreadableSource' });
  });

  it('keep the article of a page and leave out what surrounds it', async () => {
    const { document } = await parse('wiki_duck.html');
    expect(document.text).not.toContain('Toggle the table of contents');
    expect(document.sections.some(({ headingPath }) => headingPath.includes('Behaviour'))).toBe(true);
  });

  it('of a tree of Markdown are all cut into chunks that stand in them', async () => {
    const root = join(DIRECTORY, 'md-tree-docling');
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(DIRECTORY, join(entry.parentPath, entry.name)));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const { document } = await parse(file);
      const chunks = chunkDocument(document);
      expect(chunks.length).toBeGreaterThan(0);
      for (const { text, start, end } of chunks) expect(text).toBe(document.text.slice(start, end));
    }
  });
});
