import type { SessionItem } from '../api/operations.ts';
import { el, whenChanged } from '../dom.ts';
import type { Loaded, PageState } from '../state/page-state.ts';
import { hashOf } from '../state/route.ts';

/** The recent conversations, newest first, as links that can be shared and reopened. */
export function createSessionList(root: HTMLElement, more: () => void): (state: PageState) => void {
  const list = el('ul', { class: 'sessions' });
  const note = el('p', { class: 'hint' });
  const button = el('button', { type: 'button', class: 'quiet', hidden: true, onclick: more }, 'Show more');
  root.append(note, list, button);

  const draw = whenChanged((sessions: Loaded<readonly SessionItem[]>) => {
    note.textContent = noteText(sessions);
    note.hidden = note.textContent === '';
    if (sessions.state === 'ready') list.replaceChildren(...sessions.value.map(drawSession));
  });

  return ({ sessions, moreSessions, conversation }) => {
    draw(sessions);
    button.hidden = moreSessions === null;
    const current = conversation.state === 'ready' ? conversation.value.sessionId : null;
    for (const link of list.querySelectorAll('a')) {
      if (link.getAttribute('href') === hashOf(current)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
}

function drawSession({ id, title, scope, createdAt }: SessionItem): HTMLElement {
  const time = el('time', { datetime: createdAt }, formatTime(new Date(createdAt)));
  return el(
    'li',
    {},
    el(
      'a',
      { href: hashOf(id) },
      el('span', { class: 'session-title' }, title ?? 'Untitled'),
      el('span', { class: 'session-note' }, time, ` · ${scope.join(', ')}`),
    ),
  );
}

function noteText(sessions: Loaded<readonly SessionItem[]>): string {
  if (sessions.state === 'failed') return sessions.problem.message;
  return sessions.state === 'ready' && sessions.value.length === 0 ? 'None yet.' : '';
}

function formatTime(date: Date): string {
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
