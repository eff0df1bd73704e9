import { TooMuchUnpacked } from '../allowance.ts';
import type { ParsedDocument } from '../document.ts';
import { DocumentWriter } from '../document-writer.ts';
import type { ReadPart } from '../format.ts';
import { UnreadableSource } from '../unreadable-source.ts';

export interface Member {
  readonly name: string;
  /** Why it is not read; the bytes are then not asked for. */
  readonly refused?: string | undefined;
  readonly bytes: () => Promise<Uint8Array>;
}

/** What systems put into archives beside the files. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * An archive as one document: a section for each member, named by its path. A member that cannot be read is noted
 * with its reason, and keeps none of the others from being read.
 */
export async function readMembers(members: readonly Member[], readPart: ReadPart): Promise<ParsedDocument> {
  const writer = new DocumentWriter();
  for (const { name, refused, bytes } of members) {
    if (LITTER.test(name)) continue;
    try {
      if (refused !== undefined) throw new UnreadableSource(refused, 'application/octet-stream');
      await appendPart(writer, { name, bytes: await bytes() }, readPart);
    } catch (error) {
      if (!(error instanceof UnreadableSource) || error instanceof TooMuchUnpacked) throw error;
      writer.note(`${label(name)}: ${error.message}`);
    }
  }
  return writer.finish();
}

/** Reads a part and writes it below a heading of its name, the outermost one unless a level is given. */
export async function appendPart(
  writer: DocumentWriter,
  { name, bytes, mediaType = 'application/octet-stream', level = 1 }: PartToAppend,
  readPart: ReadPart,
): Promise<void> {
  const { document } = await readPart({ bytes, path: name, mediaType });
  writer.heading(level, label(name));
  const notes = document.notes?.map((note) => `${label(name)}: ${note}`);
  writer.append(notes === undefined ? document : { ...document, notes });
}

interface PartToAppend {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
  readonly level?: number;
}

/** A name to be shown: without steps out of the archive, and short enough to be read. */
function label(name: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what makes a name unreadable
  const clean = name.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/^(?:[a-z]:)?(?:\.{0,2}\/)+/i, '');
  return clean.length > 200 ? `…${clean.slice(-199)}` : clean;
}
