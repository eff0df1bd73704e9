import type { CitationItem } from '../api/operations.ts';
import { el, whenChanged } from '../dom.ts';

export interface SourcesView {
  readonly element: HTMLElement;
  readonly update: (citations: readonly CitationItem[]) => void;
  /** Leads the reader to a footnote. */
  show(number: number): void;
}

/** The footnotes: each source with the section and the sentence that the answer rests on. */
export function createSourcesView(): SourcesView {
  const list = el('ol', { class: 'sources' });
  const element = el('section', { hidden: true, 'aria-label': 'Sources' }, el('h3', {}, 'Sources'), list);

  return {
    element,
    update: whenChanged((citations) => {
      element.hidden = citations.length === 0;
      list.replaceChildren(...citations.map(drawCitation));
    }),
    show(number) {
      const item = list.children.item(number - 1);
      if (!(item instanceof HTMLElement)) return;
      item.focus({ preventScroll: true });
      item.scrollIntoView({ block: 'nearest' });
    },
  };
}

function drawCitation(citation: CitationItem): HTMLElement {
  const section = citation.sectionPath ?? citation.sectionPaths?.[0]?.join(' › ') ?? '';
  const pages = citation.pages ?? [];
  const place = [section, pages.length === 0 ? '' : `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`];
  const where = place.filter((part) => part !== '').join(' · ');
  const item = el('li', { tabindex: -1 }, el('p', { class: 'source' }, citation.source));
  if (where !== '') item.append(el('p', { class: 'section' }, where));
  if (citation.grounding !== null) item.append(el('blockquote', {}, citation.grounding));
  return item;
}
