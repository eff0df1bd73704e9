import type { ComposePart, ComposeRequest } from '../../../engine/ports/compose.ts';
import { nothingFound } from '../../../engine/synthesis/nothing-found.ts';
import { GatewayError } from '../../../errors.ts';
import type { JsonObject, JsonValue } from '../../../lib/json.ts';
import { type AskTerm, askTermsOf } from '../ask-terms.ts';
import { gatherEvidence } from '../evidence.ts';
import { fieldWords, subjectWords } from './field-words.ts';
import { findValues } from './find-list.ts';
import { findRecords } from './find-records.ts';
import { type Evidence, type Field, type FoundValue, findValue } from './find-value.ts';
import { type FieldSchema, type Property, readSchema } from './schema.ts';

export interface FilledShape {
  readonly value: JsonObject;
  /** The spans that the values came from, in the order of the fields. */
  readonly citations: readonly ComposePart[];
}

/** A value of any kind with the spans that show it. */
interface Filled {
  readonly value: JsonValue;
  readonly found: readonly FoundValue[];
}

/**
 * Fills a shape with values that spans of the passages show. A field without one is left out.
 * @throws GatewayError naming a required field that nothing supports.
 */
export async function fillShape(
  request: ComposeRequest,
  shape: JsonObject,
  askTerms: readonly AskTerm[],
  signal: AbortSignal,
): Promise<FilledShape> {
  const evidence = { candidates: gatherEvidence(request, askTerms), askTerms, knowledge: request.knowledge };
  const fieldTerms = (ask: string) => askTermsOf({ ask, standaloneAsk: ask, knowledge: request.knowledge }, signal);
  const toField = async (words: string, description: string): Promise<Field> => {
    const named = await fieldTerms(subjectWords(words));
    return { words, terms: named.length > 0 || description === '' ? named : await fieldTerms(description) };
  };
  const filled = await fillObject(readSchema(shape), '', '', { ...evidence, toField });
  if ('missing' in filled) {
    const reason = nothingFound(request.knowledge.contexts).replace(
      'an answer to this question.',
      `a value for ${filled.missing}`,
    );
    throw new GatewayError('internal', `${reason}, which the shape requires.`, { field: 'shape' });
  }
  return {
    value: filled.value as JsonObject,
    citations: filled.found.map(({ candidate: { passage, features }, start, end }) => ({
      kind: 'citation',
      passage: passage.number,
      start,
      end,
      score: Math.round(features.nearby * 1e4) / 1e4,
    })),
  };
}

interface Filling extends Evidence {
  readonly toField: (words: string, description: string) => Promise<Field>;
}

/** The pointer of the required field that nothing supports. */
interface Missing {
  readonly missing: string;
}

async function fillObject(
  schema: FieldSchema,
  pointer: string,
  parentWords: string,
  filling: Filling,
): Promise<Filled | Missing> {
  const members: [string, JsonValue][] = [];
  const found: FoundValue[] = [];
  for (const property of schema.kind === 'object' ? schema.properties : []) {
    const at = `${pointer}/${property.name}`;
    const filled = await fillProperty(property, at, parentWords, filling);
    if (filled !== undefined && !('missing' in filled)) {
      members.push([property.name, filled.value]);
      found.push(...filled.found);
    } else if (property.required) {
      return { missing: filled?.missing ?? at };
    }
  }
  return { value: Object.fromEntries(members), found };
}

async function fillProperty(
  { name, description, schema }: Property,
  pointer: string,
  parentWords: string,
  filling: Filling,
): Promise<Filled | Missing | undefined> {
  const words = `${parentWords} ${fieldWords(name)}`.trim();
  if (schema.kind === 'unknown') return undefined;
  if (schema.kind === 'object') {
    const filled = await fillObject(schema, pointer, words, filling);
    return 'missing' in filled || filled.found.length > 0 ? filled : undefined;
  }
  const field = await filling.toField(words, description);
  if (schema.kind !== 'array') {
    const value = findValue(schema, field, filling);
    return value === undefined ? undefined : { value: value.value, found: [value] };
  }
  const { items, maxItems } = schema;
  if (items.kind === 'object') return findRecords(items.properties, maxItems, filling);
  if (items.kind === 'array' || items.kind === 'unknown') return undefined;
  const values = findValues(items, field, filling).slice(0, maxItems);
  return values.length === 0 ? undefined : { value: values.map(({ value }) => value), found: values };
}
