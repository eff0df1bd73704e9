import { createSpeaker } from './answer/speaker.ts';
import { createApi } from './api/client.ts';
import { frame } from './dom.ts';
import { backOffUnlessOnline } from './live/back-online.ts';
import { createController } from './state/controller.ts';
import type { PageState } from './state/page-state.ts';
import { hashOf, sessionInHash } from './state/route.ts';
import { createComposer } from './views/composer.ts';
import { createContextPicker } from './views/context-picker.ts';
import { createConversationView } from './views/conversation-view.ts';
import { createNotices } from './views/notices.ts';
import { createSessionList } from './views/session-list.ts';
import { createSuggestions } from './views/suggestions.ts';

/** Wires the page: actions go to the controller, every change of state comes back once a frame. */
function start(): void {
  const menu = frame('menu', HTMLButtonElement);
  const sidebar = frame('sidebar', HTMLElement);
  const main = frame('main', HTMLElement);

  let latest: PageState | undefined;
  const draw = () => {
    const state = latest;
    latest = undefined;
    if (state === undefined) return;
    for (const update of updates) update(state);
  };
  const schedule = (state: PageState) => {
    if (latest === undefined) requestAnimationFrame(draw);
    latest = state;
  };

  const controller = createController({
    api: createApi(new URL('/graphql', location.href).href),
    onChange: schedule,
    // A new conversation got its address: reloading or sharing it must lead back here. No hashchange follows.
    onSession: (sessionId) => history.replaceState(null, '', hashOf(sessionId)),
    wait: backOffUnlessOnline,
  });

  const composer = createComposer({ ask: (text) => controller.ask(text), cancel: () => controller.cancel() });
  const speak = createSpeaker(frame('speech', HTMLElement));
  const reload = () => void controller.load();
  const open = () => void controller.open(sessionInHash(location.hash));
  const updates: ((state: PageState) => void)[] = [
    createSessionList(frame('sessions', HTMLElement), () => void controller.loadMoreSessions()),
    createContextPicker(frame('scope', HTMLElement), { toggle: (slug) => controller.toggle(slug), reload }),
    createSuggestions(frame('suggestions', HTMLElement), (query) => void controller.ask(query)),
    createConversationView(frame('conversation', HTMLElement), open),
    createNotices(frame('link', HTMLElement), frame('problem', HTMLElement)),
    composer.update,
    ({ conversation }) => {
      const value = conversation.state === 'ready' ? conversation.value : undefined;
      speak(value?.turns.at(-1));
      document.title = value?.title == null ? 'KnowQL' : `${value.title} · KnowQL`;
    },
  ];

  const setMenu = (isOpen: boolean) => {
    menu.setAttribute('aria-expanded', String(isOpen));
    sidebar.dataset['open'] = String(isOpen);
  };
  menu.addEventListener('click', () => setMenu(menu.getAttribute('aria-expanded') !== 'true'));
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || menu.getAttribute('aria-expanded') !== 'true') return;
    setMenu(false);
    menu.focus();
  });
  frame('skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault(); // the hash belongs to the address of the session
    composer.focus();
  });
  addEventListener('hashchange', () => {
    setMenu(false);
    open();
    if (sessionInHash(location.hash) === null) composer.focus();
    else main.focus();
  });

  reload();
  open();
  composer.focus();
}

start();
