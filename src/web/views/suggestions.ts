import { el } from '../dom.ts';
import { type PageState, suggestedQueries } from '../state/page-state.ts';

/** What a new conversation may begin with: questions that the chosen contexts are known to answer. */
export function createSuggestions(root: HTMLElement, ask: (query: string) => void): (state: PageState) => void {
  let drawn: readonly string[] = [];
  return (state) => {
    const queries = suggestedQueries(state);
    if (queries.length === drawn.length && queries.every((query, at) => query === drawn[at])) return;
    drawn = queries;
    root.hidden = queries.length === 0;
    const items = queries.map((query) =>
      el('li', {}, el('button', { type: 'button', class: 'suggestion', onclick: () => ask(query) }, query)),
    );
    root.replaceChildren(el('h2', { class: 'label' }, 'You could ask'), el('ul', {}, ...items));
  };
}
