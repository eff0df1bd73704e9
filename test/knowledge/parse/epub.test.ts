import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { zip } from './build/zip.ts';

const parse = (bytes: Uint8Array) => parseSource(bytes, 'a.bin', 'application/octet-stream');

const PACKAGE = `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title>A short book</dc:title></metadata><manifest>
  <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
  <item id="one" href="text/one%20.xhtml" media-type="application/xhtml+xml"/>
  <item id="two" href="text/two.xhtml" media-type="application/xhtml+xml"/></manifest>
  <spine><itemref idref="nav"/><itemref idref="two"/><itemref idref="one"/></spine></package>`;

const BOOK = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf': PACKAGE,
  'OPS/nav.xhtml': '<html><body><nav><a>Contents</a></nav></body></html>',
  'OPS/text/one .xhtml': '<html><body><h1>Last</h1><p>The end.</p></body></html>',
  'OPS/text/two.xhtml': '<html><body><h1>First</h1><p>The beginning.</p></body></html>',
};

describe('an e-book', () => {
  it('has its chapters in reading order, without its contents page', async () => {
    const { document, title, mediaType } = await parse(zip(BOOK));
    expect(mediaType).toBe('application/epub+zip');
    expect(title).toBe('A short book');
    expect(document.text).toBe('First\n\nThe beginning.\n\nLast\n\nThe end.');
    expect(document.sections.map(({ headingPath }) => headingPath)).toEqual([['First'], ['Last']]);
  });

  it('goes on after empty elements, and is decoded as its chapters declare', async () => {
    const chapter = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><html><head><title/></head><body><a id="x"/><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
      Buffer.from('</p></body></html>'),
    ]);
    const { document } = await parse(zip({ ...BOOK, 'OPS/text/two.xhtml': chapter }));
    expect(document.text).toBe('При\n\nLast\n\nThe end.');
  });

  it('keeps notes beside its text, and finds parts whose names differ in case', async () => {
    const chapter = '<html><body><p>Text<a href="#n">1</a></p><aside id="n"><p>A note.</p></aside></body></html>';
    const { 'OPS/text/two.xhtml': _, ...others } = BOOK;
    const { document } = await parse(zip({ ...others, 'OPS/Text/Two.xhtml': chapter }));
    expect(document.text).toBe('Text1\n\nA note.\n\nLast\n\nThe end.');
  });

  it('that is protected says so, and one with obfuscated fonts is read', async () => {
    const method = (algorithm: string) =>
      `<encryption><enc:EncryptedData xmlns:enc="x"><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`;
    const drm = { ...BOOK, 'META-INF/encryption.xml': method('http://www.w3.org/2001/04/xmlenc#aes128-cbc') };
    await expect(parse(zip(drm))).rejects.toThrow('The e-book is protected against copying. Add a copy without DRM.');
    const adobe = method('http://www.w3.org/2001/04/xmlenc#aes128-cbc')
      .replaceAll('enc:', '')
      .replace(':enc="x"', '="http://www.w3.org/2001/04/xmlenc#"');
    await expect(parse(zip({ ...BOOK, 'META-INF/encryption.xml': adobe }))).rejects.toThrow('is protected');
    const fonts = { ...BOOK, 'META-INF/encryption.xml': method('http://www.idpf.org/2008/embedding') };
    expect((await parse(zip(fonts))).title).toBe('A short book');
  });
});
