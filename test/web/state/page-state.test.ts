import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../../../src/web/api/operations.ts';
import {
  defaultScope,
  INITIAL,
  type PageState,
  suggestedQueries,
  toggleContext,
} from '../../../src/web/state/page-state.ts';
import { hashOf, sessionInHash } from '../../../src/web/state/route.ts';

const context = (slug: string, part: Partial<ContextItem> = {}): ContextItem => ({
  slug,
  title: slug,
  description: '',
  kind: 'SEARCH',
  queryable: true,
  sourceCount: 1,
  sampleQueries: [],
  ...part,
});

describe('the chosen contexts', () => {
  it('begin with every search context that can answer', () => {
    const contexts = [context('a'), context('b', { queryable: false }), context('c', { kind: 'WORK' }), context('d')];
    expect([...defaultScope(contexts)]).toEqual(['a', 'd']);
  });

  it('stop at ten', () => {
    const contexts = Array.from({ length: 12 }, (_, index) => context(`c${index}`));
    const chosen = defaultScope(contexts);
    expect(chosen.size).toBe(10);
    expect(toggleContext(contexts, chosen, 'c11')).toBe(chosen);
  });

  it('never mix the two kinds', () => {
    const contexts = [context('docs'), context('log', { kind: 'WORK' })];
    expect([...toggleContext(contexts, new Set(['docs']), 'log')]).toEqual(['log']);
  });

  it('ignore one that cannot be asked, and let go of one that is chosen', () => {
    const contexts = [context('docs'), context('draft', { queryable: false })];
    expect([...toggleContext(contexts, new Set(['docs']), 'draft')]).toEqual(['docs']);
    expect([...toggleContext(contexts, new Set(['docs']), 'docs')]).toEqual([]);
  });
});

describe('the address', () => {
  it('names a session and is read back', () => {
    expect(sessionInHash(hashOf('ses_01hx'))).toBe('ses_01hx');
    expect(sessionInHash(hashOf(null))).toBeNull();
  });

  it.each(['', '#', '#/sessions/', '#/sessions/qry_1', '#/sessions/ses_1/../x', '#/sessions/ses_<b>'])(
    'takes %j for a new conversation',
    (hash) => expect(sessionInHash(hash)).toBeNull(),
  );
});

describe('the questions that are offered', () => {
  const contexts = [
    context('a', { sampleQueries: ['a1?', 'a2?', 'both?'] }),
    context('b', { sampleQueries: ['b1?', 'both?', 'b3?'] }),
    context('c', { sampleQueries: ['c1?'] }),
  ];
  const state: PageState = { ...INITIAL, contexts: { state: 'ready', value: contexts }, chosen: new Set(['a', 'b']) };

  it('are of each chosen context in turn, each once, and four at most', () => {
    expect(suggestedQueries(state)).toEqual(['a1?', 'b1?', 'a2?', 'both?']);
    expect(suggestedQueries({ ...state, chosen: new Set(['c']) })).toEqual(['c1?']);
    expect(suggestedQueries({ ...state, chosen: new Set() })).toEqual([]);
  });

  it('are for new conversations only', () => {
    const value = { sessionId: 'ses_1', title: null, scope: ['a'], turns: [] };
    expect(suggestedQueries({ ...state, conversation: { state: 'ready', value } })).toEqual([]);
    expect(suggestedQueries({ ...state, conversation: { state: 'loading' } })).toEqual([]);
    expect(suggestedQueries({ ...state, contexts: { state: 'loading' } })).toEqual([]);
  });
});
