import { parseGzip, parseTar, parseZip } from './archive.ts';
import { parseDocx } from './docx.ts';
import { parseEpub } from './epub.ts';
import type { Format } from './format.ts';
import { parsePdf } from './pdf.ts';
import { parsePptx } from './pptx.ts';
import type { RawSource } from './raw-source.ts';
import { MAX_CONTAINER_BYTES } from './source-size.ts';
import { UnreadableSource } from './unreadable-source.ts';
import { parseXlsx } from './xlsx.ts';

/** What is inside decides. A name that says otherwise says nothing. */
const BY_CONTENT = { aliases: [], extensions: [], maxBytes: MAX_CONTAINER_BYTES } as const;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const holds = (folder: string) => {
  return ({ archive }: RawSource) =>
    archive?.has('[Content_Types].xml') === true && archive.names.some((name) => name.startsWith(`${folder}/`));
};

const refused = (mediaType: string, sniff: Format['sniff'], message: string): Format => ({
  ...BY_CONTENT,
  mediaType,
  sniff,
  parse: () => {
    throw new UnreadableSource(message, mediaType);
  },
});

/** Before there was a mark, a tar archive told itself by the sum of its first block. */
function isOldTar(head: string): boolean {
  const block = Buffer.from(head.slice(0, 512), 'latin1');
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const written = /^ *([0-7]{1,7})[\0 ]/.exec(head.slice(148, 156))?.[1];
  return block.length === 512 && written !== undefined && Number.parseInt(written, 8) === sum;
}

/** Kinds of files that say themselves what they are. The first that fits counts. */
export const CONTAINER_FORMATS: readonly Format[] = [
  {
    ...BY_CONTENT,
    mediaType: 'application/pdf',
    sniff: ({ head }) => head.slice(0, 1_024).includes('%PDF-'),
    parse: ({ bytes }) => parsePdf(bytes),
  },
  refused(
    'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    ({ archive }) => archive?.has('xl/workbook.bin') === true,
    'This is a binary Excel workbook, which cannot be read. Save it as .xlsx and add that.',
  ),
  { ...BY_CONTENT, mediaType: `${OFFICE}.wordprocessingml.document`, sniff: holds('word'), parse: parseDocx },
  { ...BY_CONTENT, mediaType: `${OFFICE}.spreadsheetml.sheet`, sniff: holds('xl'), parse: parseXlsx },
  { ...BY_CONTENT, mediaType: `${OFFICE}.presentationml.presentation`, sniff: holds('ppt'), parse: parsePptx },
  {
    ...BY_CONTENT,
    mediaType: 'application/epub+zip',
    sniff: ({ archive }) => archive?.has('META-INF/container.xml') === true,
    parse: parseEpub,
  },
  refused(
    'application/vnd.oasis.opendocument',
    ({ archive, head }) => archive?.has('content.xml') === true && head.includes('opendocument'),
    'This is an OpenDocument file, which cannot be read. Save it as .docx, .xlsx, .pptx or PDF and add that.',
  ),
  { ...BY_CONTENT, mediaType: 'application/zip', sniff: ({ archive }) => archive !== undefined, parse: parseZip },
  {
    ...BY_CONTENT,
    mediaType: 'application/gzip',
    sniff: ({ head }) => head.startsWith('\u001f\u008b'),
    parse: parseGzip,
  },
  {
    ...BY_CONTENT,
    mediaType: 'application/x-tar',
    sniff: ({ head }) => head.startsWith('ustar', 257) || isOldTar(head),
    parse: parseTar,
  },
];
