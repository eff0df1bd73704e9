import type { ComposeRequest } from '../../engine/ports/compose.ts';
import { capitalsTellNames, contentWords, isCapitalised } from '../../engine/retrieval/words.ts';

/** A term of the ask and how much it tells passages apart. */
export interface AskTerm {
  /** The term as the index has it: several where the scope has several languages and each stems in its own way. */
  readonly forms: readonly string[];
  readonly weight: number;
  /** A name or a number: what an answer about something else would lack. */
  readonly naming: boolean;
}

/** Terms that only the turns before brought in count less than what was asked just now. */
const CARRIED_WEIGHT = 0.5;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The terms of an ask, in its order, each once, weighted by how rare they are in the scope. */
export async function askTermsOf(
  { ask, standaloneAsk, knowledge }: Pick<ComposeRequest, 'ask' | 'standaloneAsk' | 'knowledge'>,
  signal: AbortSignal,
): Promise<readonly AskTerm[]> {
  const own = wordTerms(ask, knowledge);
  const all = standaloneAsk === ask ? own : new Map([...wordTerms(standaloneAsk, knowledge), ...own]);
  const { chunks, counts } = await knowledge.documentFrequency(
    [...all.values()].flatMap(({ forms }) => forms),
    signal,
  );
  return [...all].map(([key, { forms, word }]) => {
    const frequency = Math.max(...forms.map((form) => counts.get(form) ?? 0));
    const rarity = Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
    return { forms, weight: rarity * (own.has(key) ? 1 : CARRIED_WEIGHT), naming: isNaming(word, ask) };
  });
}

interface WordTerm {
  readonly forms: readonly string[];
  readonly word: string;
}

/** The different terms of a text with the words that they came from. A run of a script without spaces is many terms. */
function wordTerms(text: string, knowledge: ComposeRequest['knowledge']): Map<string, WordTerm> {
  const terms = new Map<string, WordTerm>();
  for (const word of contentWords(text, knowledge)) {
    const found = knowledge.terms(word);
    for (const forms of SPACELESS.test(word) ? found.map((term) => [term]) : [found]) {
      const key = forms.join(' ');
      if (!terms.has(key)) terms.set(key, { forms, word });
    }
  }
  return terms;
}

function isNaming(word: string, ask: string): boolean {
  return /\p{N}/u.test(word) || (isCapitalised(word) && !ask.trimStart().startsWith(word) && capitalsTellNames(ask));
}
