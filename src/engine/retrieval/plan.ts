import type { KnowledgeSnapshot } from '../ports/knowledge.ts';
import type { TurnInput } from '../turn-input.ts';
import { type StandaloneAsk, toStandaloneAsk } from './follow-up.ts';
import { shapeQuery } from './shape-query.ts';
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
  /** The names of the fields that a shaped answer has; null for prose. */
  readonly fieldQuery: string | null;
}

/** Decides what to search for. Pure: the same ask over the same history is planned the same. */
export function planRetrieval(
  { ask, history, controls }: Pick<TurnInput, 'ask' | 'history' | 'controls'>,
  knowledge: Pick<KnowledgeSnapshot, 'terms'>,
): RetrievalPlan {
  const standalone: StandaloneAsk =
    history.length === 0 ? { text: ask, carried: [] } : toStandaloneAsk(ask, history, knowledge);
  const keywords = [...new Set(contentWords(standalone.text, knowledge))].join(' ');
  const keywordQuery = keywords === '' || keywords === standalone.text ? null : keywords;
  const fieldQuery = controls.shape === null ? null : shapeQuery(controls.shape);
  return {
    standaloneAsk: standalone.text,
    carried: standalone.carried,
    queryVariants: [standalone.text, keywordQuery, fieldQuery].filter((query) => query !== null),
    keywordQuery,
    fieldQuery,
  };
}
