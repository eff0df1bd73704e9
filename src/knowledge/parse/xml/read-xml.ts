import { isUtf8 } from 'node:buffer';
import { Parser } from 'htmlparser2';
import { decodeText } from '../decode.ts';

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

const PIECE = 1024 * 1024;

export interface XmlEvents {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

/** The prefix that a vocabulary is known by here, whatever a file calls it. Transitional and strict names alike. */
const VOCABULARIES: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:\d+\/)?main$/, 'w:'],
  [/\/spreadsheetml\/(?:\d+\/)?main$/, ''],
  [/\/presentationml\/(?:\d+\/)?main$/, 'p:'],
  [/\/drawingml\/(?:\d+\/)?main$/, 'a:'],
  [/\/drawingml\/(?:\d+\/)?chart$/, 'c:'],
  [/\/drawingml\/(?:\d+\/)?diagram$/, 'dgm:'],
  [/\/officeDocument\/(?:\d+\/)?relationships$/, 'r:'],
  [/\/officeDocument\/(?:\d+\/)?math$/, 'm:'],
  [/\/package\/\d+\/(?:relationships|content-types)$/, ''],
  [/:xmlns:container$|\/2007\/opf$|\/2005\/ncx\/$/, ''],
  [/purl\.org\/dc\/elements\//, 'dc:'],
  [/\/xmlenc#$/, 'enc:'],
];

/**
 * Reads XML as events. Forgiving of what is not well formed, and deaf to a document's own entities: nothing expands,
 * nothing is fetched.
 */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const encoding = /<\?xml[^>]+encoding\s*=\s*["']([\w:-]+)/i.exec(head)?.[1];
  let prefixes: ReadonlyMap<string, string> = new Map();
  const outer: (typeof prefixes)[] = [];
  const known = (name: string) => {
    const colon = name.indexOf(':');
    const prefix = prefixes.get(name.slice(0, Math.max(0, colon)));
    return prefix === undefined ? name : prefix + name.slice(colon + 1);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        outer.push(prefixes);
        prefixes = declared(attributes, prefixes);
        events.open(known(name), rename(attributes, known));
      },
      onclosetag(name) {
        events.close(known(name));
        prefixes = outer.pop() ?? prefixes;
      },
      ontext: (text) => events.text(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const text of textOf(bytes, encoding)) parser.write(text);
  parser.end();
}

/** A part may be as large as all the memory that its reader is given for text: UTF-8 is decoded a piece at a time. */
function* textOf(bytes: Uint8Array, encoding: string | undefined): Generator<string> {
  if (bytes.length <= PIECE || !isUtf8(bytes) || bytes.includes(0)) {
    yield decodeText(bytes, encoding);
    return;
  }
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
}

/** The prefixes that count within an element. */
function declared(
  attributes: Readonly<Record<string, string>>,
  outside: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  let prefixes: Map<string, string> | undefined;
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) continue;
    prefixes ??= new Map(outside);
    const vocabulary = VOCABULARIES.find(([uri]) => uri.test(value));
    if (vocabulary !== undefined) prefixes.set(name.slice('xmlns:'.length), vocabulary[1]);
    else prefixes.delete(name.slice('xmlns:'.length));
  }
  return prefixes ?? outside;
}

/** Attributes without a prefix belong to their element, not to the default vocabulary. */
function rename(attributes: Readonly<Record<string, string>>, known: (name: string) => string): XmlAttributes {
  const renamed: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(attributes)) renamed[name.includes(':') ? known(name) : name] = value;
  return renamed;
}
