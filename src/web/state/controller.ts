import type { Api } from '../api/client.ts';
import { isTransient, toProblem } from '../api/problem.ts';
import { followQuery } from '../live/follow-query.ts';
import {
  type Conversation,
  defaultScope,
  INITIAL,
  type Loaded,
  NEW_CONVERSATION,
  type PageState,
  runningTurn,
  toggleContext,
} from './page-state.ts';
import { beforeEvents, foldTurn, newTurn, type Turn, toTurn } from './turn.ts';

export interface ControllerOptions {
  readonly api: Api;
  /** Called after every change with the whole state. */
  readonly onChange: (state: PageState) => void;
  /** Called when the conversation on view got another session without being opened. */
  readonly onSession: (sessionId: string) => void;
  readonly wait?: (attempt: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Everything that the page can do. One conversation is on view; leaving it stops following, not the turn. */
export interface Controller {
  /** Loads contexts and recent sessions; again after a failure. */
  load(): Promise<void>;
  loadMoreSessions(): Promise<void>;
  /** Shows a session, or with null a new conversation, and follows its running turn. */
  open(sessionId: string | null): Promise<void>;
  /** Resolves with whether the gateway accepted the turn; its answer arrives by `onChange`. */
  ask(text: string): Promise<boolean>;
  cancel(): Promise<void>;
  toggle(slug: string): void;
}

export function createController(options: ControllerOptions): Controller {
  const { api, wait } = options;
  let state = INITIAL;
  let view = new AbortController();

  const change = (part: Partial<PageState>) => {
    state = { ...state, ...part };
    options.onChange(state);
  };
  const changeConversation = (update: (conversation: Conversation) => Partial<Conversation>) => {
    if (state.conversation.state !== 'ready') return;
    const { value } = state.conversation;
    change({ conversation: { state: 'ready', value: { ...value, ...update(value) } } });
  };
  const changeTurn = (id: string | null, update: (turn: Turn) => Turn) =>
    changeConversation(({ turns }) => ({ turns: turns.map((turn) => (turn.id === id ? update(turn) : turn)) }));

  async function follow(queryId: string, signal: AbortSignal): Promise<void> {
    changeTurn(queryId, beforeEvents);
    try {
      const events = followQuery({
        subscribe: api.events(queryId),
        isTerminal: ({ __typename }) => __typename === 'TerminalEvent',
        isFatal: (reason) => !isTransient(toProblem(reason)),
        signal,
        onDrop: () => change({ link: 'lost' }),
        ...(wait === undefined ? {} : { wait }),
      });
      for await (const event of events) {
        if (state.link === 'lost') change({ link: 'back' });
        changeTurn(queryId, (turn) => foldTurn(turn, event));
      }
    } catch (error) {
      if (signal.aborted) return;
      const { message } = toProblem(error);
      changeTurn(queryId, (turn) => ({
        ...turn,
        status: 'FAILED',
        error: `The answer cannot be followed. ${message}`,
      }));
    }
  }

  async function loadSessions(): Promise<void> {
    try {
      const page = await api.sessions();
      const moreSessions = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      change({ sessions: { state: 'ready', value: page.edges.map(({ node }) => node) }, moreSessions });
    } catch (error) {
      change({ sessions: { state: 'failed', problem: toProblem(error) } });
    }
  }

  async function loadContexts(): Promise<void> {
    try {
      const contexts = await api.contexts();
      change({ contexts: { state: 'ready', value: contexts }, chosen: defaultScope(contexts) });
    } catch (error) {
      change({ contexts: { state: 'failed', problem: toProblem(error) } });
    }
  }

  return {
    async load() {
      change({ contexts: { state: 'loading' }, sessions: { state: 'loading' } });
      await Promise.all([loadContexts(), loadSessions()]);
    },

    async loadMoreSessions() {
      if (state.moreSessions === null || state.sessions.state !== 'ready') return;
      try {
        const page = await api.sessions(state.moreSessions);
        const value = [...state.sessions.value, ...page.edges.map(({ node }) => node)];
        const moreSessions = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        change({ sessions: { state: 'ready', value }, moreSessions });
      } catch (error) {
        change({ problem: toProblem(error) });
      }
    },

    async open(sessionId) {
      view.abort();
      view = new AbortController();
      const { signal } = view;
      const show = (conversation: Loaded<Conversation>) => change({ conversation, link: 'up', problem: null });

      if (sessionId === null) return show({ state: 'ready', value: NEW_CONVERSATION });
      show({ state: 'loading' });
      try {
        const { turns, session } = await readSession(api, sessionId);
        if (signal.aborted) return;
        show({ state: 'ready', value: { sessionId, title: session.title, scope: session.scope, turns } });
        const running = runningTurn(state);
        if (running?.id != null) await follow(running.id, signal);
      } catch (error) {
        if (!signal.aborted) show({ state: 'failed', problem: toProblem(error) });
      }
    },

    async ask(text) {
      if (state.conversation.state !== 'ready' || runningTurn(state) !== undefined) return false;
      const { sessionId } = state.conversation.value;
      const { signal } = view;
      const scope = [...state.chosen];
      change({ problem: null, link: 'up' });
      changeConversation(({ turns }) => ({ turns: [...turns, newTurn(text)] }));
      try {
        const accepted = await api.run(sessionId === null ? { ask: text, scope } : { ask: text, sessionId });
        if (signal.aborted) return true;
        const pinned = sessionId === null ? { sessionId: accepted.sessionId, title: text, scope } : {};
        changeTurn(null, () => ({ ...toTurn(accepted), ask: text }));
        changeConversation(() => pinned);
        if (sessionId === null) options.onSession(accepted.sessionId);
        void loadSessions();
        void follow(accepted.id, signal);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        changeConversation(({ turns }) => ({ turns: turns.filter(({ id }) => id !== null) }));
        change({ problem: toProblem(error) });
        return false;
      }
    },

    async cancel() {
      const id = runningTurn(state)?.id;
      if (id == null) return;
      try {
        await api.cancel(id);
      } catch (error) {
        change({ problem: toProblem(error) });
      }
    },

    toggle(slug) {
      if (state.contexts.state !== 'ready') return;
      change({ chosen: toggleContext(state.contexts.value, state.chosen, slug) });
    },
  };
}

/** A session with all of its turns. */
async function readSession(api: Api, sessionId: string) {
  const turns: Turn[] = [];
  for (let after: string | undefined; ; ) {
    const session = await api.session(sessionId, after);
    turns.push(...session.queries.edges.map(({ node }) => toTurn(node)));
    const { hasNextPage, endCursor } = session.queries.pageInfo;
    if (!hasNextPage || endCursor === null) return { session, turns };
    after = endCursor;
  }
}
