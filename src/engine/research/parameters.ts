import { GatewayError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../lib/json.ts';
import { cutText } from '../../lib/visible-text.ts';

/** A call that cannot be made as it stands. The message is for the model: what is wrong, and what would be right. */
export class ToolFault extends GatewayError {
  constructor(message: string) {
    super('bad_request', message);
  }
}

/** One argument of a tool: how a model is told of it, and how its value is read. */
export interface Parameter<T> {
  readonly schema: JsonObject;
  readonly required: boolean;
  /** @throws ToolFault */
  read(value: JsonValue, name: string): T;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type ArgumentsOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

export function text(description: string, maxLength: number): Parameter<string> {
  return {
    schema: { type: 'string', description: `${description} At most ${maxLength} characters.` },
    required: true,
    read(value, name) {
      if (typeof value !== 'string' || value.trim() === '')
        throw new ToolFault(`${name} must be a text that says something.`);
      if (value.length > maxLength) throw new ToolFault(`${name} must have at most ${maxLength} characters.`);
      return value.trim();
    },
  };
}

export function integer(description: string, minimum: number, maximum: number): Parameter<number> {
  return {
    schema: { type: 'integer', description, minimum, maximum },
    required: true,
    read(value, name) {
      // A number that came as text is still the number that was meant.
      const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
      if (typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum)
        return number;
      throw new ToolFault(`${name} must be a whole number from ${minimum} to ${maximum}.`);
    },
  };
}

export function textList(description: string, maxItems: number, maxLength: number): Parameter<readonly string[]> {
  const item = text(description, maxLength);
  return {
    schema: { type: 'array', description: `${description} At most ${maxItems}.`, items: { type: 'string' } },
    required: true,
    read(value, name) {
      if (!Array.isArray(value) || value.length === 0) throw new ToolFault(`${name} must be a list of texts.`);
      if (value.length > maxItems) throw new ToolFault(`${name} must have at most ${maxItems} entries.`);
      return value.map((entry: JsonValue, at) => item.read(entry, `${name}[${at}]`));
    },
  };
}

export function oneOf<T extends string>(description: string, values: readonly T[]): Parameter<T> {
  return {
    schema: { type: 'string', description, enum: values },
    required: true,
    read(value, name) {
      const known = values.find((option) => option === value);
      if (known === undefined) throw new ToolFault(`${name} must be one of ${values.join(', ')}.`);
      return known;
    },
  };
}

/** Null counts as left out: many models say so. */
export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  return {
    schema: parameter.schema,
    required: false,
    read: (value, name) => (value === null ? undefined : parameter.read(value, name)),
  };
}

/**
 * JSON Schema of the arguments, in the few keywords that every provider takes: some refuse a whole request for another,
 * and one for the sum of its `maxItems` (googleapis/python-genai#2170). Other limits are told in words.
 */
export function toSchema(parameters: Parameters): JsonObject {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/** @throws ToolFault that names the first argument at fault. */
export function readArguments<P extends Parameters>(parameters: P, args: JsonObject): ArgumentsOf<P> {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) {
    const known = Object.keys(parameters);
    throw new ToolFault(
      `There is no argument ${JSON.stringify(cutText(unknown, 60))}; use ${known.length === 0 ? 'none' : known.join(', ')}.`,
    );
  }
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value !== undefined) return [name, parameter.read(value, name)];
    if (parameter.required) throw new ToolFault(`${name} is missing.`);
    return [name, undefined];
  });
  return Object.fromEntries(entries) as ArgumentsOf<P>;
}
