import type { Chunk } from '../../engine/ports/knowledge.ts';
import { guessLanguage } from '../analysis/guess-language.ts';
import type { Language } from '../analysis/languages.ts';
import { GENERIC_HEADING, GENERIC_LABEL, WORDINGS } from './wording.ts';

/** A question and the chunk that made it, which should answer it. */
export interface CandidateQuery {
  readonly query: string;
  readonly chunk: Chunk;
}

const MAX_QUERY = 120;
const MAX_NAME_WORDS = 7;
const MAX_LABEL_WORDS = 5;
const SENTENCE = /[^.!?\n|]{12,240}[.!?](?=\s|$)/gu;
/** What a sentence says of a thing that is named: "The late fee is two percent." */
const SUBJECT =
  /^((?:the|an?|our|your) [^,;:()]{3,60}?|“[^”]{2,60}”|"[^"]{2,60}") (is|are|was|were) (?!not\b|also\b|then\b)\S/iu;
const MEANING = /^[“"*_]*(\p{L}[^“”"*_,;:()]{1,50}?)[”"*_]* (?:means|refers to|stands for) \S/u;
/** "- **Payment terms:** net 45", and a table's row of two cells. */
const LABELLED =
  /^[ \t]*(?:[-*+] +)?(?:\| *)?(?:\*\*|__)?(\p{Lu}[\p{L} -]{3,40}?)(?:\*\*|__)?(?::(?:\*\*|__)? +| +\| +)([^|\n]{2,120}?)(?: *\|)?[ \t]*$/gmu;
const NUMBERING = /^(?:§\s*)?\p{Lu}?\d+(?:\.\d+)*[.)]?\s+|^(?:article|section|chapter|part) [\divxlc]+[.:]?\s*/iu;
/** Names that point at something said before: by itself the question says nothing. */
const POINTING =
  /\b(?:this|that|these|those|it|its|they|their|them|he|she|his|her|which|who|whose|following|above|below|latter|former|same|other|such|first|second|third|next|last|result|rest|one|only|reason|problem|question|answer|idea|point|way|goal)\b/iu;

/**
 * Questions that a person might ask of a source, the likeliest first: those that its headings ask, those that a label or
 * a sentence answers by its form, and what stands under its headings.
 */
export function candidateQueries(title: string, chunks: readonly Chunk[]): readonly CandidateQuery[] {
  const language = guessLanguage(chunks.map(({ text }) => text).join('\n'));
  // A file's name is no title: nobody asks for it.
  const named = /\.[a-z0-9]{1,5}$/iu.test(title) ? undefined : title;
  const facts = language === 'en' ? chunks.flatMap((chunk) => [...labelled(chunk, named), ...stated(chunk)]) : [];
  const all = [
    ...chunks.flatMap(askedByHeading),
    ...facts.filter(({ isExact }) => isExact),
    ...facts.filter(({ isExact }) => !isExact),
    ...chunks.flatMap((chunk) => underHeading(chunk, named, language)),
  ];
  const seen = new Set<string>();
  return all.flatMap(({ query, chunk }) => {
    const key = query.toLowerCase();
    if (query.length > MAX_QUERY || seen.has(key)) return [];
    seen.add(key);
    return [{ query, chunk }];
  });
}

function askedByHeading(chunk: Chunk): readonly CandidateQuery[] {
  const heading = chunk.headingPath.at(-1)?.trim() ?? '';
  return /^(?:¿\s*)?\p{L}.{6,}[?？]$/u.test(heading) ? [{ query: heading, chunk }] : [];
}

interface Fact extends CandidateQuery {
  /** Whether a number or a date is what is asked for: such questions have one answer. */
  readonly isExact: boolean;
}

function labelled(chunk: Chunk, title: string | undefined): readonly Fact[] {
  return [...chunk.text.matchAll(LABELLED)].flatMap(([row, label = '', value = '']) => {
    const [first = '', ...rest] = label.split(' ');
    if (GENERIC_LABEL.test(label) || rest.length >= MAX_LABEL_WORDS) return [];
    // Names of people and companies are written so, and so are the headers of tables.
    if (/^\p{Lu}+$/u.test(first) || rest.some((word) => /^\p{Lu}/u.test(word))) return [];
    if (row.includes('|') && !/\p{N}/u.test(value)) return [];
    const verb = /[^s]s$/u.test(label) ? 'are' : 'is';
    const where = title === undefined ? '' : ` in “${title}”`;
    const name = decapitalised(label, chunk.text);
    return [{ query: `What ${verb} the ${name}${where}?`, chunk, isExact: /\p{N}/u.test(value) }];
  });
}

function stated(chunk: Chunk): readonly Fact[] {
  return [...chunk.text.matchAll(SENTENCE)].flatMap(([sentence]) => {
    const plain = sentence.replace(/^[\s>*+-]+/u, '').replace(/\*\*|__|`/gu, '');
    const [, term] = MEANING.exec(plain) ?? [];
    if (term !== undefined && isName(term)) return [{ query: `What does “${term}” mean?`, chunk, isExact: true }];
    const [, subject = '', verb = ''] = SUBJECT.exec(plain) ?? [];
    if (subject.split(' ').length < 3 || !isName(subject)) return [];
    const query = `What ${verb.toLowerCase()} ${decapitalised(subject)}?`;
    return [{ query, chunk, isExact: /\p{N}/u.test(plain.slice(subject.length)) }];
  });
}

function isName(text: string): boolean {
  return text.split(/\s+/u).length <= MAX_NAME_WORDS && !POINTING.test(text);
}

function underHeading(chunk: Chunk, title: string | undefined, language: Language): readonly CandidateQuery[] {
  const wording = WORDINGS[language];
  // The first heading of a document is its title, and asking for that asks for everything.
  const last = chunk.headingPath.length > 1 ? (chunk.headingPath.at(-1) ?? '') : '';
  const heading = last.replace(NUMBERING, '').trim();
  const words = heading.split(/\s+/u).length;
  if (wording === undefined || words > MAX_NAME_WORDS || !/\p{L}{3}/u.test(heading)) return [];
  if (GENERIC_HEADING.test(heading) || /[?？:]$/u.test(heading)) return [];
  const name = language === 'en' ? decapitalised(heading, chunk.text) : heading;
  return [{ query: title === undefined ? wording.under(name) : wording.underIn(name, title), chunk }];
}

/**
 * "The fee" → "the fee" and "Payment terms" → "payment terms", but "Acme", "API keys" and "Late Fees" stay. A single
 * word is a common one where the text has it without its capital.
 */
function decapitalised(text: string, within = ''): string {
  const [first = '', ...rest] = text.split(' ');
  if (!/^\p{Lu}\p{Ll}*$/u.test(first)) return text;
  const lower = first.toLowerCase();
  const isCommon = new RegExp(`(?<!\\p{L})${lower}(?!\\p{L})`, 'u').test(within);
  const isSentenceCase = rest.length > 0 && rest.every((word) => !/^\p{Lu}/u.test(word));
  const isArticle = rest.length > 0 && /^(?:the|an?|our|your)$/u.test(lower);
  return isArticle || isSentenceCase || (rest.length === 0 && isCommon) ? lower + text.slice(first.length) : text;
}
