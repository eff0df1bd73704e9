import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { acyclicDefinitions } from './schema-definitions.ts';

const TYPES: ReadonlySet<JsonValue> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);
const FORMATS: ReadonlySet<JsonValue> = new Set(['date-time', 'date', 'time']);
const DEFINITION = /^#\/(?:\$defs|definitions)\/([\w.-]+)$/;

/**
 * The part of a shape that Gemini can be held to, in the keywords that it takes; the rest is left out. It is looser
 * than the shape: what comes back must still be validated. Undefined when nothing of it would be left.
 */
export function toResponseSchema(shape: JsonObject): JsonObject | undefined {
  const declared = { ...objectOf(shape['definitions']), ...objectOf(shape['$defs']) };
  const definitions = acyclicDefinitions(declared, rewrite);
  const known = new Set(Object.keys(definitions));
  const root = rewrite(shape, (name) => known.has(name));
  if (root['properties'] === undefined && root['$ref'] === undefined) return undefined;
  return known.size === 0 ? root : { ...root, $defs: definitions };
}

function rewrite(value: JsonValue, mayRefer: (name: string) => boolean): JsonObject {
  const schema = withSingleAllOf(objectOf(value));
  const inner = (nested: JsonValue) => rewrite(nested, mayRefer);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = DEFINITION.exec(reference)?.[1];
    // Beside a reference nothing else is taken.
    return name !== undefined && mayRefer(name) ? { $ref: `#/$defs/${name}` } : {};
  }
  return present({
    type: typeOf(schema['type']),
    title: stringOf(schema['title']),
    description: stringOf(schema['description']),
    format: FORMATS.has(schema['format'] ?? null) ? schema['format'] : undefined,
    enum: choicesOf(schema),
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    minItems: countOf(schema['minItems']),
    maxItems: countOf(schema['maxItems']),
    ...itemsOf(schema, inner),
    anyOf: listOf(schema['anyOf'] ?? schema['oneOf'], inner),
    ...membersOf(schema, inner),
  });
}

/** Generators write a reference with a description beside it as an `allOf` of one. */
function withSingleAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  const only = Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as JsonValue) : undefined;
  return isJsonObject(only) ? { ...rest, ...only } : schema;
}

function itemsOf(schema: JsonObject, inner: (nested: JsonValue) => JsonObject) {
  // Draft 7 writes in `items` and `additionalItems` what 2020-12 calls `prefixItems` and `items`.
  const [prefix, rest] = Array.isArray(schema['items'])
    ? [schema['items'] as JsonValue, schema['additionalItems']]
    : [schema['prefixItems'], schema['items']];
  return { prefixItems: listOf(prefix, inner), items: isJsonObject(rest) ? inner(rest) : undefined };
}

function membersOf(schema: JsonObject, inner: (nested: JsonValue) => JsonObject) {
  const members = Object.entries(objectOf(schema['properties'])).filter(([, member]) => member !== false);
  const properties = Object.fromEntries(members.map(([name, member]) => [name, inner(member)]));
  const additional = schema['additionalProperties'];
  const required = stringsOf(schema['required']).filter((name) => Object.hasOwn(properties, name));
  return {
    properties: members.length === 0 ? undefined : properties,
    required: required.length === 0 ? undefined : required,
    additionalProperties:
      typeof additional === 'boolean' ? additional : isJsonObject(additional) ? inner(additional) : undefined,
  };
}

/** Of names and numbers only; a name without letters is refused. */
function choicesOf({ const: only, enum: choices }: JsonObject): JsonValue | undefined {
  const list = Array.isArray(choices) ? (choices as readonly JsonValue[]) : only === undefined ? [] : [only];
  const taken = list.every((choice) => typeof choice === 'number' || (typeof choice === 'string' && choice !== ''));
  return list.length > 0 && taken ? [...new Set(list)] : undefined;
}

function typeOf(type: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(type)) return TYPES.has(type ?? '') ? type : undefined;
  const types = [...new Set((type as readonly JsonValue[]).filter((each) => TYPES.has(each)))];
  return types.length === 0 ? undefined : types;
}

function listOf(value: JsonValue | undefined, inner: (nested: JsonValue) => JsonObject): JsonValue | undefined {
  return Array.isArray(value) && value.length > 0 ? (value as readonly JsonValue[]).map(inner) : undefined;
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const stringOf = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: JsonValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
const countOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
const stringsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function present(schema: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
