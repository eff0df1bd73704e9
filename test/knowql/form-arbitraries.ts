import * as fc from 'fast-check';
import type { FormNode } from '../../src/knowql/canonical/form.ts';
import type { JsonValue } from '../../src/lib/json.ts';

/** Any text that the gateway takes: well-formed, without NUL. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));

export const memberName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'extensions'), text);

const object = fc.dictionary(memberName, fc.jsonValue(), { maxKeys: 3, noNullPrototype: false });

/** Valid canonical JSON of a form, with members that the form does not know mixed in. */
export function arbitraryOf(form: FormNode): fc.Arbitrary<JsonValue> {
  switch (form.kind) {
    case 'string':
      return text.filter((value) => value.length >= form.minLength && value.length <= form.maxLength);
    case 'integer':
      return fc.maxSafeInteger().map((value) => clamp(value, form.minimum, form.maximum));
    case 'number':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => clamp(value, form.minimum, Number.MAX_VALUE));
    case 'boolean':
      return fc.boolean();
    case 'one-of':
      return fc.constantFrom(...form.values);
    case 'list':
      return fc.array(arbitraryOf(form.items), {
        minLength: form.minItems,
        maxLength: Math.min(form.maxItems, form.minItems + 3),
      });
    case 'counts-by-name':
      return fc.dictionary(memberName, fc.nat(), { maxKeys: 3, noNullPrototype: false });
    case 'object':
      return object as fc.Arbitrary<JsonValue>;
    case 'json':
      return fc.jsonValue() as fc.Arbitrary<JsonValue>;
    case 'string-or-object':
      return fc.oneof(text, object as fc.Arbitrary<JsonValue>);
    case 'nullable':
      return fc.option(arbitraryOf(form.form));
    case 'document': {
      const known = new Set([...form.fields.map(({ canonical }) => canonical), ...Object.keys(form.constants)]);
      const members = form.fields.map((field) => {
        const member = arbitraryOf(field.form).map((value) => [[field.canonical, value]] as [string, JsonValue][]);
        return field.required ? member : fc.oneof(fc.constant<[string, JsonValue][]>([]), member);
      });
      const extensions = fc
        .array(fc.tuple(memberName, fc.jsonValue() as fc.Arbitrary<JsonValue>), { maxLength: 2 })
        .map((entries) => entries.filter(([name]) => !known.has(name)));
      return fc
        .tuple(fc.tuple(...members), extensions)
        .map(([own, extra]) => Object.fromEntries([...Object.entries(form.constants), ...own.flat(), ...extra]));
    }
  }
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}
