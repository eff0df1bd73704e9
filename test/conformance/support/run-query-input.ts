import { isDeepStrictEqual } from 'node:util';
import { coerceInputValue, type GraphQLInputType } from 'graphql';
import { toQueryDocument } from '../../../src/graphql/run-query.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { canonicalFields } from '../../../src/knowql/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../src/lib/json.ts';

/** How a document fares when it is written as a `RunQueryInput`. */
export type Written =
  /** GraphQL's own types refuse it. */
  | { readonly as: 'refused'; readonly input: JsonObject }
  /** GraphQL takes it for another document: it leaves a null out and makes a list of a single value. */
  | { readonly as: 'other' }
  | { readonly as: 'same'; readonly input: JsonObject };

const FIELDS = new Map(canonicalFields('QueryRequest').map(({ canonical, name }) => [canonical, name]));
const ENUMS: ReadonlySet<string> = new Set(['workflow', 'thinking_level']);
const INPUT_TYPE = schema.getType('RunQueryInput') as GraphQLInputType;

export function writeAsInput(document: unknown): Written {
  if (!isJsonObject(document)) return { as: 'other' };
  const input = toRunQueryInput(document);
  let faults = 0;
  const coerced: unknown = coerceInputValue(input, INPUT_TYPE, () => {
    faults += 1;
  });
  if (faults > 0) return { as: 'refused', input };
  const understood = toQueryDocument(coerced as Parameters<typeof toQueryDocument>[0]);
  return isDeepStrictEqual(understood, document) ? { as: 'same', input } : { as: 'other' };
}

/** The input in GraphQL's names: enums in upper case, what the language does not define under `extensions`. */
export function toRunQueryInput(document: JsonObject): JsonObject {
  const known = Object.entries(document).flatMap(([canonical, value]) => {
    const name = FIELDS.get(canonical);
    if (name === undefined) return [];
    return [[name, ENUMS.has(canonical) && typeof value === 'string' ? value.toUpperCase() : value] as const];
  });
  const unknown = Object.entries(document).filter(([canonical]) => !FIELDS.has(canonical));
  return {
    ...Object.fromEntries(known),
    ...(unknown.length === 0 ? {} : { extensions: Object.fromEntries(unknown) }),
  };
}

/** The input's name for a place in the document: `maxSteps`, `vars.some_name`, `extensions.note[0]`. */
export function toInputFieldName(place: string): string {
  const [, member = '', rest = ''] = /^([^.[]*)(.*)$/u.exec(place) ?? [];
  const name = FIELDS.get(member);
  return name === undefined ? `extensions.${place}` : name + rest;
}
