import { type Statement, sentencesOf } from '../statements.ts';
import { boundedSpan, type Definition, tryTerm } from './definition.ts';

/** `Halden Analytics, Inc. ("Halden")`, `(together, the “Parties”)`, `(hereinafter referred to as “Client”)`. */
const NAMED =
  /(?<=\s)\(\s*(?:[\p{L}, -]{0,40}?[\s,])?(?:the |an? |der |die |das |le |la |les |l['’]|el |los |las |il |o |a )?(?:\*\*)?["“„«]\s*(?<term>[^"”“„«»()\n]{1,60}?)\s*["”“»](?:\*\*)?\s*\)/giu;
/** `Service Level Agreement (SLA)`. */
const SHORTENED = /(?<=\s)\((?<term>\p{Lu}[\p{Lu}\p{N}&]{1,9})s?\)/gu;
/** How far before the parenthesis what is named may begin. */
const REACH = 160;

/** Names that a sentence gives to what it has just said. From there to the closing parenthesis is the definition. */
export function* parentheticalDefinitions(text: string, paragraph: Statement): Generator<Definition> {
  for (const sentence of sentencesOf(text, paragraph)) {
    const words = text.slice(sentence.start, sentence.end);
    let from = 0;
    for (const { 0: all, index, groups } of words.matchAll(NAMED)) {
      const term = tryTerm(groups?.['term'] ?? '');
      const start = beginning(words, from, index);
      from = index + all.length;
      const span = boundedSpan(text, sentence.start + start, sentence.start + from);
      if (term !== undefined && span !== undefined && words.slice(start, index).trim() !== '') yield { term, ...span };
    }
    for (const { 0: all, index, groups } of words.matchAll(SHORTENED)) {
      const term = groups?.['term'] ?? '';
      const start = longFormStart(words.slice(0, index), term);
      if (start === undefined) continue;
      yield { term, start: sentence.start + start, end: sentence.start + index + all.length };
    }
  }
}

/** What is named begins after the name before it, or with the sentence. */
function beginning(words: string, from: number, parenthesis: number): number {
  const reach = Math.max(from, parenthesis - REACH);
  const before = words.slice(reach, parenthesis);
  if (reach > from) return reach + (/\s/.exec(before)?.index ?? 0);
  return from === 0 ? 0 : from + (/^[\s,;]*(?:(?:and|und|et|y|e|en|och|og)\s)?/iu.exec(before)?.[0].length ?? 0);
}

/** Where the words begin whose first letters the short form is, in its order; small words between them may be skipped. */
function longFormStart(before: string, short: string): number | undefined {
  const words = [...before.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu)];
  let at = words.length - 1;
  for (const letter of Array.from(short.toLowerCase()).toReversed()) {
    while (at >= 0 && !startsWith(words[at]?.[0], letter) && isSmall(words[at]?.[0])) at -= 1;
    if (!startsWith(words[at]?.[0], letter)) return undefined;
    at -= 1;
  }
  return words[at + 1]?.index;
}

function startsWith(word: string | undefined, letter: string): boolean {
  return word?.toLowerCase().startsWith(letter) === true;
}

function isSmall(word: string | undefined): boolean {
  return word !== undefined && word.length <= 3 && word === word.toLowerCase();
}
