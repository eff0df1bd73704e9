import { parse } from 'parse5';
import type { ParsedDocument } from './document.ts';
import { contentRoot, elementNamed, isBoilerplate, isHidden } from './html-content.ts';
import { type HtmlNode, isElement, textOf } from './html-nodes.ts';
import { HtmlText } from './html-text.ts';
import { asHtml } from './xhtml.ts';

/** What a page says where scripts do not run and frames are not shown. */
const STAND_IN = /<\/?(?:noscript|noframes|frameset|frame)\b[^>]*>/gi;

/**
 * An HTML page as the text that a reader sees of its content: navigation, scripts and page furniture left out. A book
 * has no furniture: what stands beside its text are notes.
 */
export function parseHtml(source: string, { isBook = false } = {}): ParsedDocument {
  const html = asHtml(source);
  const page = parse(html);
  const title = elementNamed(page, 'title') ?? elementNamed(page, 'h1');
  const name = title !== undefined && isElement(title) ? textOf(title).replace(/\s+/g, ' ').trim() : '';
  return {
    ...(isBook ? new HtmlText(isHidden).read(page) : readPage(page, html)),
    title: name === '' ? undefined : name,
  };
}

/** A page that is furniture, or a program, throughout is shown whole rather than not at all. */
function readPage(page: HtmlNode, html: string): ParsedDocument {
  const root = contentRoot(page);
  const content = new HtmlText(isBoilerplate).read(root);
  if (content.text.trim() !== '') return content;
  const whole = new HtmlText(() => false).read(root);
  return whole.text.trim() === '' ? new HtmlText(() => false).read(parse(html.replace(STAND_IN, ''))) : whole;
}
