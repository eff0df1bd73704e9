import type { ParsedDocument, Section } from '../../parse/document.ts';
import { paragraphsOf, type Statement } from '../statements.ts';
import { boundedSpan, type Definition, termKey, tryTerm } from './definition.ts';
import { labelledDefinitions } from './labelled.ts';
import { parentheticalDefinitions } from './parenthetical.ts';
import { quotedDefinitions } from './quoted.ts';
import { tabulatedDefinitions } from './tabulated.ts';

/** A document that defines more is a dictionary, and is searched as one. */
const MAX_DEFINITIONS = 1_000;
/** Patterns are tried on a paragraph's beginning only when it is longer. */
const MAX_PARAGRAPH = 20_000;
/** Headings below which every label is a term, whatever the numbers before and the words after it. */
const GLOSSARY =
  /(?<!\p{L})(?:glossary|definitions?|defined terms|terminology|abbreviations|acronyms|glossar|begriffe|begriffsbestimmungen|definitionen|abkürzungen|glossaire|définitions|glosario|definiciones|glossario|definizioni|definições|glossário|begrippen|begrippenlijst|ordlista|définitions|术语表|定义|用語集|定義)(?!\p{L})/iu;

/**
 * The terms that a document defines by any of the usual forms, each once, in the order of the text. What is told
 * apart by its form alone can be wrong about a sentence; it never makes up words.
 */
export function findDefinitions(
  document: Pick<ParsedDocument, 'text' | 'sections' | 'tables' | 'terms'>,
): readonly Definition[] {
  const byKey = new Map<string, Definition>();
  for (const definition of definitionsIn(document)) {
    const key = termKey(definition.term);
    const known = byKey.get(key);
    if (known === undefined || definition.start < known.start) byKey.set(key, definition);
    if (byKey.size >= MAX_DEFINITIONS) break;
  }
  return [...byKey.values()].toSorted((a, b) => a.start - b.start || (a.term < b.term ? -1 : 1));
}

function* definitionsIn({
  text,
  sections,
  tables = [],
  terms = [],
}: Parameters<typeof findDefinitions>[0]): Generator<Definition> {
  for (const section of sections) {
    const place = section.headingPath.findLastIndex((heading) => GLOSSARY.test(heading));
    if (place >= 0 && place < section.headingPath.length - 1) yield* headedDefinition(text, section);
    const inGlossary = place >= 0 && place === section.headingPath.length - 1;
    for (const paragraph of paragraphsOf(text, section.blocks)) {
      const short = { start: paragraph.start, end: Math.min(paragraph.end, paragraph.start + MAX_PARAGRAPH) };
      yield* inParagraph(text, short, inGlossary);
    }
  }
  for (const { term: named, start, end } of terms) {
    const term = tryTerm(named);
    const span = boundedSpan(text, start, end);
    if (term !== undefined && span !== undefined) yield { term, ...span };
  }
  for (const table of tables) yield* tabulatedDefinitions(text, table);
}

function* inParagraph(text: string, paragraph: Statement, inGlossary: boolean): Generator<Definition> {
  yield* quotedDefinitions(text, paragraph);
  yield* labelledDefinitions(text, paragraph, { inGlossary });
  yield* parentheticalDefinitions(text, paragraph);
}

/** In a glossary that gives each term a heading of its own, what follows it says what it means. */
function* headedDefinition(text: string, { headingPath, blocks }: Section): Generator<Definition> {
  const term = tryTerm(headingPath.at(-1) ?? '');
  const first = blocks.find(({ kind }) => kind === 'paragraph');
  const span = first && boundedSpan(text, first.start, first.end);
  if (term === undefined || span === undefined) return;
  // A heading over sentences that define terms of their own is no term.
  if (quotedDefinitions(text, span).next().done === true) yield { term, ...span };
}
