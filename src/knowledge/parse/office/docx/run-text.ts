import { childAt, isElement, textOf, type XmlElement } from '../../xml/xml-tree.ts';

export type NoteKind = 'footnote' | 'endnote' | 'comment';

/** What a paragraph holds: its line, and what hangs on it and is read after it. */
export interface ParagraphContent {
  readonly text: string;
  /** Footnotes, endnotes and comments that it refers to, in order. */
  readonly notes: readonly { readonly kind: NoteKind; readonly id: string }[];
  /** Bodies of text boxes that are anchored in it. */
  readonly boxes: readonly XmlElement[];
  /** Relationship ids of its charts. */
  readonly charts: readonly string[];
}

/** Elements whose text a reader does not see: deletions, field codes, phonetic guides. */
const UNSEEN = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'w:rt', 'w:pPr', 'w:rPr', 'mc:Fallback']);
const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
  'w:ptab': '\t',
};

const REFERENCES: Readonly<Record<string, NoteKind>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
};

export function paragraphContent(paragraph: XmlElement): ParagraphContent {
  let text = '';
  const notes: { kind: NoteKind; id: string }[] = [];
  const boxes: XmlElement[] = [];
  const charts: string[] = [];

  const read = (element: XmlElement): void => {
    const { name, attributes } = element;
    if (UNSEEN.has(name) || isHidden(element)) return;
    if (name === 'w:t' || name === 'm:t') text += textOf(element);
    else if (name === 'w:br') text += attributes['w:type'] === undefined ? '\n' : '';
    else if (name in REFERENCES) notes.push({ kind: REFERENCES[name] ?? 'footnote', id: attributes['w:id'] ?? '' });
    else if (name === 'w:txbxContent') boxes.push(element);
    else if (name === 'c:chart') charts.push(attributes['r:id'] ?? '');
    else if (name in SIGNS) text += SIGNS[name];
    else element.children.filter(isElement).forEach(read);
  };
  paragraph.children.filter(isElement).forEach(read);
  return { text, notes, boxes, charts };
}

function isHidden(run: XmlElement): boolean {
  const vanish = run.name === 'w:r' ? childAt(run, 'w:rPr', 'w:vanish') : undefined;
  return vanish !== undefined && !/^(?:0|false|off)$/.test(vanish.attributes['w:val'] ?? '');
}
