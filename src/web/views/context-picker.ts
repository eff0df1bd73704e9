import type { ContextItem } from '../api/operations.ts';
import { el, frame } from '../dom.ts';
import { type Loaded, MAX_SCOPE, type PageState } from '../state/page-state.ts';

export interface ContextPickerActions {
  readonly toggle: (slug: string) => void;
  readonly reload: () => void;
}

/** What the next question is asked over: a choice before the first turn, the pinned scope after it. */
export function createContextPicker(root: HTMLElement, actions: ContextPickerActions): (state: PageState) => void {
  const form = frame('composer', HTMLFormElement);
  let drawn: Loaded<readonly ContextItem[]> | undefined;
  const choice = el('fieldset', { class: 'choice' });
  const pinned = el('p', { class: 'pinned' });
  root.append(choice, pinned);

  return ({ contexts, chosen, conversation }) => {
    const scope = conversation.state === 'ready' ? conversation.value.scope : [];
    const empty = contexts.state === 'ready' && !contexts.value.some(({ queryable }) => queryable);
    form.dataset['empty'] = String(empty && scope.length === 0);
    const isNew = conversation.state === 'ready' && conversation.value.turns.length === 0;
    choice.hidden = !isNew;
    pinned.hidden = scope.length === 0;
    pinned.textContent = `Asked over ${scope.join(', ')}`;

    if (drawn !== contexts) {
      drawn = contexts;
      choice.replaceChildren(el('legend', {}, 'Ask over'), ...drawChoice(contexts, actions));
    }
    for (const box of choice.querySelectorAll('input')) {
      box.checked = chosen.has(box.value);
      box.disabled = box.dataset['queryable'] !== 'true' || (!box.checked && chosen.size >= MAX_SCOPE);
    }
  };
}

function drawChoice(contexts: Loaded<readonly ContextItem[]>, actions: ContextPickerActions): HTMLElement[] {
  if (contexts.state === 'loading') return [el('p', { class: 'waiting' }, 'Loading contexts…')];
  if (contexts.state === 'failed') {
    const retry = el('button', { type: 'button', class: 'quiet', onclick: actions.reload }, 'Try again');
    return [el('p', { class: 'problem', role: 'alert' }, contexts.problem.message), retry];
  }
  const chips = contexts.value.map((context) => drawChip(context, actions.toggle));
  const ready = contexts.value.some(({ queryable }) => queryable);
  return ready ? [el('div', { class: 'chips' }, ...chips)] : [drawEmpty(contexts.value, actions.reload)];
}

function drawChip(context: ContextItem, toggle: (slug: string) => void): HTMLElement {
  const { slug, title, queryable, sourceCount, description } = context;
  const size = sourceCount === 1 ? '1 source' : `${sourceCount} sources`;
  const box = el('input', {
    type: 'checkbox',
    value: slug,
    'data-queryable': String(queryable),
    onchange: () => toggle(slug),
  });
  const note = el('span', { class: 'chip-note' }, queryable ? size : 'not curated yet');
  return el('label', { class: 'chip', title: description || undefined }, box, el('span', {}, title || slug), note);
}

function drawEmpty(contexts: readonly ContextItem[], reload: () => void): HTMLElement {
  const first = contexts[0]?.slug ?? 'handbook';
  const commands = [
    ...(contexts.length === 0 ? [`npx knowql context create ${first}`] : []),
    `npx knowql ingest ${first} ./documents`,
  ];
  return el(
    'div',
    { class: 'panel' },
    el('h2', {}, contexts.length === 0 ? 'There is nothing to ask yet' : 'Nothing is curated yet'),
    el('p', {}, 'A context is a named set of documents. Add one in a terminal, then look again:'),
    el('pre', { tabindex: 0 }, el('code', {}, commands.join('\n'))),
    el('button', { type: 'button', class: 'quiet', onclick: reload }, 'Look again'),
  );
}
