import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { DocumentFault } from '../canonical/fault.ts';
import { checkWholesome } from '../wholesome-json.ts';
import { dialectOf } from './dialect.ts';
import { pointerTo, ShapeFault } from './shape-fault.ts';
import { type Subschema, subschemas } from './subschemas.ts';

/** Names, texts and values, counted like a document's size. */
export const MAX_SHAPE_BYTES = 128 * 1024;
export const MAX_SHAPE_DEPTH = 64;
/** Schemas inside a shape, itself included. */
export const MAX_SUBSCHEMAS = 2_000;
/** UTF-16 units of one `pattern`. */
export const MAX_PATTERN_LENGTH = 1_000;

/**
 * What is asked of a shape before anything compiles it: its size, its depth, an object at its root, and references
 * that stay inside. Cheap, and without recursion.
 * @throws ShapeFault
 */
export function checkBounds(shape: JsonObject): void {
  checkSize(shape);
  dialectOf(shape);
  let count = 0;
  for (const place of subschemas(shape)) {
    count += 1;
    if (count > MAX_SUBSCHEMAS) throw new ShapeFault('', `holds more than ${MAX_SUBSCHEMAS} schemas; simplify it`);
    checkReferences(place);
    checkPatternLengths(place);
    // To the validator it would mean a schema that validates asynchronously; to JSON Schema it means nothing.
    if (Object.hasOwn(place.schema, '$async')) {
      throw new ShapeFault(pointerTo(place.pointer, '$async'), 'is no keyword of JSON Schema; remove it');
    }
  }
  checkRoot(shape);
}

function checkSize(shape: JsonObject): void {
  try {
    const size = checkWholesome(shape, { maxDepth: MAX_SHAPE_DEPTH, mayBeInexact: () => true });
    if (size > MAX_SHAPE_BYTES) throw new ShapeFault('', `is larger than ${MAX_SHAPE_BYTES} bytes; simplify it`);
  } catch (error) {
    throw error instanceof DocumentFault ? new ShapeFault('', `is not usable: ${error.message}`) : error;
  }
}

function checkReferences({ schema, pointer }: Subschema): void {
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema[keyword];
    if (typeof reference === 'string' && !reference.startsWith('#')) {
      throw new ShapeFault(pointerTo(pointer, keyword), 'must stay inside the shape ("#/…"); nothing is loaded for it');
    }
  }
}

function checkPatternLengths({ schema, pointer }: Subschema): void {
  const byPattern = schema['patternProperties'];
  const patterns: readonly (readonly [string, JsonValue | undefined])[] = [
    [pointerTo(pointer, 'pattern'), schema['pattern']],
    ...(isJsonObject(byPattern) ? Object.keys(byPattern) : []).map(
      (pattern) => [pointerTo(pointer, 'patternProperties'), pattern] as const,
    ),
  ];
  for (const [at, pattern] of patterns) {
    if (typeof pattern === 'string' && pattern.length > MAX_PATTERN_LENGTH) {
      throw new ShapeFault(at, `is a pattern of more than ${MAX_PATTERN_LENGTH} characters; shorten it`);
    }
  }
}

// How many references may stand between the root and the schema that says "object".
const MAX_ROOT_REFERENCES = 8;

function checkRoot(shape: JsonObject): void {
  let root: JsonValue | undefined = shape;
  for (let hops = 0; hops < MAX_ROOT_REFERENCES && isJsonObject(root); hops += 1) {
    if (root['type'] === 'object' || (root['type'] === undefined && isJsonObject(root['properties']))) return;
    const reference: JsonValue | undefined = root['$ref'];
    root = typeof reference === 'string' ? resolveLocally(shape, reference) : undefined;
  }
  throw new ShapeFault('/type', 'must be "object": an answer of a shape is a JSON object');
}

function resolveLocally(shape: JsonObject, reference: string): JsonValue | undefined {
  return reference
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<JsonValue | undefined>(
      (node, step) => (isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined),
      shape,
    );
}
