import { parse } from 'parse5';
import type { ParsedDocument } from './document.ts';
import { contentRoot, elementNamed, isBoilerplate } from './html-content.ts';
import { type HtmlNode, isElement, textOf } from './html-nodes.ts';
import { HtmlText } from './html-text.ts';
import { asHtml } from './xhtml.ts';

/** What a page says where scripts do not run and frames are not shown. */
const STAND_IN = /<\/?(?:noscript|noframes|frameset|frame)\b[^>]*>/gi;

/** An HTML page as the text that a reader sees of its content: navigation, scripts and page furniture left out. */
export function parseHtml(source: string): ParsedDocument {
  const html = asHtml(source);
  const page = parse(html);
  const title = elementNamed(page, 'title') ?? elementNamed(page, 'h1');
  const name = title !== undefined && isElement(title) ? textOf(title).replace(/\s+/g, ' ').trim() : '';
  return { ...readPage(page, html), title: name === '' ? undefined : name };
}

/** A page that is furniture, or a program, throughout is shown whole rather than not at all. */
function readPage(page: HtmlNode, html: string): ParsedDocument {
  const root = contentRoot(page);
  const content = new HtmlText(isBoilerplate).read(root);
  if (content.text.trim() !== '') return content;
  const whole = new HtmlText(() => false).read(root);
  return whole.text.trim() === '' ? new HtmlText(() => false).read(parse(html.replace(STAND_IN, ''))) : whole;
}
