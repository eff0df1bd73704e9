import { readXml, type XmlAttributes } from './read-xml.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly (XmlElement | string)[];
}

/** Deeper elements are taken in by the deepest that is kept: whoever walks the tree may recurse. */
const MAX_DEPTH = 500;

/** A document as a tree. Its root is nameless and holds the outermost element. */
export function parseXml(bytes: Uint8Array): XmlElement {
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] };
  const open = [root];
  let tooDeep = 0;
  readXml(bytes, {
    open(name, attributes) {
      if (open.length > MAX_DEPTH) {
        tooDeep += 1;
        return;
      }
      const element = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close() {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    },
    text: (text) => open.at(-1)?.children.push(text),
  });
  return root;
}

export function isElement(node: XmlElement | string): node is XmlElement {
  return typeof node !== 'string';
}

export function childrenNamed(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return (element?.children ?? []).filter((child): child is XmlElement => isElement(child) && child.name === name);
}

/** Follows names downwards, each time to the first child of that name. */
export function childAt(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((at, name) => childrenNamed(at, name)[0], element);
}

/** Elements of a name at any depth, in document order. Does not look inside those it finds. */
export function* descendantsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (child.name === name) yield child;
    else yield* descendantsNamed(child, name);
  }
}

export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (isElement(child) ? textOf(child) : child)).join('');
}
