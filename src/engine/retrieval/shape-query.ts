import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';

const MAX_FIELDS = 40;

/**
 * A query for what the fields of a shape are called: an ask such as "extract the key terms" names none of them.
 * Null for a shape without named fields.
 */
export function shapeQuery(shape: JsonObject): string | null {
  const words = new Set<string>();
  for (const name of fieldNames(shape)) {
    for (const word of name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u))
      words.add(word.toLowerCase());
    if (words.size >= MAX_FIELDS) break;
  }
  words.delete('');
  return words.size === 0 ? null : [...words].slice(0, MAX_FIELDS).join(' ');
}

function* fieldNames(root: JsonObject): Generator<string> {
  // Breadth first, so that the outer fields are in when there are too many; each subschema once.
  const queue: JsonValue[] = [root];
  for (let at = 0; at < queue.length && at < 10 * MAX_FIELDS; at++) {
    const node = queue[at];
    if (!isJsonObject(node)) continue;
    const properties = isJsonObject(node['properties']) ? node['properties'] : {};
    yield* Object.keys(properties);
    queue.push(...Object.values(properties));
    for (const inner of [node['items'], node['$defs'], node['definitions']]) {
      if (isJsonObject(inner)) queue.push(inner);
    }
  }
}
