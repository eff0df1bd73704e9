import { childAt, childrenNamed, type XmlElement } from '../../xml/xml-tree.ts';

/** Where a paragraph's number comes from. `"0"` as list says that it has none. */
export interface NumberingPlace {
  readonly list?: string | undefined;
  readonly level?: number | undefined;
}

interface Style extends NumberingPlace {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outlineLevel: number | undefined;
}

/** What paragraph styles say of headings and numbers, whatever language their names are in. */
export class Styles {
  readonly #styles = new Map<string, Style>();

  constructor(part: XmlElement | undefined) {
    for (const { attributes, children } of childrenNamed(childAt(part, 'w:styles'), 'w:style')) {
      const style: XmlElement = { name: '', attributes, children };
      const properties = childAt(style, 'w:pPr');
      this.#styles.set(attributes['w:styleId'] ?? '', {
        name: valueOf(childAt(style, 'w:name')) ?? '',
        basedOn: valueOf(childAt(style, 'w:basedOn')),
        outlineLevel: outlineLevelOf(properties),
        ...numberingOf(properties),
      });
    }
  }

  /** From 1, or undefined where the style is none of a heading. */
  headingLevel(id: string | undefined): number | undefined {
    for (const { name, outlineLevel } of this.#lineage(id)) {
      if (outlineLevel !== undefined) return outlineLevel < 9 ? outlineLevel + 1 : undefined;
      const named = /^heading (\d)$/i.exec(name)?.[1];
      if (named !== undefined) return Number(named);
      if (/^title$/i.test(name)) return 1;
    }
    return undefined;
  }

  isTitle(id: string | undefined): boolean {
    return [...this.#lineage(id)].some(({ name }) => /^title$/i.test(name));
  }

  numbering(id: string | undefined): NumberingPlace {
    const lineage = [...this.#lineage(id)];
    return {
      list: lineage.find(({ list }) => list !== undefined)?.list,
      level: lineage.find(({ level }) => level !== undefined)?.level,
    };
  }

  /** A style and those that it is based on; a circle ends. */
  *#lineage(id: string | undefined): Generator<Style> {
    const seen = new Set<string>();
    for (let at = id; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const style = this.#styles.get(at);
      if (style === undefined) return;
      yield style;
      at = style.basedOn;
    }
  }
}

export function valueOf(element: XmlElement | undefined): string | undefined {
  return element?.attributes['w:val'];
}

/** From 0; 9 is body text. */
export function outlineLevelOf(properties: XmlElement | undefined): number | undefined {
  const level = Number(valueOf(childAt(properties, 'w:outlineLvl')) ?? Number.NaN);
  return Number.isNaN(level) ? undefined : level;
}

export function numberingOf(properties: XmlElement | undefined): NumberingPlace {
  const numbering = childAt(properties, 'w:numPr');
  const level = valueOf(childAt(numbering, 'w:ilvl'));
  return { list: valueOf(childAt(numbering, 'w:numId')), level: level === undefined ? undefined : Number(level) };
}
