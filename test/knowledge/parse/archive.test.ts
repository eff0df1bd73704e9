import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { docx, paragraph } from './build/office.ts';
import { zip } from './build/zip.ts';

const parse = (bytes: Uint8Array, path = 'a.bin') => parseSource(bytes, path, 'application/octet-stream');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');

describe('an archive', () => {
  it('has a section for each of its documents, whatever they are', async () => {
    const bytes = zip({
      'terms/fees.md': '# Fees\n\nTen.',
      'b.docx': docx(paragraph('Word.')),
      '__MACOSX/x': 'litter',
    });
    const { document, mediaType } = await parse(bytes);
    expect(mediaType).toBe('application/zip');
    expect(document.text).toBe('terms/fees.md\n\n# Fees\n\nTen.\n\nb.docx\n\nWord.');
    expect(document.sections.map(({ headingPath }) => headingPath)).toEqual([
      ['terms/fees.md'],
      ['terms/fees.md', 'Fees'],
      ['b.docx'],
      ['b.docx'],
    ]);
    for (const { start, end, blocks } of document.sections) {
      expect(blocks.every((block) => block.start >= start && block.end <= end)).toBe(true);
    }
  });

  it('may hold others, and names what of all that cannot be read', async () => {
    const inner = zip({ 'picture.png': PNG, 'note.txt': 'The inner note.' });
    const { document } = await parse(zip({ 'inner.zip': inner, 'empty.txt': '' }));
    expect(document.text).toBe('inner.zip\n\nnote.txt\n\nThe inner note.');
    expect(document.sections.at(-1)?.headingPath).toEqual(['inner.zip', 'note.txt']);
    expect(document.notes).toEqual([
      expect.stringMatching(/^inner\.zip: picture\.png: This is a PNG image/),
      expect.stringMatching(/^empty\.txt: The file is empty/),
    ]);
  });

  it('may have been packed before tar had a mark of its own', async () => {
    const tar = Buffer.from(await packTar([{ header: { name: 'a.txt', size: 4, type: 'file' }, body: 'Old.' }]));
    tar.fill(0, 257, 265).fill(' ', 148, 156);
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    expect((await parse(tar)).document.text).toBe('a.txt\n\nOld.');
    tar[0] = 0x62; // the sum is that of another name
    await expect(parse(tar)).rejects.toThrow('binary');
  });

  it('shows a name as DOS wrote it', async () => {
    const bytes = Buffer.from(zip({ 'Gr##.txt': 'Big.' }));
    for (let at = bytes.indexOf('##'); at >= 0; at = bytes.indexOf('##')) bytes.set([0x94, 0xe1], at);
    expect((await parse(bytes)).document.text).toBe('Größ.txt\n\nBig.');
  });

  it('packed as tar and gzip is read the same, long names and links included', async () => {
    const long = `${'deep/'.repeat(50)}note.txt`;
    const tar = await packTar([
      { header: { name: 'folder/', type: 'directory', size: 0 } },
      { header: { name: long, size: 5, type: 'file' }, body: 'Deep.' },
      { header: { name: 'link.txt', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    ]);
    for (const [bytes, mediaType] of [
      [tar, 'application/x-tar'],
      [gzipSync(tar), 'application/gzip'],
    ] as const) {
      const parsed = await parse(bytes, 'a.tar.gz');
      expect(parsed.mediaType).toBe(mediaType);
      expect(parsed.document.text).toMatch(/deep\/note\.txt\n\nDeep\.$/);
      expect(parsed.document.notes).toEqual(['link.txt: It is a link to another file. Add that file itself.']);
    }
    expect((await parse(gzipSync('# Alone\n'), 'notes.md.gz')).document.sections[0]?.headingPath).toEqual(['Alone']);
  });

  it('that holds nothing readable says what it holds', async () => {
    await expect(parse(zip({ 'a.png': PNG }))).rejects.toThrow(/holds no text\. a\.png: This is a PNG image/);
    await expect(parse(zip({}))).rejects.toThrow(/holds no text/);
  });

  it('shows names that would lead out of it, and follows none', async () => {
    const { document } = await parse(
      zip({ '../../etc/passwd': 'One.', '/abs.txt': 'Two.', 'C:\\dir\\x.txt': 'Three.' }),
    );
    expect(document.sections.map(({ headingPath }) => headingPath[0])).toEqual(
      expect.arrayContaining(['etc/passwd', 'abs.txt', 'dir/x.txt']),
    );
  });
});

describe('a hostile archive', () => {
  it('that unpacks to a thousand times its size is refused whole', async () => {
    const inner = zip({ 'a.txt': new Uint8Array(60 * 1024 * 1024).fill(0x61) });
    const bomb = zip(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.zip`, inner])));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(parse(bomb)).rejects.toThrow(/unpacks to more than 256 MiB\. Split it up/);
  });

  it('that nests without end is read as deep as is sensible', async () => {
    let bytes = zip({ 'core.txt': 'The core.' });
    for (let level = 0; level < 8; level += 1) bytes = zip({ 'next.zip': bytes, 'note.txt': `Level ${level}.` });
    const { document } = await parse(bytes);
    expect(document.text).toContain('Level 7.');
    expect(document.text).not.toContain('The core.');
    expect(document.notes?.join('')).toMatch(/nested more than 4 levels deep/);
  });

  it('whose sizes lie, or that is cut off, is reported as damaged', async () => {
    const bytes = Buffer.from(zip({ 'a.txt': 'text '.repeat(100), 'b.txt': 'fine' }));
    const size = bytes.indexOf(Buffer.from('PK\u0001\u0002')) + 24;
    bytes.writeUInt32LE(10, size); // the directory's uncompressed size of its first member
    const { document } = await parse(bytes);
    expect(document.text).toBe('b.txt\n\nfine');
    expect(document.notes).toEqual([expect.stringMatching(/^a\.txt: It is damaged/)]);
    await expect(parse(bytes.subarray(0, bytes.length - 30))).rejects.toThrow(/damaged or cut off/);
    await expect(parse(gzipSync('text').subarray(0, 15))).rejects.toThrow(/gzip file is damaged/);
  });
});
