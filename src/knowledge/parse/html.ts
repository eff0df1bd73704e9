import { parse } from 'parse5';
import type { ParsedDocument } from './document.ts';
import { contentRoot, elementNamed, isBoilerplate } from './html-content.ts';
import { isElement, textOf } from './html-nodes.ts';
import { HtmlText } from './html-text.ts';

/** An HTML page as the text that a reader sees of its content: navigation, scripts and page furniture left out. */
export function parseHtml(html: string): ParsedDocument {
  const page = parse(html);
  const root = contentRoot(page);
  const content = new HtmlText(isBoilerplate).read(root);
  // A page that is furniture throughout is shown whole rather than not at all.
  const document = content.text.trim() === '' ? new HtmlText(() => false).read(root) : content;
  const title = elementNamed(page, 'title') ?? elementNamed(page, 'h1');
  const name = title !== undefined && isElement(title) ? textOf(title).replace(/\s+/g, ' ').trim() : '';
  return { ...document, title: name === '' ? undefined : name };
}
