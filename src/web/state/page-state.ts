import type { ContextItem, SessionItem } from '../api/operations.ts';
import type { Problem } from '../api/problem.ts';
import type { Turn } from './turn.ts';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'ready'; readonly value: T };

/** How the live connection stands: `back` until the next turn, so that the note can be read. */
export type Link = 'up' | 'lost' | 'back';

export interface Conversation {
  /** Null until the first turn is accepted. */
  readonly sessionId: string | null;
  readonly title: string | null;
  /** Pinned by the first turn; empty before it. */
  readonly scope: readonly string[];
  readonly turns: readonly Turn[];
}

export interface PageState {
  readonly contexts: Loaded<readonly ContextItem[]>;
  readonly sessions: Loaded<readonly SessionItem[]>;
  /** Cursor of the next page of sessions, null when all are here. */
  readonly moreSessions: string | null;
  /** Slugs that a new conversation will ask over. */
  readonly chosen: ReadonlySet<string>;
  readonly conversation: Loaded<Conversation>;
  readonly link: Link;
  /** Why the last action had no effect. */
  readonly problem: Problem | null;
}

export const NEW_CONVERSATION: Conversation = { sessionId: null, title: null, scope: [], turns: [] };

export const MAX_SCOPE = 10;
const MAX_SUGGESTIONS = 4;

export const INITIAL: PageState = {
  contexts: { state: 'loading' },
  sessions: { state: 'loading' },
  moreSessions: null,
  chosen: new Set(),
  conversation: { state: 'ready', value: NEW_CONVERSATION },
  link: 'up',
  problem: null,
};

/** The turn that runs, if one does. */
export function runningTurn(state: PageState): Turn | undefined {
  if (state.conversation.state !== 'ready') return undefined;
  return state.conversation.value.turns.find(({ status }) => status === 'IN_PROGRESS');
}

/** What a new visitor asks over: every search context that can answer, up to the limit. */
export function defaultScope(contexts: readonly ContextItem[]): ReadonlySet<string> {
  const ready = contexts.filter(({ kind, queryable }) => queryable && kind === 'SEARCH');
  return new Set(ready.slice(0, MAX_SCOPE).map(({ slug }) => slug));
}

/** Questions that a new conversation can begin with: of each chosen context in turn, a few in all. */
export function suggestedQueries({ contexts, chosen, conversation }: PageState): readonly string[] {
  const isNew = conversation.state === 'ready' && conversation.value.turns.length === 0;
  if (!isNew || conversation.value.sessionId !== null || contexts.state !== 'ready') return [];
  const lists = contexts.value.filter(({ slug }) => chosen.has(slug)).map(({ sampleQueries }) => sampleQueries);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const ranked = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  return [...new Set(ranked)].slice(0, MAX_SUGGESTIONS);
}

/**
 * The choice after `slug` was switched. A scope holds one kind of context, so switching one on leaves those of the
 * other kind; at the limit the choice stays as it is.
 */
export function toggleContext(
  contexts: readonly ContextItem[],
  chosen: ReadonlySet<string>,
  slug: string,
): ReadonlySet<string> {
  const next = new Set(chosen);
  if (next.delete(slug)) return next;
  const context = contexts.find((item) => item.slug === slug);
  if (context === undefined || !context.queryable) return chosen;
  for (const other of contexts) if (other.kind !== context.kind) next.delete(other.slug);
  return next.size >= MAX_SCOPE ? chosen : next.add(slug);
}
