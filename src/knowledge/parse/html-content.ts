import { attribute, descendants, type HtmlElement, type HtmlNode, isElement, isUnseen, textOf } from './html-nodes.ts';

const FURNITURE = new Set(['nav', 'footer', 'aside', 'dialog', 'menu', 'select', 'button']);
/** What authors call furniture that has no element of its own. */
const FURNITURE_NAMES =
  /(?:^|[\s_-])(?:[a-z]*nav(?:bar|box|header|footer|list|igation)?|[a-z]*menu|sidebar|breadcrumbs?|pagination|pager|footer|masthead|share|social)(?:[\s_-]|$)/i;
/** Nodes of an element that are looked at to see whether it is a list of links. */
const MAX_NODES = 2_000;
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
    isHidden(element) ||
    (FURNITURE_NAMES.test(`${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`) &&
      isMostlyLinks(element))
  );
}

export function isHidden(element: HtmlElement): boolean {
  return attribute(element, 'hidden') !== undefined || attribute(element, 'aria-hidden') === 'true';
}

/** A name alone proves nothing: a menu may be that of a restaurant. */
function isMostlyLinks(element: HtmlElement): boolean {
  let links = 0;
  let all = 0;
  let nodes = 0;
  for (const node of descendants(element, isUnseen)) {
    nodes += 1;
    if (nodes > MAX_NODES) return false;
    if (isElement(node) && node.tagName === 'a') links += textOf(node).trim().length;
    if ('value' in node) all += node.value.trim().length;
  }
  return links > 0.7 * all;
}

export function elementNamed(node: HtmlNode, tagName: string): HtmlElement | undefined {
  for (const element of elements(node)) if (element.tagName === tagName) return element;
  return undefined;
}

export function* elements(node: HtmlNode): Generator<HtmlElement> {
  for (const each of descendants(node, () => false)) if (isElement(each)) yield each;
}
