import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { SourcePreparer } from '../../src/knowledge/curation/source-preparer.ts';
import { DEFAULT_MANIFEST } from '../../src/knowledge/manifest.ts';
import { LibraryFixture, never } from './library-fixture.ts';
import { docx, paragraph } from './parse/build/office.ts';
import { pdf } from './parse/build/pdf.ts';
import { zip } from './parse/build/zip.ts';

const MIB = 1024 * 1024;
/** What reading a source may add to the process, whatever the source is. */
const MAX_GROWTH = 512 * MIB;

/** The most that the process grew by while `job` ran. */
async function growth(job: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  try {
    await job();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, process.memoryUsage.rss()) - before;
}

const repeated = (text: string, bytes: number) => Buffer.alloc(bytes, text);

/** A PDF of a few kilobytes whose page is `bytes` of instructions. */
function pdfBomb(bytes: number): Promise<Uint8Array> {
  return pdf((page) => page.addContent(repeated('0 0 m ', bytes).toString('latin1')));
}

describe('a source that is too much', () => {
  // What ends by itself has all the time of a busy machine; what would take minutes has little.
  const [patient, impatient] = [new SourcePreparer(280_000), new SourcePreparer(6_000)];
  afterAll(() => Promise.all([patient, impatient].map((each) => each[Symbol.asyncDispose]())));
  const prepare = (bytes: Uint8Array, path: string, preparer = patient) =>
    preparer.prepare(
      { sourceId: 'src_a', path, mediaType: 'application/octet-stream', bytes, manifest: DEFAULT_MANIFEST },
      never,
    );

  const cases: readonly [string, () => Promise<Uint8Array> | Uint8Array, string, RegExp][] = [
    ['text', () => repeated('The fee is ten percent. ', 33 * MIB), 'a.txt', /larger than 32 MiB/],
    ['characters', () => repeated('The fee is ten percent.\n\n', 31 * MIB), 'a.txt', /more than 16 million characters/],
    ['markup', () => repeated('> - [x](y) **z**\n\n', 12 * MIB), 'a.md', /too much memory|took longer/],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(140 * MIB)), 'a.gz', /unpacks to more than/],
    [
      'paragraphs of a document',
      () => docx(repeated(paragraph('x'), 60 * MIB).toString()),
      'a.docx',
      /too much memory|took longer|16 million/,
    ],
    ['instructions of a page', () => pdfBomb(200 * MIB), 'a.pdf', /no text|too much memory/],
    [
      'an archive within archives',
      () => zip({ 'a.zip': zip({ 'a.txt': Buffer.alloc(70 * MIB, 'a') }) }),
      'a.zip',
      /more than 64 MiB/,
    ],
  ];
  it.each(cases)('%s: is reported, and memory stays bounded', async (_, build, path, reason) => {
    const bytes = await build();
    let outcome: Awaited<ReturnType<typeof prepare>> | undefined;
    const grown = await growth(async () => {
      outcome = await prepare(bytes, path, reason.test('took longer') ? impatient : patient);
    });
    expect(outcome?.status === 'prepared' ? 'prepared' : outcome?.reason).toMatch(reason);
    expect(grown).toBeLessThan(MAX_GROWTH);
    const next = await prepare(Buffer.from('The next source.'), 'b.txt');
    expect(next.status).toBe('prepared');
  });
});

describe('a file of 250 MiB', () => {
  it('is refused before it is read', async () => {
    await using fixture = await LibraryFixture.create();
    async function* parts() {
      for (let part = 0; part < 250; part += 1) yield repeated('The fee is ten percent. ', MIB);
    }
    const { contentHash } = await fixture.library.putBlob(parts(), 256 * MIB);
    const upsert = [{ sourceId: 'src_a', path: 'a.txt', mediaType: 'text/plain', contentHash }];
    const grown = await growth(async () => {
      const { sources } = await fixture.library.curate(
        { contextId: 'ctx_a', baseVersion: null, upsert, remove: [] },
        () => {},
        never,
      );
      expect(sources).toMatchObject([
        { status: 'skipped', reason: 'The file is larger than 100 MiB. Split it into several files.' },
      ]);
    });
    expect(grown).toBeLessThan(150 * MIB);
  });
});
