import type { JsonObject, JsonValue } from '../../lib/json.ts';
import type { DocumentNode, FormNode } from './form.ts';

function encodeNode(form: FormNode, value: unknown): JsonValue {
  if (value === null) return null;
  switch (form.kind) {
    case 'document':
      return encodeDocument(form, value as object);
    case 'list':
      return (value as readonly unknown[]).map((item) => encodeNode(form.items, item));
    case 'nullable':
      return encodeNode(form.form, value);
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'one-of':
    case 'counts-by-name':
    case 'object':
    case 'json':
    case 'string-or-object':
      return value as JsonValue;
  }
}

/**
 * Domain → canonical JSON: known members in the order of their table, then the extensions. An extension never
 * stands in for a known member.
 */
export function encodeDocument(form: DocumentNode, value: object): JsonObject {
  const source = value as Readonly<Record<string, unknown>>;
  const members: [string, JsonValue][] = Object.entries(form.constants);
  const known = new Set(Object.keys(form.constants));
  for (const field of form.fields) {
    known.add(field.canonical);
    const member = source[field.name];
    if (member !== undefined) members.push([field.canonical, encodeNode(field.form, member)]);
  }
  for (const [name, extension] of Object.entries((source['extensions'] ?? {}) as JsonObject)) {
    if (!known.has(name)) members.push([name, extension]);
  }
  return Object.fromEntries(members);
}
