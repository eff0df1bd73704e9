import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SourcePreparer } from '../../../src/knowledge/curation/source-preparer.ts';
import { DEFAULT_MANIFEST } from '../../../src/knowledge/manifest.ts';
import { never } from '../library-fixture.ts';
import { docx, paragraph, pptx, shape, xlsx } from './build/office.ts';
import { pdf } from './build/pdf.ts';
import { stored, zip } from './build/zip.ts';

const CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>Bolts</t></is></c><c r="B1"><v>3.2</v></c></row>';
const MAIL =
  'From: a@example.org\nTo: b@example.org\nSubject: =?utf-8?Q?x?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nThe fee.\n--b--\n';
const CHAPTER = {
  'META-INF/container.xml': '<container><rootfiles><rootfile full-path="o.opf"/></rootfiles></container>',
  'o.opf':
    '<package><manifest><item id="a" href="a.xhtml" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>',
  'a.xhtml': '<p>x</p>',
};

const SEEDS: Readonly<Record<string, Uint8Array>> = {
  pdf: await pdf((page) => {
    page.outline.addItem('Fees');
    page.text('Fees').text('The fee is ten percent.').initForm().formText('name', 72, 200, 100, 20, { value: 'x' });
  }),
  docx: docx(`${paragraph('Fees')}<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc></w:tr></w:tbl>`),
  xlsx: xlsx({ sheets: { Prices: CELL } }),
  pptx: pptx([{ shapes: shape('Fees', 'title'), notes: shape('Note', 'body') }]),
  epub: zip(CHAPTER),
  zip: zip({ 'a.md': '# Fees\n\nTen.', 'b.zip': zip({ 'c.txt': 'inner' }) }),
  'tar.gz': gzipSync(Buffer.alloc(2_048, 'ustar')),
  eml: Buffer.from(MAIL),
  mbox: Buffer.from(`From a@example.org Mon Jul 1\n${MAIL}\nFrom b@example.org Mon Jul 1\n${MAIL}`),
  html: Buffer.from('<html><h1>Fees</h1><table><tr><th>a<td>b</table><p>Ten &amp; x'),
  json: Buffer.from('{"fee":{"percent":[10,{"a":null}]},"n":12345678901234567890}'),
  jsonl: Buffer.from('{"a":1}\n{"a":[2]}\n'),
  csv: Buffer.from('sep=;\n"a";b\n1;"2\n3"\n'),
  md: Buffer.from('---\ntitle: x\n---\n# Fees\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'),
  txt: Buffer.from('4.2 Fees\n\nTen percent, in Köln — 15 €.\n'),
};

type Change = readonly [place: number, value: number];

/** The seed with some bytes replaced, and perhaps cut off. */
function mutated(seed: Uint8Array, changes: readonly Change[], keep: number): Uint8Array {
  const bytes = Uint8Array.from(seed);
  for (const [place, value] of changes) bytes[Math.floor(place * bytes.length)] = value;
  return bytes.slice(0, Math.ceil(bytes.length * keep));
}

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const changes = fc.array(fc.tuple(unit, fc.nat(255)), { maxLength: 12 });
const keep = fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, unit);

describe('whatever comes', () => {
  const preparer = new SourcePreparer(30_000);
  afterAll(() => preparer[Symbol.asyncDispose]());
  const prepare = (bytes: Uint8Array, path: string) =>
    preparer.prepare(
      { sourceId: 'src_a', path, mediaType: 'application/octet-stream', bytes, manifest: DEFAULT_MANIFEST },
      never,
    );

  /** What is wrong with how a source ended, or undefined: text that can be stored, or a reason that says what to do. */
  async function faultOf(bytes: Uint8Array, path: string): Promise<string | undefined> {
    const outcome = await prepare(bytes, path);
    if (outcome.status === 'failed') return `a fault of ours: ${outcome.reason}`;
    if (outcome.status === 'unreadable') return outcome.reason.endsWith('.') ? undefined : outcome.reason;
    return outcome.source.rows.find(({ text }) => Buffer.from(text).toString() !== text)?.text;
  }

  it.each(Object.keys(SEEDS))('a %s that is damaged anywhere ends in one outcome', async (extension) => {
    const packed = SEEDS[extension] ?? new Uint8Array();
    const seed = Buffer.from(packed).subarray(0, 2).toString() === 'PK' ? stored(packed) : packed;
    expect((await prepare(Uint8Array.from(seed), `a.${extension}`)).status).not.toBe('failed');
    await fc.assert(
      fc.asyncProperty(changes, keep, async (at, part) => {
        expect(await faultOf(mutated(seed, at, part), `a.${extension}`)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('any bytes under any name end in one outcome', async () => {
    const extension = fc.constantFrom(...Object.keys(SEEDS), 'bin');
    const head = fc.constantFrom(
      '',
      '%PDF-1.7\n',
      'PK\u0003\u0004',
      '\u001f\u008b',
      'From ',
      '{',
      '<html>',
      '\u00ff\u00fe',
    );
    await fc.assert(
      fc.asyncProperty(head, fc.uint8Array({ maxLength: 2_000 }), extension, async (magic, bytes, name) => {
        const fault = await faultOf(Buffer.concat([Buffer.from(magic, 'latin1'), bytes]), `a.${name}`);
        expect(fault).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
});
