import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json.ts';

/** What the filler understands of a JSON Schema. Anything else is left to the validation that follows. */
export type FieldSchema =
  | { readonly kind: 'object'; readonly properties: readonly Property[] }
  | { readonly kind: 'array'; readonly items: FieldSchema; readonly maxItems: number }
  | { readonly kind: 'number'; readonly integer: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'string' }
  | { readonly kind: 'unknown' };

export interface Property {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: FieldSchema;
}

const MAX_DEPTH = 8;

const FORMATS: ReadonlyMap<unknown, FieldSchema> = new Map([
  ['date', { kind: 'date' }],
  ['email', { kind: 'pattern', pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u }],
  ['uri', { kind: 'pattern', pattern: /https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;]/u }],
]);

/** Reads a schema. References within the document are followed; where there are alternatives, the first that says something counts. */
export function readSchema(shape: JsonObject): FieldSchema {
  return read(shape, shape, 0);
}

function read(node: JsonValue | undefined, root: JsonObject, depth: number): FieldSchema {
  if (!isJsonObject(node) || depth > MAX_DEPTH) return { kind: 'unknown' };
  const reference = node['$ref'];
  if (typeof reference === 'string') return read(resolve(reference, root), root, depth + 1);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const alternatives = node[key];
    if (!Array.isArray(alternatives) || node['properties'] !== undefined) continue;
    const known = alternatives
      .map((each: JsonValue) => read(each, root, depth + 1))
      .find(({ kind }) => kind !== 'unknown');
    if (known !== undefined) return known;
  }
  const choices = Array.isArray(node['enum']) ? node['enum'] : node['const'] === undefined ? [] : [node['const']];
  const words = choices.filter((choice): choice is string => typeof choice === 'string');
  if (words.length > 0) return { kind: 'choice', choices: words };
  switch (typeOf(node)) {
    case 'object':
      return readObject(node, root, depth);
    case 'array':
      return { kind: 'array', items: read(node['items'], root, depth + 1), maxItems: numberOr(node['maxItems'], 100) };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        integer: typeOf(node) === 'integer',
        min: numberOr(node['minimum'] ?? node['exclusiveMinimum'], -Infinity),
        max: numberOr(node['maximum'] ?? node['exclusiveMaximum'], Infinity),
      };
    case 'boolean':
      return { kind: 'boolean' };
    case 'string':
      return FORMATS.get(node['format']) ?? { kind: 'string' };
    case undefined:
    default:
      return { kind: 'unknown' };
  }
}

function readObject(node: JsonObject, root: JsonObject, depth: number): FieldSchema {
  const properties = isJsonObject(node['properties']) ? node['properties'] : {};
  const required = Array.isArray(node['required']) ? node['required'] : [];
  return {
    kind: 'object',
    properties: Object.entries(properties).map(([name, schema]) => ({
      name,
      description: isJsonObject(schema) ? [schema['title'], schema['description']].filter(isText).join(' ') : '',
      required: required.includes(name),
      schema: read(schema, root, depth + 1),
    })),
  };
}

function typeOf(node: JsonObject): string | undefined {
  const type = node['type'];
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.find((each): each is string => isText(each) && each !== 'null');
  return node['properties'] === undefined ? undefined : 'object';
}

function resolve(reference: string, root: JsonObject): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let node: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    node = isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

function numberOr(value: JsonValue | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
