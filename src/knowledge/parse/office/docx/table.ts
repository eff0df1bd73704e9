import { childAt, isElement, type XmlElement } from '../../xml/xml-tree.ts';
import { valueOf } from './styles.ts';

export interface TableCell {
  readonly element: XmlElement;
  /** Columns that it takes. */
  readonly span: number;
  /** Whether it only goes on with the cell above it. */
  readonly continues: boolean;
}

/** Spans beyond this are damage. */
const MAX_SPAN = 64;
const WRAPPERS = new Set(['w:sdt', 'w:sdtContent', 'w:ins', 'w:customXml']);

export function rowsOf(table: XmlElement): readonly XmlElement[] {
  return unwrapped(table, 'w:tr');
}

export function cellsOf(row: XmlElement): readonly TableCell[] {
  return unwrapped(row, 'w:tc').map((element) => {
    const properties = childAt(element, 'w:tcPr');
    const merge = childAt(properties, 'w:vMerge');
    const span = Number(valueOf(childAt(properties, 'w:gridSpan')) ?? 1);
    return {
      element,
      span: Math.min(Math.max(1, Math.trunc(span) || 1), MAX_SPAN),
      continues: merge !== undefined && valueOf(merge) !== 'restart',
    };
  });
}

function unwrapped(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter(isElement).flatMap((child) => {
    if (child.name === name) return [child];
    return WRAPPERS.has(child.name) ? unwrapped(child, name) : [];
  });
}
