import { type TextSpan, trimSpan } from './text-span.ts';

/** Words that end with a period and end no sentence, whatever follows. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st rev gen col capt lt sgt hon sen rep gov pres messrs fig figs eq sec sect art para pt vol ch ' +
    'cf e.g i.e vs v viz approx ca no nos nr resp incl excl est dept univ jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'z.b d.h bzw ggf abs art.nr т.е т.д г ул'
  ).split(' '),
);
/** Words that may end a sentence too: they do when a word follows that commonly opens one. */
const MAY_END = new Set('inc corp ltd co llc plc gmbh bros jr sr etc al u.s u.k u.n e.u p.m a.m ph.d d.c'.split(' '));
const OPENERS = new Set(
  (
    'the this that these those it its in a an he she they we you i if on at for from each all any such as by to when while ' +
    'however but and after before during there their his her our both no not with under unless upon since although because'
  ).split(' '),
);

/** A sentence's end mark with closing quotes, brackets and reference marks, before white space or the end. */
const END_MARK = /(?:[.!?…]+["'”’»)\]]*(?:\[\d+\])*(?=\s|$))|(?:[。！？]+[」』”’）]*)|(?:[؟۔।]+(?=\s|$))/gu;

/** Thai ends a sentence with a space, if at all; a space that comes after this many characters is taken for one. */
const THAI_CHARS = 90;

/** The sentences within `within` of a text. Every character but white space between them belongs to one. */
export function splitSentences(text: string, within: TextSpan): readonly TextSpan[] {
  const sentences: TextSpan[] = [];
  const part = text.slice(within.start, within.end);
  let start = 0;
  const cut = (end: number) => {
    const sentence = trimSpan(text, { start: within.start + start, end: within.start + end });
    if (sentence !== undefined) sentences.push(sentence);
    start = end;
  };
  for (const mark of part.matchAll(END_MARK)) {
    const end = mark.index + mark[0].length;
    if (!mark[0].startsWith('.') || endsSentence(part, mark.index, end)) cut(end);
  }
  cut(part.length);
  return sentences.flatMap((sentence) => splitThai(text, sentence));
}

function endsSentence(text: string, period: number, after: number): boolean {
  const word = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(0, period - 24), period))?.[0].toLowerCase() ?? '';
  const next = /^\s+(\S+)/u.exec(text.slice(after, after + 40))?.[1] ?? '';
  if (next === '') return true;
  // A lower-case word goes on with the sentence: "approx. five", "Yahoo! said".
  if (/^["'“‘(]?\p{Ll}/u.test(next) && !/^\p{Script=Thai}/u.test(next)) return false;
  // "No. 5" is a number; "The answer is no. It …" is not.
  if (ABBREVIATIONS.has(word)) return word === 'no' && /^["'“‘(]?\p{Lu}/u.test(next);
  const opens = OPENERS.has(next.replace(/[^\p{L}]/gu, '').toLowerCase());
  if (MAY_END.has(word)) return opens;
  // Initials ("J. Smith") and numbering ("1. Scope", "4.2. Payment").
  if (/^\p{L}$/u.test(word) && word !== 'i') return opens;
  const opensLine = /(?:^|\n)\s*(?:\(?[\divx]{1,4}(?:\.\d+)*|§\s*[\d.]+)$/iu.test(
    text.slice(Math.max(0, period - 16), period),
  );
  return !opensLine;
}

function splitThai(text: string, sentence: TextSpan): readonly TextSpan[] {
  const part = text.slice(sentence.start, sentence.end);
  if (part.length < 2 * THAI_CHARS || !/\p{Script=Thai}{8}/u.test(part)) return [sentence];
  const sentences: TextSpan[] = [];
  let start = sentence.start;
  for (const { index } of part.matchAll(/(?<=\p{Script=Thai}|\p{N}|["”)])\s+(?=\p{Script=Thai}|["“(])/gu)) {
    const end = sentence.start + index;
    if (end - start < THAI_CHARS || sentence.end - end < THAI_CHARS / 3) continue;
    const trimmed = trimSpan(text, { start, end });
    if (trimmed !== undefined) sentences.push(trimmed);
    start = end;
  }
  const rest = trimSpan(text, { start, end: sentence.end });
  return rest === undefined ? sentences : [...sentences, rest];
}
