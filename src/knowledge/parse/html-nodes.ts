import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Elements whose content nobody reads. */
const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'iframe',
  'object',
  'canvas',
  'noframes',
]);

export function isElement(node: HtmlNode): node is HtmlElement {
  return tree.isElementNode(node);
}

export function isUnseen(element: HtmlElement): boolean {
  return UNSEEN.has(element.tagName);
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

export function childrenOf(node: HtmlNode): readonly HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

/** A node and all below it, in document order. Not recursive: pages may nest deeper than the stack. */
export function* descendants(node: HtmlNode, skip: (element: HtmlElement) => boolean): Generator<HtmlNode> {
  const pending: HtmlNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isElement(next) && skip(next)) continue;
    yield next;
    for (const child of childrenOf(next).toReversed()) pending.push(child); // too many to be arguments
  }
}

/** The text of a node as it stands, white space included. */
export function textOf(node: HtmlNode): string {
  let text = '';
  for (const each of descendants(node, isUnseen)) {
    if (tree.isTextNode(each)) text += each.value;
    else if (isElement(each) && each.tagName === 'br') text += '\n';
  }
  return text;
}
