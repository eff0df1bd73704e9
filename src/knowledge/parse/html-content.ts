import { attribute, descendants, type HtmlElement, type HtmlNode, isElement, textOf } from './html-nodes.ts';

const FURNITURE = new Set(['nav', 'footer', 'aside', 'dialog', 'menu', 'select', 'button']);
const FURNITURE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog']);

/** The part of a page that holds its content: its one `main` or `article` where that says most, else the body. */
export function contentRoot(page: HtmlNode): HtmlNode {
  const body = elementNamed(page, 'body') ?? page;
  const mains = [...elements(body)].filter(
    (element) => element.tagName === 'main' || attribute(element, 'role') === 'main',
  );
  const articles = [...elements(body)].filter((element) => element.tagName === 'article');
  const candidate = mains.length === 1 ? mains[0] : articles.length === 1 ? articles[0] : undefined;
  if (candidate === undefined) return body;
  return textOf(candidate).trim().length >= textOf(body).trim().length / 4 ? candidate : body;
}

/** Whether an element is page furniture: what stands on every page of a site and belongs to none. */
export function isBoilerplate(element: HtmlElement): boolean {
  return (
    FURNITURE.has(element.tagName) ||
    FURNITURE_ROLES.has(attribute(element, 'role') ?? '') ||
    attribute(element, 'hidden') !== undefined ||
    attribute(element, 'aria-hidden') === 'true'
  );
}

export function elementNamed(node: HtmlNode, tagName: string): HtmlElement | undefined {
  for (const element of elements(node)) if (element.tagName === tagName) return element;
  return undefined;
}

export function* elements(node: HtmlNode): Generator<HtmlElement> {
  for (const each of descendants(node, () => false)) if (isElement(each)) yield each;
}
