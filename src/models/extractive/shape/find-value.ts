import type { KnowledgeSnapshot } from '../../../engine/ports/knowledge.ts';
import { splitWords } from '../../../engine/retrieval/words.ts';
import type { AskTerm } from '../ask-terms.ts';
import type { Candidate } from '../evidence.ts';
import { supportOf } from '../support.ts';
import { coverage, matcherOf } from '../term-matching.ts';
import { labelledValues } from './labelled.ts';
import { type Region, readScalar, type Scalar, type ScalarSchema, type ShownValue } from './scalar.ts';

/** What a value is looked for with. */
export interface Evidence {
  readonly candidates: readonly Candidate[];
  readonly askTerms: readonly AskTerm[];
  readonly knowledge: KnowledgeSnapshot;
}

/** A field: its words and their terms. */
export interface Field {
  readonly words: string;
  readonly terms: readonly AskTerm[];
}

export interface FoundValue<T = Scalar> extends ShownValue<T> {
  readonly candidate: Candidate;
}

/** How much of a field's name a label or a sentence must have. */
const ENOUGH_OF_FIELD = 0.5;
/** How many of the ask's names the passage must have: another customer's discount is no value. */
const ENOUGH_OF_NAMES = 0.5;
const HEADING_CREDIT = 0.6;
/** Fields that ask for the answer in words rather than for a named thing. */
const PROSE =
  /^(?:\S+ )?(?:reason|answer|summary|explanation|description|details?|justification|rationale|evidence|comment|notes?|quote|text)$/u;

/** The best value for a field, or undefined when no span shows one. */
export function findValue(schema: ScalarSchema, field: Field, evidence: Evidence): FoundValue | undefined {
  let best: { readonly found: FoundValue; readonly worth: number } | undefined;
  for (const candidate of evidence.candidates) {
    for (const { region, worth } of regionsOf(candidate, schema, field, evidence)) {
      if (best !== undefined && worth <= best.worth) continue;
      const shown = readScalar(schema, candidate.passage.hit.chunk.text, region, field.words);
      if (shown !== undefined && shown.value !== '') best = { found: { ...shown, candidate }, worth };
    }
  }
  return best?.found;
}

function* regionsOf(
  candidate: Candidate,
  schema: ScalarSchema,
  field: Field,
  { askTerms, knowledge }: Evidence,
): Generator<{ readonly region: Region; readonly worth: number }> {
  const { segment, features, passage, terms } = candidate;
  if (segment.kind === 'heading' || features.names < ENOUGH_OF_NAMES) return;
  const { chunk } = passage.hit;
  const askWorth = 1.5 * features.nearby + 0.3 * features.rank;

  for (const value of labelledValues(chunk.text, segment)) {
    const label = knowledge.terms(value.label);
    const match = matcherOf(label);
    const share = coverage(field.terms, match);
    if (share < ENOUGH_OF_FIELD) continue;
    const spokenOf = [...field.terms, ...askTerms].flatMap(({ forms }) => forms);
    const precision = label.filter((term) => spokenOf.includes(term)).length / Math.max(1, label.length);
    const region = { ...value, segment, labelled: true, mention: value.start };
    yield { region, worth: 3 * share + 1.5 * precision + 1 + askWorth };
  }

  if (segment.kind === 'row' || supportOf(features, askTerms) < 0) return;
  const here = matcherOf(terms);
  const above = matcherOf(knowledge.terms(chunk.headingPath.join(' ')));
  const share = coverage(field.terms, (term) => Math.max(here(term), HEADING_CREDIT * above(term)));
  const isProse = schema.kind === 'string' && PROSE.test(field.words);
  if (!isProse && share < ENOUGH_OF_FIELD) return;
  const mention = mentionOf(field, chunk.text, segment, knowledge);
  const region = { start: segment.start, end: segment.end, segment, labelled: false, mention };
  yield { region, worth: 3 * share + 1.5 * features.own + askWorth };
}

/** Where a segment first speaks of the field; its start when only its heading does. */
function mentionOf(
  { terms }: Field,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  knowledge: Pick<KnowledgeSnapshot, 'terms'>,
): number {
  const forms = new Set(terms.flatMap((term) => term.forms));
  const part = text.slice(start, end);
  const word = splitWords(part).find((each) => knowledge.terms(each).some((term) => forms.has(term)));
  return start + (word === undefined ? 0 : part.indexOf(word));
}
