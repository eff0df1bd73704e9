import { defaultTreeAdapter as tree } from 'parse5';
import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { attribute, childrenOf, type HtmlElement, type HtmlNode, isElement, isUnseen, textOf } from './html-nodes.ts';
import { isDataTable, tableCells } from './html-table.ts';

const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr'
  ).split(' '),
);
const HEADING = /^h([1-6])$/;

type Visit = { readonly node: HtmlNode; readonly leaving: boolean };

/** Writes the visible text of a tree, block by block, and keeps where each block stands. */
export class HtmlText {
  readonly #skip: (element: HtmlElement) => boolean;
  readonly #writer = new DocumentWriter();
  #line = '';
  #prefix = '';
  /** Of a definition list: the term that was read last, and the one that is being defined. */
  #term = '';
  #defined: string | undefined;

  constructor(skip: (element: HtmlElement) => boolean) {
    this.#skip = skip;
  }

  read(root: HtmlNode): ParsedDocument {
    const pending: Visit[] = [{ node: root, leaving: false }];
    for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
      const { node, leaving } = visit;
      if (leaving) this.#leave(node);
      else if (tree.isTextNode(node)) this.#line += node.value.replace(/\s+/g, ' ');
      else if (!isElement(node)) pushChildren(node, pending);
      else if (!isUnseen(node) && (node === root || !this.#skip(node)) && !this.#leaf(node)) {
        if (INLINE.has(node.tagName)) pushChildren(node, pending);
        else {
          this.#flush();
          if (node.tagName === 'li') this.#prefix = '- ';
          if (node.tagName === 'dt') this.#term = textOf(node);
          if (node.tagName === 'dd') this.#defined = this.#term;
          pending.push({ node, leaving: true });
          pushChildren(node, pending);
        }
      }
    }
    this.#flush();
    return this.#writer.finish();
  }

  /** Handles an element as a whole, or leaves it to be walked through. */
  #leaf(element: HtmlElement): boolean {
    const level = HEADING.exec(element.tagName)?.[1];
    if (level !== undefined) {
      this.#flush();
      this.#writer.heading(Number(level), textOf(element));
      return true;
    }
    if (element.tagName === 'br') {
      this.#line += '\n';
      return true;
    }
    if (element.tagName === 'pre') {
      this.#flush();
      this.#writer.block('code', textOf(element).replace(/^\n+|\s+$/g, ''));
      return true;
    }
    if (element.tagName === 'table' && isDataTable(element)) {
      this.#flush();
      this.#writer.table(tableCells(element));
      return true;
    }
    return element.tagName === 'img' && attribute(element, 'alt') === undefined;
  }

  #flush(): void {
    const line = this.#line
      .replace(/ *\n */g, '\n')
      .replace(/ {2,}/g, ' ')
      .trim();
    this.#line = '';
    if (line === '') return;
    const prefix = this.#prefix;
    this.#prefix = '';
    const defined = this.#defined;
    this.#defined = undefined; // what follows goes on, and defines nothing
    if (defined === undefined) this.#writer.block(prefix === '' ? 'paragraph' : 'list', prefix + line);
    else this.#writer.definition(defined, line);
  }

  #leave(node: HtmlNode): void {
    this.#flush();
    if (isElement(node) && node.tagName === 'dd') this.#defined = undefined;
  }
}

function pushChildren(node: HtmlNode, pending: Visit[]): void {
  for (const child of childrenOf(node).toReversed()) pending.push({ node: child, leaving: false });
}
