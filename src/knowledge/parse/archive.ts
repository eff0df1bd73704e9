import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { type Allowance, MAX_PART } from './allowance.ts';
import { type Member, readMembers } from './archive/members.ts';
import type { ParsedDocument } from './document.ts';
import type { ReadPart } from './format.ts';
import type { RawSource } from './raw-source.ts';
import { UnreadableSource } from './unreadable-source.ts';

const LINK = 'It is a link to another file. Add that file itself.';
const GZIP = 'application/gzip';
const TAR = 'application/x-tar';

export function parseZip({ archive, allowance }: RawSource, readPart: ReadPart): Promise<ParsedDocument> {
  const members = (archive?.names ?? []).map(
    (name): Member => ({
      name,
      refused: archive?.isLink(name) === true ? LINK : undefined,
      bytes: async () => (await archive?.read(name, allowance)) ?? new Uint8Array(),
    }),
  );
  return readMembers(members, readPart);
}

export async function parseTar({ bytes }: RawSource, readPart: ReadPart): Promise<ParsedDocument> {
  const entries = await unpackTar(bytes).catch(() => {
    throw new UnreadableSource('The tar archive is damaged or cut off. Add an intact copy.', TAR);
  });
  const members = entries
    .filter(({ header }) => header.type !== 'directory')
    .map(
      ({ header, data }): Member => ({
        name: header.name,
        refused: header.type === 'symlink' || header.type === 'link' ? LINK : undefined,
        bytes: () => Promise.resolve(data ?? new Uint8Array()),
      }),
    );
  return readMembers(members, readPart);
}

/** A compressed file is what it holds, a tar archive above all. */
export async function parseGzip({ bytes, path, allowance }: RawSource, readPart: ReadPart): Promise<ParsedDocument> {
  const unpacked = gunzip(bytes, allowance);
  const name = path.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '');
  return (await readPart({ bytes: unpacked, path: name, mediaType: 'application/octet-stream' })).document;
}

function gunzip(bytes: Uint8Array, allowance: Allowance): Uint8Array {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: 2 * MAX_PART });
    allowance.take(unpacked.length);
    return unpacked;
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const limit = (2 * MAX_PART) / 1024 / 1024;
      throw new UnreadableSource(`The file unpacks to more than ${limit} MiB. Split it up.`, GZIP);
    }
    throw new UnreadableSource('The gzip file is damaged or cut off. Add an intact copy.', GZIP);
  }
}
