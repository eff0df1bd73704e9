import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Allowance, MAX_PART } from '../allowance.ts';
import { tryDecodeAs } from '../decode.ts';
import { guessEncoding } from '../guess-encoding.ts';
import { UnreadableSource } from '../unreadable-source.ts';

const MEDIA_TYPE = 'application/zip';
const MAX_MEMBERS = 10_000;
/** Upper half of the external attributes: what kind of file a Unix system packed. */
const FILE_KIND = 0xf000;
const SYMBOLIC_LINK = 0xa000;

/** A ZIP archive in memory. Names are labels here, never paths: nothing is written anywhere. */
export class ZipArchive {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** Documents may name their parts in letters of another case than the archive does. */
  readonly #caseless: ReadonlyMap<string, Entry>;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
    this.#caseless = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  }

  /** @throws UnreadableSource when the archive has no sound directory. */
  static async open(bytes: Uint8Array): Promise<ZipArchive> {
    try {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const file = await yauzl.fromBufferPromise(buffer, { decodeStrings: false });
      const entries: Entry[] = [];
      for await (const entry of file.eachEntry()) {
        if (entries.push(entry) > MAX_MEMBERS) throw tooManyMembers();
      }
      return new ZipArchive(file, byName(entries));
    } catch (error) {
      if (error instanceof UnreadableSource) throw error;
      throw new UnreadableSource(
        'The file is a ZIP archive or an Office document that is damaged or cut off. Add an intact copy.',
        MEDIA_TYPE,
      );
    }
  }

  /** Files, without folders, in the order of the archive. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entry(name) !== undefined;
  }

  isLink(name: string): boolean {
    const attributes = this.#entry(name)?.externalFileAttributes ?? 0;
    return ((attributes >>> 16) & FILE_KIND) === SYMBOLIC_LINK;
  }

  /**
   * The bytes of a member.
   * @throws UnreadableSource when there is no such member, or it is encrypted, damaged or too large.
   */
  async read(name: string, allowance: Allowance): Promise<Uint8Array> {
    const entry = this.#entry(name);
    if (entry === undefined) throw new UnreadableSource(`It lacks its part ${name}. Save it again.`, MEDIA_TYPE);
    if (entry.isEncrypted()) {
      throw new UnreadableSource('It is encrypted. Remove the password and add it again.', MEDIA_TYPE);
    }
    if (entry.uncompressedSize > MAX_PART) throw tooLarge();
    // Gathered where it stays: a part twice in memory would be too much for the largest. Sizes that lie are errors.
    const unpacked = Buffer.allocUnsafe(entry.uncompressedSize);
    let size = 0;
    try {
      for await (const part of await this.#file.openReadStreamPromise(entry)) {
        const bytes = part as Buffer;
        allowance.take(bytes.length);
        size += bytes.copy(unpacked, size);
      }
    } catch (error) {
      if (error instanceof UnreadableSource) throw error;
      throw new UnreadableSource('It is damaged, or packed in a way that is not known. Pack it again.', MEDIA_TYPE);
    }
    return unpacked.subarray(0, size);
  }

  #entry(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#caseless.get(name.toLowerCase());
  }
}

/** Names say whether they are UTF-8; those that do not are in the code page of whoever packed them. */
function byName(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const raw = entries.map(({ fileName }) => fileName as unknown as Buffer);
  const all = Buffer.concat(raw.flatMap((name) => [name, Buffer.from('\n')]));
  const guess = guessEncoding(all);
  // DOS has its letters where Windows has signs that no name holds; few names are too little to guess by.
  const isDos = /^(?:windows-1252|iso-?8859-1|iso-?8859-15)$/i.test(guess) && all.some((byte) => byte >> 5 === 4);
  const encoding = isDos ? 'cp437' : guess;
  const named = new Map<string, Entry>();
  entries.forEach((entry, index) => {
    const bytes = raw[index] ?? Buffer.alloc(0);
    const utf8 = bytes.toString('utf8');
    const name = utf8.includes('\ufffd') ? (tryDecodeAs(bytes, encoding) ?? utf8) : utf8;
    const label = name.replaceAll('\\', '/');
    if (!label.endsWith('/')) named.set(label, entry);
  });
  return named;
}

function tooManyMembers(): UnreadableSource {
  const message = `The archive holds more than ${MAX_MEMBERS} files. Split it up, or add its documents one by one.`;
  return new UnreadableSource(message, MEDIA_TYPE);
}

function tooLarge(): UnreadableSource {
  const limit = MAX_PART / 1024 / 1024;
  return new UnreadableSource(`It unpacks to more than ${limit} MiB. Split it into smaller documents.`, MEDIA_TYPE);
}
