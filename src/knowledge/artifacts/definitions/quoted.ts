import { type Statement, sentencesOf } from '../statements.ts';
import { boundedSpan, type Definition, tryTerm } from './definition.ts';

/** What stands between a term in quotes and the words that define it. */
const DEFINING_VERBS: readonly string[] = [
  // English
  'means?',
  '(?:shall|will) (?:mean|have the meanings?)',
  '(?:is|are) defined as',
  'refers? to',
  '(?:has|have) the (?:following )?meanings?',
  'denotes?',
  'stands? for',
  // German
  'bedeute[nt]',
  'bezeichne[nt]',
  'meint',
  '(?:ist|sind) definiert als',
  'steht für',
  // French
  'désigne(?:nt)?',
  'signifie(?:nt)?',
  "s['’]entend(?:ent)? (?:de|comme|par)",
  '(?:est|sont) définie?s? comme',
  // Spanish
  'significan?',
  'se entiende(?: por)?',
  'se definen? como',
  'se refieren? a',
  'designan?',
  // Italian
  'indica(?:no)?',
  'si intend(?:e|ono)',
  // Portuguese
  'entende-se por',
  'refere-se a',
  // Dutch, Swedish, Danish, Norwegian
  'betekent',
  'verwijst naar',
  'betyder',
  'avses',
];

const OPEN = '(?:\\*\\*["“„«]?|__["“„«]?|["“„«‘])';
const CLOSE = '(?:["”“»’]?\\*\\*|["”“»’]?__|["”“»’])';
const TERM = '(?<term>[^"”“„«»‘’*_\\n]{1,80}?)';
/** `“X”, in relation to a person, means`: what stands between must be short. */
const BETWEEN = '(?:\\s*\\([^()]{0,80}\\))?(?:,[^,;.]{1,60},)?';
const QUOTED = new RegExp(
  `${OPEN}\\s*${TERM}\\s*${CLOSE}${BETWEEN}\\s+(?:${DEFINING_VERBS.join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Verbs that need no quotes, since nobody uses them for anything else. */
const UNQUOTED =
  /^(?<term>\p{Lu}[^\s,.;:"“”()]*(?:\s[^\s,.;:"“”()]+){0,4}?)\s+(?:shall mean|(?:is|are) defined as|(?:ist|sind) definiert als)\s/u;
/** `On entend par « X » …`, `Unter „X“ versteht man …`, `Por "X" se entiende …`. */
const INVERTED = new RegExp(
  `(?:on entend par|unter|als|por|per|onder|med)\\s+${OPEN}\\s*${TERM}\\s*${CLOSE}\\s*[,:]?\\s*(?:\\p{L}+\\s+){0,3}?` +
    "(?:versteht|verstehen|gilt|gelten|se entiende|si intende|se entende|wordt verstaan|avses|menas|:|,|un|une|le|la|l['’]|tout|toute)",
  'giu',
);
/** Languages that write no spaces: `「X」とは…をいう`, `“X”是指…`. */
const UNSPACED = /[「『“"](?<term>[^」』”"\n]{1,40})[」』”"]\s*(?:とは|是指|系指|指的是|，?\s*指)/gu;

const MARKER = /^\s*(?:[-*+•‣–]\s+|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]{1,3})[.)]?\s+(?=["“„«*]))?/u;
/** What a sentence says before its term is part of the definition when it is short: `As used here, "Site" means`. */
const MAX_LEAD = 80;

/**
 * Terms that a sentence puts in quotes, or in bold, and says the meaning of. The sentence is the definition; where it
 * defines several, each ends where the next one begins.
 */
export function* quotedDefinitions(text: string, paragraph: Statement): Generator<Definition> {
  for (const sentence of sentencesOf(text, paragraph)) {
    const words = text.slice(sentence.start, sentence.end);
    const marker = MARKER.exec(words)?.[0].length ?? 0;
    const found = termsIn(words, marker);
    for (const [at, { term: written, index }] of found.entries()) {
      const start = at === 0 && index - marker <= MAX_LEAD ? marker : index;
      const span = boundedSpan(text, sentence.start + start, sentence.start + (found[at + 1]?.index ?? words.length));
      const term = tryTerm(written);
      if (term !== undefined && span !== undefined) yield { term, ...span };
    }
  }
}

function termsIn(words: string, marker: number): readonly { readonly term: string; readonly index: number }[] {
  const matches = [QUOTED, UNSPACED, INVERTED].flatMap((pattern) => [...words.matchAll(pattern)]);
  const found = matches.map(({ index, groups }) => ({ index, term: groups?.['term'] ?? '' }));
  const unquoted = UNQUOTED.exec(words.slice(marker))?.groups?.['term'];
  if (unquoted !== undefined) found.push({ index: marker, term: unquoted });
  return found.toSorted((a, b) => a.index - b.index);
}
