import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { pointerTo } from './shape-fault.ts';

/** Where a keyword keeps its schemas: one, a list of them, or one a name. */
const KEYWORDS: Readonly<Record<'one' | 'list' | 'by-name', readonly string[]>> = {
  one: [
    'additionalItems',
    'additionalProperties',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  list: ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'],
  'by-name': ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
};

export interface Subschema {
  readonly schema: JsonObject;
  /** JSON pointer. */
  readonly pointer: string;
}

/**
 * A schema and every schema inside it, by the keywords of both dialects. What stands in `enum`, `const`, `default`
 * and the like is data and not looked into. Walks with a stack of its own.
 */
export function* subschemas(root: JsonObject): Generator<Subschema> {
  const open: Subschema[] = [{ schema: root, pointer: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    yield place;
    for (const [pointer, inner] of innerSchemas(place)) {
      if (isJsonObject(inner)) open.push({ schema: inner, pointer });
    }
  }
}

function* innerSchemas({ schema, pointer }: Subschema): Generator<readonly [string, JsonValue]> {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = pointerTo(pointer, keyword);
    if (KEYWORDS.one.includes(keyword)) yield [at, value];
    if (KEYWORDS.list.includes(keyword) && Array.isArray(value)) {
      for (const [index, inner] of (value as readonly JsonValue[]).entries()) yield [pointerTo(at, index), inner];
    }
    if (KEYWORDS['by-name'].includes(keyword) && isJsonObject(value)) {
      for (const [name, inner] of Object.entries(value)) yield [pointerTo(at, name), inner];
    }
  }
}
