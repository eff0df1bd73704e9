import type { KnowledgeSnapshot } from '../ports.ts';
import type { TurnInput } from '../turn-input.ts';
import { type StandaloneAsk, toStandaloneAsk } from './follow-up.ts';
import { contentWords } from './words.ts';

/** What a turn will look for. */
export interface RetrievalPlan {
  /** The ask with what the history adds to it. */
  readonly standaloneAsk: string;
  readonly carried: readonly string[];
  /** The queries that were planned, the main one first. */
  readonly queryVariants: readonly string[];
  /** The words of the ask that say what it is about; null when there are none, or nothing but them. */
  readonly keywordQuery: string | null;
}

/** Decides what to search for. Pure: the same ask over the same history is planned the same. */
export function planRetrieval(
  { ask, history }: Pick<TurnInput, 'ask' | 'history'>,
  knowledge: Pick<KnowledgeSnapshot, 'terms'>,
): RetrievalPlan {
  const standalone: StandaloneAsk =
    history.length === 0 ? { text: ask, carried: [] } : toStandaloneAsk(ask, history, knowledge);
  const keywords = [...new Set(contentWords(standalone.text, knowledge))].join(' ');
  const keywordQuery = keywords === '' || keywords === standalone.text ? null : keywords;
  return {
    standaloneAsk: standalone.text,
    carried: standalone.carried,
    queryVariants: keywordQuery === null ? [standalone.text] : [standalone.text, keywordQuery],
    keywordQuery,
  };
}
