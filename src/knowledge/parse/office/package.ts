import { posix } from 'node:path';
import type { Allowance } from '../allowance.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import { childAt, childrenNamed, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';

export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `footnotes`. */
  readonly type: string;
  /** Name of the part, from the root of the package. */
  readonly target: string;
}

/** A document of Office Open XML: parts in a ZIP archive that refer to each other. */
export class OfficePackage {
  readonly #archive: ZipArchive;
  readonly #allowance: Allowance;

  constructor(archive: ZipArchive, allowance: Allowance) {
    this.#archive = archive;
    this.#allowance = allowance;
  }

  /** @throws UnreadableSource when the part is not there or cannot be unpacked. */
  bytes(part: string): Promise<Uint8Array> {
    return this.#archive.read(part, this.#allowance);
  }

  async xml(part: string): Promise<XmlElement> {
    return parseXml(await this.bytes(part));
  }

  /** A part that a document may lack. */
  async tryXml(part: string | undefined): Promise<XmlElement | undefined> {
    return part !== undefined && this.#archive.has(part) ? this.xml(part) : undefined;
  }

  /** What a part refers to, in its order; without what lies outside the package. "" is the package itself. */
  async relationships(part: string): Promise<readonly Relationship[]> {
    const folder = posix.dirname(part);
    const rels = await this.tryXml(
      part === '' ? '_rels/.rels' : posix.join(folder, '_rels', `${posix.basename(part)}.rels`),
    );
    return childrenNamed(childAt(rels, 'Relationships'), 'Relationship')
      .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
      .map(({ attributes }) => {
        const target = attributes['Target'] ?? '';
        return {
          id: attributes['Id'] ?? '',
          type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
          target: target.startsWith('/') ? target.slice(1) : posix.join(part === '' ? '' : folder, target),
        };
      })
      .filter(({ target }) => this.#archive.has(target));
  }

  /** The part that is the document; `usual` where the package does not say. */
  async mainPart(usual: string): Promise<string> {
    return (await this.relationships('')).find(({ type }) => type === 'officeDocument')?.target ?? usual;
  }

  /** The title among the document's properties. */
  async title(): Promise<string | undefined> {
    const part = (await this.relationships('')).find(({ type }) => type === 'core-properties')?.target;
    const properties = await this.tryXml(part ?? 'docProps/core.xml');
    const root = properties?.children.find((child) => typeof child !== 'string');
    const title = textOf(childAt(root, 'dc:title')).trim();
    return title === '' ? undefined : title;
  }
}
