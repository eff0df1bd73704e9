import type { HistoryTurn } from '../ports/compose.ts';
import type { KnowledgeSnapshot } from '../ports/knowledge.ts';
import { contentWords, isCapitalised, splitWords } from './words.ts';

/** How far back an ask may lean, and how much of each turn it takes along. */
const MAX_EARLIER_ASKS = 3;
const MAX_EARLIER_CHARS = 400;
const MAX_ENTITIES = 3;

const CONNECTIVE =
  /^\s*(?:and|but|or|also|then|so|what about|how about|what if|why not|und|aber|was ist mit|et|mais|y|pero|e|и|а|那)(?=[\s,:?？]|$)/iu;
const DEFINITION = /^\s*(?:what|who|where)(?:'s|\s+(?:is|are|was|were))\s/iu;
/** Words that stand for something said before. "That" and "there" only where they are no conjunction and no filler. */
const ANAPHOR =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|the same|the former|the latter|(?:is|was|does|did|do|of|for|in|on|about|with|to|by|from|after|before)\s+that(?=\s*[?.!,]|\s*$)|(?<!(?:is|are|was|were|do|does|if)\s)there)\b/iu;

export interface StandaloneAsk {
  /** The ask with what it takes from the turns before it; the ask itself when it needs nothing. */
  readonly text: string;
  /** What was added, for the reader of the step; empty when nothing was. */
  readonly carried: readonly string[];
}

/**
 * Reads an ask in the light of the turns before it. "And on renewal?" names no subject, "when was it signed?"
 * points back at one: such an ask takes the earlier asks along, as far back as those lean on others themselves,
 * and, where it points back, the names in the last answer. Every other ask stands as it is, so a change of subject
 * takes nothing along.
 */
export function toStandaloneAsk(
  ask: string,
  history: readonly HistoryTurn[],
  knowledge: Pick<KnowledgeSnapshot, 'terms'>,
): StandaloneAsk {
  if (!leansOnEarlierTurns(ask, knowledge)) return { text: ask, carried: [] };
  const earlier: string[] = [];
  for (const turn of history.toReversed()) {
    earlier.unshift(turn.ask.slice(0, MAX_EARLIER_CHARS).trim());
    if (earlier.length === MAX_EARLIER_ASKS || !leansOnEarlierTurns(turn.ask, knowledge)) break;
  }
  const asked = [...earlier, ask].join(' ');
  const names = ANAPHOR.test(ask) ? namesIn(history.at(-1)?.answer ?? '', asked) : [];
  const text = names.length === 0 ? asked : `${asked} (${names.join(', ')})`;
  return { text, carried: [...earlier, ...names] };
}

function leansOnEarlierTurns(ask: string, knowledge: Pick<KnowledgeSnapshot, 'terms'>): boolean {
  const content = contentWords(ask, knowledge);
  const named = content.slice(1).some(isCapitalised) || content.some((word) => /\p{N}/u.test(word));
  if (CONNECTIVE.test(ask)) return !(named && content.length > 3);
  const anaphor = ANAPHOR.exec(ask);
  // "When did Acme sign its lease?" carries its own antecedent.
  if (anaphor !== null) return !splitWords(ask.slice(0, anaphor.index)).slice(1).some(isCapitalised);
  if (content.length <= 1) return !named && !DEFINITION.test(ask);
  return false;
}

/** Names in the first sentences of an answer that the conversation did not ask with: runs of capitalised words. */
function namesIn(answer: string, asked: string): readonly string[] {
  const runs =
    answer.slice(0, MAX_EARLIER_CHARS).match(/\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu) ?? [];
  const known = asked.toLowerCase();
  const names = runs
    .map((run) => run.replace(/[.'’-]+$/u, ''))
    // A single capitalised word that opens the answer may be any word.
    .filter((run) => run.length > 2 && !known.includes(run.toLowerCase()))
    .filter((run) => run.includes(' ') || !answer.startsWith(run));
  return [...new Set(names)].slice(0, MAX_ENTITIES);
}
