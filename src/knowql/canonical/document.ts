import type { JsonObject } from '../../lib/json.ts';
import { toCanonicalName } from '../names.ts';
import type { DocumentNode, FieldNode, Form, FormNode, OptionalForm } from './form.ts';

/**
 * One form a member of `T`, no more and no fewer: a member that is added to the domain type and not to its table,
 * or the other way round, does not compile; nor does an optional member with a required form.
 */
export type Fields<T> = {
  readonly [K in Exclude<keyof T, 'extensions'>]-?: object extends Pick<T, K>
    ? OptionalForm<Exclude<T[K], undefined>>
    : Form<T[K]>;
};

/** The form of a document. Its canonical names follow from the domain names by rule. */
export function documentForm<T extends { readonly extensions?: JsonObject }>(
  fields: Fields<T>,
  constants: Readonly<Record<string, string>> = {},
): DocumentNode & Form<T> {
  const table: Readonly<Record<string, FormNode | { readonly optional: FormNode }>> = fields;
  return {
    kind: 'document',
    constants,
    fields: Object.entries(table).map(([name, form]): FieldNode => {
      const canonical = toCanonicalName(name);
      return 'optional' in form
        ? { name, canonical, required: false, form: form.optional }
        : { name, canonical, required: true, form };
    }),
  };
}
