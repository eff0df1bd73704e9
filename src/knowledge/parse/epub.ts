import { posix } from 'node:path';
import { decodeText } from './decode.ts';
import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { parseHtml } from './html.ts';
import { archiveOf, declaredEncoding, type RawSource } from './raw-source.ts';
import { UnreadableSource } from './unreadable-source.ts';
import { childAt, childrenNamed, descendantsNamed, parseXml, textOf } from './xml/xml-tree.ts';

const MEDIA_TYPE = 'application/epub+zip';
const PAGE_TYPES = /^(?:application\/xhtml\+xml|text\/html)$/;
/** Fonts may be obfuscated in a book that anyone can read. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding$|\/pdf\/enc#RC$/i;

/** An e-book: its chapters in reading order. */
export async function parseEpub(source: RawSource): Promise<ParsedDocument> {
  const archive = archiveOf(source);
  const read = async (name: string) => parseXml(await archive.read(name, source.allowance));
  if (archive.has('META-INF/encryption.xml')) {
    const methods = [...descendantsNamed(await read('META-INF/encryption.xml'), 'enc:EncryptionMethod')];
    if (methods.some(({ attributes }) => !FONT_OBFUSCATION.test(attributes['Algorithm'] ?? ''))) {
      throw new UnreadableSource('The e-book is protected against copying. Add a copy without DRM.', MEDIA_TYPE);
    }
  }
  const root = childAt(await read('META-INF/container.xml'), 'container', 'rootfiles', 'rootfile');
  const packagePath = root?.attributes['full-path'] ?? archive.names.find((name) => name.endsWith('.opf')) ?? '';
  const book = childAt(await read(packagePath), 'package');
  const manifest = new Map(
    childrenNamed(childAt(book, 'manifest'), 'item').map(({ attributes }) => [attributes['id'] ?? '', attributes]),
  );

  const writer = new DocumentWriter();
  for (const { attributes } of childrenNamed(childAt(book, 'spine'), 'itemref')) {
    const item = manifest.get(attributes['idref'] ?? '');
    if (item === undefined || !PAGE_TYPES.test(item['media-type'] ?? '') || isNavigation(item['properties'])) continue;
    const path = posix.join(posix.dirname(packagePath), decodeUri(item['href'] ?? ''));
    if (archive.has(path)) {
      const page = await archive.read(path, source.allowance);
      writer.append(parseHtml(decodeText(page, declaredEncoding(page)), { isBook: true }));
    } else writer.note(`A chapter is missing: ${path}. Add a complete copy of the book.`);
  }
  const title = textOf(childAt(book, 'metadata', 'dc:title')).trim();
  return writer.finish(title === '' ? undefined : title);
}

function isNavigation(properties: string | undefined): boolean {
  return properties?.split(/\s+/).includes('nav') === true;
}

function decodeUri(href: string): string {
  try {
    return decodeURIComponent(href.split('#', 1)[0] ?? '');
  } catch {
    return href; // a stray per cent sign
  }
}
