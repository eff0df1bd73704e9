import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { DocumentFault, nameOf } from './fault.ts';
import type { DocumentNode, Form, FormNode } from './form.ts';

/**
 * Canonical JSON → domain. Members that the form does not name are kept under `extensions`.
 * Recursion follows the form, not the value: free JSON inside is taken as it is, however deep.
 * @throws DocumentFault at the first member that is not of its form.
 */
export function decode<T>(form: Form<T>, value: unknown, path = ''): T {
  return decodeNode(form, value, path) as T;
}

function decodeNode(form: FormNode, value: unknown, path: string): unknown {
  switch (form.kind) {
    case 'document':
      return decodeDocument(form, value, path);
    case 'list':
      return decodeList(form, value, path);
    case 'nullable':
      return value === null ? null : decodeNode(form.form, value, path);
    case 'counts-by-name':
      return decodeCounts(value, path);
    case 'json':
      if (value === undefined) throw new DocumentFault(path, 'is required');
      return value;
    case 'object':
    case 'string-or-object':
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'one-of':
      if (!isOfForm(form, value)) throw new DocumentFault(path, `must be ${expectation(form)}, not ${nameOf(value)}`);
      return value;
  }
}

type PlainForm = Exclude<FormNode, { kind: 'document' | 'list' | 'nullable' | 'counts-by-name' | 'json' }>;

function isOfForm(form: PlainForm, value: unknown): boolean {
  switch (form.kind) {
    case 'object':
      return isJsonObject(value);
    case 'string-or-object':
      return typeof value === 'string' || isJsonObject(value);
    case 'string':
      return typeof value === 'string' && value.length >= form.minLength && value.length <= form.maxLength;
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= form.minimum && value <= form.maximum;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= form.minimum;
    case 'boolean':
      return typeof value === 'boolean';
    case 'one-of':
      return typeof value === 'string' && form.values.includes(value);
  }
}

function expectation(form: PlainForm): string {
  switch (form.kind) {
    case 'object':
      return 'an object';
    case 'string-or-object':
      return 'a string or an object';
    case 'string':
      if (form.maxLength < Number.MAX_SAFE_INTEGER) {
        return `a string of ${form.minLength} to ${form.maxLength} characters`;
      }
      return form.minLength > 0 ? 'a string that is not empty' : 'a string';
    case 'integer':
      return form.maximum === Number.MAX_SAFE_INTEGER
        ? `an integer from ${form.minimum} to 2^53-1`
        : `an integer from ${form.minimum} to ${form.maximum}`;
    case 'number':
      return form.minimum > Number.NEGATIVE_INFINITY ? `a number of at least ${form.minimum}` : 'a number';
    case 'boolean':
      return 'true or false';
    case 'one-of':
      return `one of ${form.values.map((value) => `"${value}"`).join(', ')}`;
  }
}

function decodeDocument(form: DocumentNode, value: unknown, path: string): object {
  if (!isJsonObject(value)) throw new DocumentFault(path, `must be an object, not ${nameOf(value)}`);
  const members: [string, unknown][] = [];
  const known = new Set(Object.keys(form.constants));
  for (const field of form.fields) {
    known.add(field.canonical);
    const memberPath = path === '' ? field.canonical : `${path}.${field.canonical}`;
    if (Object.hasOwn(value, field.canonical)) {
      members.push([field.name, decodeNode(field.form, value[field.canonical], memberPath)]);
    } else if (field.required) {
      throw new DocumentFault(memberPath, 'is required');
    }
  }
  for (const [name, constant] of Object.entries(form.constants)) {
    if (value[name] !== constant) {
      throw new DocumentFault(path === '' ? name : `${path}.${name}`, `must be "${constant}"`);
    }
  }
  const extensions = Object.entries(value).filter(([name]) => !known.has(name));
  // fromEntries defines its members; an assignment would let one named `__proto__` change the object instead.
  if (extensions.length > 0) members.push(['extensions', Object.fromEntries(extensions) satisfies JsonObject]);
  return Object.fromEntries(members);
}

function decodeList(form: FormNode & { kind: 'list' }, value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DocumentFault(path, `must be a list, not ${nameOf(value)}`);
  if (value.length < form.minItems) {
    throw new DocumentFault(
      path,
      form.minItems === 1 ? 'must not be empty' : `needs at least ${form.minItems} entries`,
    );
  }
  if (value.length > form.maxItems) {
    throw new DocumentFault(path, `has ${value.length} entries; at most ${form.maxItems} are taken`);
  }
  return value.map((item, index) => decodeNode(form.items, item, `${path}[${index}]`));
}

function decodeCounts(value: unknown, path: string): JsonObject {
  if (!isJsonObject(value)) throw new DocumentFault(path, `must be an object of counts, not ${nameOf(value)}`);
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'number' || !Number.isSafeInteger(item) || item < 0) {
      throw new DocumentFault(`${path}.${name}`, `must be a count from 0 to 2^53-1, not ${nameOf(item)}`);
    }
  }
  return value;
}
