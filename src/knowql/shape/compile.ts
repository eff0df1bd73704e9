import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { dialectOf } from './dialect.ts';
import { compilePattern, linearTime } from './pattern.ts';
import { pointerTo, ShapeFault } from './shape-fault.ts';
import { type Subschema, subschemas } from './subschemas.ts';

const OPTIONS: Options = {
  strict: false, // a keyword that nobody knows is an annotation
  logger: false,
  code: { regExp: linearTime },
};

/** The first violation, naming its place, or undefined when the value conforms. */
export type FindViolation = (value: JsonValue) => string | undefined;

/**
 * Compiles a shape that is within its bounds. A validator of its own for each: ajv keeps what it compiled for as long
 * as it lives.
 * @throws ShapeFault naming the place in the shape
 */
export function compileShape(shape: JsonObject): FindViolation {
  const ajv = dialectOf(shape) === 'draft-07' ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  formats.default(ajv);
  ajv.removeKeyword('id'); // of draft-04; ajv would refuse it, in both dialects it is an unknown one
  for (const place of subschemas(shape)) checkPatterns(place);
  try {
    if (ajv.validateSchema(shape) !== true) throw faultOf(ajv.errors?.[0]);
    const validate = ajv.compile<JsonValue>(shape);
    const findViolation = (value: JsonValue) => violationOf(validate, value);
    findViolation({}); // a root that leads back to itself overflows here, and not under an answer
    return findViolation;
  } catch (error) {
    throw error instanceof ShapeFault ? error : toFault(error, shape);
  }
}

function violationOf(validate: ValidateFunction<JsonValue>, value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'the answer must be an object';
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'the answer does not conform' : describe(error);
}

function describe(error: ErrorObject): string {
  const at = error.instancePath === '' ? 'the answer' : error.instancePath;
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'required':
      return `${pointerTo(error.instancePath, String(params['missingProperty']))} is required`;
    case 'additionalProperties':
      return `${pointerTo(error.instancePath, String(params['additionalProperty']))} is not a property of the shape`;
    case 'enum':
      return `${at} must be one of ${JSON.stringify(params['allowedValues'])}`;
    case 'const':
      return `${at} must be ${JSON.stringify(params['allowedValue'])}`;
    default:
      return `${at} ${error.message ?? `must hold to "${error.keyword}"`}`;
  }
}

function checkPatterns({ schema, pointer }: Subschema): void {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === 'string') checkPattern(pattern, pointerTo(pointer, 'pattern'));
  if (!isJsonObject(patternProperties)) return;
  const at = pointerTo(pointer, 'patternProperties');
  for (const name of Object.keys(patternProperties)) checkPattern(name, pointerTo(at, name));
}

function checkPattern(pattern: string, pointer: string): void {
  try {
    compilePattern(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not compile';
    throw new ShapeFault(pointer, `is no pattern that can be used (no look-around, no back-references): ${reason}`);
  }
}

function faultOf(error: ErrorObject | undefined): ShapeFault {
  if (error === undefined) return new ShapeFault('', 'is not a valid JSON Schema');
  const params = error.params as Readonly<Record<string, unknown>>;
  const allowed = error.keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  return new ShapeFault(error.instancePath, `${error.message ?? 'is not valid'}${allowed}`);
}

function toFault(error: unknown, shape: JsonObject): ShapeFault {
  if (error instanceof RangeError) {
    return new ShapeFault('', 'leads back to itself without end, or is nested too deep to compile');
  }
  const missing = (error as { readonly missingRef?: unknown }).missingRef;
  if (typeof missing === 'string') {
    const place = [...subschemas(shape)].find(({ schema }) => schema['$ref'] === missing);
    return new ShapeFault(
      place === undefined ? '' : pointerTo(place.pointer, '$ref'),
      `${missing} is not in the shape`,
    );
  }
  return new ShapeFault('', `does not compile: ${error instanceof Error ? error.message : String(error)}`);
}
