import type { JsonObject, JsonValue } from '../../lib/json.ts';

declare const described: unique symbol;

/**
 * The canonical JSON form of a domain value, as data. Decoding, encoding, messages and the lists of fields are all
 * read out of forms; nothing else knows how a document looks. The type parameter is invariant: a member typed
 * `string` needs a form of `string`, not of one of its literals.
 */
export type Form<T> = FormNode & { readonly [described]?: (value: T) => T };

export type FormNode =
  | { readonly kind: 'string'; readonly minLength: number; readonly maxLength: number }
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'number'; readonly minimum: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly items: FormNode; readonly minItems: number; readonly maxItems: number }
  | { readonly kind: 'counts-by-name' }
  | { readonly kind: 'object' }
  | { readonly kind: 'json' }
  | { readonly kind: 'string-or-object' }
  | { readonly kind: 'nullable'; readonly form: FormNode }
  | DocumentNode;

export interface DocumentNode {
  readonly kind: 'document';
  readonly fields: readonly FieldNode[];
  /** Members that every document of the type has and that say nothing: `object: "query"`. */
  readonly constants: Readonly<Record<string, string>>;
}

export interface FieldNode {
  /** Domain name, camelCase. */
  readonly name: string;
  /** Canonical name, snake_case. */
  readonly canonical: string;
  readonly required: boolean;
  readonly form: FormNode;
}

/** Bounds of a string's length are in UTF-16 units. */
export function string(bounds: { readonly minLength?: number; readonly maxLength?: number } = {}): Form<string> {
  return { kind: 'string', minLength: bounds.minLength ?? 0, maxLength: bounds.maxLength ?? Number.MAX_SAFE_INTEGER };
}

/** Whole numbers, exact to 2^53-1. */
export function integer(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Form<number> {
  return { kind: 'integer', minimum, maximum };
}

export const count: Form<number> = integer(0);

export function number(minimum: number = Number.NEGATIVE_INFINITY): Form<number> {
  return { kind: 'number', minimum };
}

export const boolean: Form<boolean> = { kind: 'boolean' };

export function oneOf<const V extends string>(...values: readonly V[]): Form<V> {
  return { kind: 'one-of', values };
}

export function list<T>(
  items: Form<T>,
  bounds: { readonly minItems?: number; readonly maxItems?: number } = {},
): Form<readonly T[]> {
  return {
    kind: 'list',
    items,
    minItems: bounds.minItems ?? 0,
    maxItems: bounds.maxItems ?? Number.MAX_SAFE_INTEGER,
  };
}

export const countsByName: Form<Readonly<Record<string, number>>> = { kind: 'counts-by-name' };

/** Any JSON object, taken as it is. */
export const object: Form<JsonObject> = { kind: 'object' };

/** Any JSON value, taken as it is. */
export const json: Form<JsonValue> = { kind: 'json' };

export const stringOrObject: Form<string | JsonObject> = { kind: 'string-or-object' };

export function nullable<T>(form: Form<T>): Form<T | null> {
  return { kind: 'nullable', form };
}

/** A member that may be absent. */
export interface OptionalForm<T> {
  readonly optional: Form<T>;
}

export function optional<T>(form: Form<T>): OptionalForm<T> {
  return { optional: form };
}
