/** Elements that are empty in HTML too. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr command keygen frame basefont bgsound'.split(
    ' ',
  ),
);
const OPENS_LIKE_XML =
  /^\s*(?:<\?xml\b|<!doctype[^>]*xhtml|(?:<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<html[^>]+xmlns=)/i;
const EMPTY_ELEMENT = /<([a-z][\w:.-]*)(\s[^<>]*)?\/>/gi;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;

/**
 * A page that was written as XML in the words of HTML: an empty `<title/>` or `<script/>` would otherwise take in all
 * that follows it. Other pages stay as they are.
 */
export function asHtml(page: string): string {
  if (!OPENS_LIKE_XML.test(page.slice(0, 4_096))) return page;
  return page
    .replace(EMPTY_ELEMENT, (whole, name: string, attributes = '') =>
      VOID.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
    )
    .replace(CDATA, (_, text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}
