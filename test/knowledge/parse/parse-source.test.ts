import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';

const parse = (content: string | Uint8Array, path = 'folder/file', mediaType = 'application/octet-stream') =>
  parseSource(typeof content === 'string' ? Buffer.from(content) : content, path, mediaType);

describe('the format of a source', () => {
  it('is decided by its content first', async () => {
    expect((await parse('<!-- x -->\n<!DOCTYPE html><p>a</p>', 'a.md')).mediaType).toBe('text/html');
    expect((await parse(Buffer.from('\ufeff<html><p>a</p>', 'utf16le'), 'a.txt')).mediaType).toBe('text/html');
  });

  it('then by its name, then by what the caller said', async () => {
    expect((await parse('# a', 'A.MD', 'text/plain')).mediaType).toBe('text/markdown');
    expect((await parse('# a', 'readme', 'text/markdown; charset=utf-8')).mediaType).toBe('text/markdown');
    expect((await parse('a', 'a.unknown')).mediaType).toBe('text/plain');
  });

  it('is decoded as an HTML page declares', async () => {
    const page = Buffer.concat([
      Buffer.from('<html><meta charset="windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
    ]);
    expect((await parse(page)).document.text).toBe('При');
    const late = Buffer.concat([Buffer.from(`<html><script>${'x();'.repeat(3_000)}</script>`), page.subarray(6)]);
    expect((await parse(late)).document.text).toBe('При');
  });
});

const OLE = Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'latin1');

describe('a source that is left out', () => {
  it.each([
    ['is empty', ''],
    ['holds nothing but white space', ' \n\t\u00a0'],
    ['holds nothing but symbols', '--- *** ---'],
    ['is a damaged PDF', '%PDF-1.7 text'],
    ['is a damaged ZIP', 'PK\u0003\u0004 text'],
    ['is a picture', Buffer.from('\u0089PNG\r\n', 'latin1')],
    ['is a document of an old Office program', OLE],
    ['is an encrypted Office document', Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')])],
    ['is RTF', '{\\rtf1 text}'],
    ['is noise', Uint8Array.from({ length: 1_024 }, (_, index) => (index * 167 + (index >> 3) * 31) & 0xff)],
  ])('says what to do when it %s', async (_, content) => {
    await expect(parse(content)).rejects.toThrow(/\. (Add|Save|Remove) /);
  });
});

describe('a source without a title of its own', () => {
  it('is called by its file name', async () => {
    expect((await parse('text', 'a/b/notes.txt')).title).toBe('notes.txt');
    expect((await parse('text', '../../etc/passwd')).title).toBe('passwd');
  });
});
