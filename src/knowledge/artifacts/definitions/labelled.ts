import type { Statement } from '../statements.ts';
import { boundedSpan, type Definition, tryTerm } from './definition.ts';

const MARKER = /^\s*(?:[-*+•‣–][ \t]+|\(?(?:\d{1,3}|[a-z])[.)][ \t]+)?/u;
/** `**X**: …`, `**X:** …`, `**X** – …`. */
const BOLD = /^(?:\*\*|__)(?<term>[^*_\n]{1,80}?)(?::(?:\*\*|__)|(?:\*\*|__)\s*(?::|–|—|-\s))\s*(?=\S)/u;
/** `X: …`, `X – …`; only where a heading says that definitions follow. */
const PLAIN = /^(?<term>[^:–—\n]{1,80}?)(?::\s|\s[–—-]\s)\s*(?=\S)/u;
/** A line with the term, then one that begins with a colon. */
const LIST = /^(?<term>[^\n:]{1,80})\n[ \t]*:[ \t]+(?=\S)/u;
/** Labels of what is no definition. */
const CALLOUT =
  /^(?:notes?|warnings?|important|tips?|caution|examples?|hints?|info|danger|attention|todo|see also|summary|hinweise?|achtung|wichtig|beispiele?|remarques?|exemples?|nota|ejemplos?|importante|esempio|exemplo|step \d+)$/iu;
/** Fewer words are a value: `**Owner**: Ines Kaplan`. */
const DEFINING_WORDS = 4;

/** A paragraph, or an item of a list, that begins with the term and goes on with what it means. */
export function* labelledDefinitions(
  text: string,
  { start, end }: Statement,
  { inGlossary }: { readonly inGlossary: boolean },
): Generator<Definition> {
  const marker = MARKER.exec(text.slice(start, end))?.[0].length ?? 0;
  const words = text.slice(start + marker, end);
  const match = LIST.exec(words) ?? BOLD.exec(words) ?? (inGlossary ? PLAIN.exec(words) : null);
  const term = tryTerm(match?.groups?.['term'] ?? '');
  if (match === null || term === undefined || CALLOUT.test(term)) return;
  const meaning = words.slice(match[0].length);
  if (!inGlossary && (meaning.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < DEFINING_WORDS) return;
  const span = boundedSpan(text, start + marker, end);
  if (span !== undefined) yield { term, ...span };
}
