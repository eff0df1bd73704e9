import { el } from '../dom.ts';
import type { PageState } from '../state/page-state.ts';
import { createTurnView, type TurnView } from './turn-view.ts';

/** The conversation on view: its title and its turns, or why it cannot be shown. */
export function createConversationView(root: HTMLElement, reload: () => void): (state: PageState) => void {
  let views: TurnView[] = [];
  let shown: string | null | undefined;
  let unready: PageState['conversation'] | undefined;

  const clear = () => {
    views = [];
    root.replaceChildren();
  };

  return ({ conversation, contexts }) => {
    root.setAttribute('aria-busy', String(conversation.state === 'loading'));
    if (conversation.state !== 'ready') {
      if (unready === conversation) return;
      unready = conversation;
      clear();
      root.hidden = false;
      shown = undefined;
      root.append(
        conversation.state === 'loading'
          ? el('p', { class: 'waiting' }, 'Loading the conversation…')
          : el(
              'div',
              { class: 'panel', role: 'alert' },
              el('h2', {}, 'This conversation cannot be shown'),
              el('p', {}, conversation.problem.message),
              el('button', { type: 'button', class: 'quiet', onclick: reload }, 'Try again'),
            ),
      );
      return;
    }

    const { sessionId, turns } = conversation.value;
    // A new conversation keeps its turns when it gets its session; another session starts afresh.
    if (shown === undefined || (shown !== sessionId && shown !== null) || turns.length < views.length) clear();
    if (turns.length === 0) {
      if (root.childElementCount === 0 || shown !== sessionId) root.replaceChildren(drawWelcome());
      root.hidden = contexts.state === 'ready' && !contexts.value.some(({ queryable }) => queryable);
    } else if (views.length === 0) {
      root.hidden = false;
      root.replaceChildren();
    }
    shown = sessionId;
    turns.forEach((turn, index) => {
      let view = views[index];
      if (view === undefined) {
        view = createTurnView(turn);
        views.push(view);
        root.append(view.element);
        if (turn.id === null) view.element.scrollIntoView({ block: 'start' });
      }
      view.update(turn);
    });
  };
}

function drawWelcome(): HTMLElement {
  return el(
    'div',
    { class: 'welcome' },
    el('h2', {}, 'Ask your documents'),
    el('p', {}, 'Every answer arrives live, and says which sentence of which document it rests on.'),
  );
}
