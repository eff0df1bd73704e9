import { afterAll, describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors.ts';
import { createShapeValidator } from '../../../src/knowql/shape/shape-validator.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import type { JsonObject, JsonValue } from '../../../src/lib/json.ts';
import { isStop, StopError } from '../../../src/lib/signals.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const validator = createShapeValidator({ budgetMs: 10_000 });
const { signal } = new AbortController();

afterAll(() => validator[Symbol.asyncDispose]());

function objectOf(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...rest };
}

async function faultOf(shape: JsonObject): Promise<GatewayError | undefined> {
  try {
    await validator.check(shape, signal);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/** `{ $defs: { d0: { allOf: [d1, d1] }, … } }`: small to write, 2^levels schemas to hold against a value. */
function doubling(levels: number): JsonObject {
  const twice = (name: string): JsonValue => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
  const defs = Array.from({ length: levels }, (_, level) => [`d${level}`, twice(`d${level + 1}`)] as const);
  return objectOf({ deep: { $ref: '#/$defs/d0' } }, { $defs: { ...Object.fromEntries(defs), [`d${levels}`]: {} } });
}

describe('checking a shape', () => {
  it.each<[string, JsonObject]>([
    ['the specification’s example', objectOf({ qualifies: { type: 'boolean' } }, { required: ['qualifies'] })],
    ['draft-07 by name', objectOf({ pair: { items: [{ type: 'string' }] } }, { $schema: DRAFT_07 })],
    ['2020-12 by name', objectOf({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' })],
    ['properties without a type', { properties: { a: { type: 'string' } } }],
    ['a root behind a reference', { $ref: '#/$defs/answer', $defs: { answer: { type: 'object' } } }],
    ['a schema that contains itself', objectOf({ child: { $ref: '#' } })],
    ['a property named like a keyword', objectOf({ pattern: { type: 'string' }, $ref: { type: 'string' } })],
    ['keywords that nobody knows', objectOf({}, { 'x-order': 1, id: 'answer' })],
    ['data that looks like a bad pattern', objectOf({ a: { enum: [{ pattern: '(' }] } })],
    ['patterns of the linear kind', objectOf({ a: { pattern: '^(a+)+\\d{2,4}\\p{L}$' } })],
    ['five thousand required properties', objectOf({}, { required: Array.from({ length: 5_000 }, (_, i) => `p${i}`) })],
  ])('takes %s', async (_, shape) => {
    expect(await faultOf(shape)).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ['an empty one', {}, 'shape: /type must be "object"'],
    ['a list at the root', { type: 'array' }, 'shape: /type must be "object"'],
    ['an object or null at the root', { type: ['object', 'null'] }, 'shape: /type must be "object"'],
    ['a root that is its own reference', { $ref: '#' }, 'shape: /type must be "object"'],
    ['a root that leads back to itself', { type: 'object', allOf: [{ $ref: '#' }] }, 'shape leads back to itself'],
    ['an unknown type', objectOf({ a: { type: 'text' } }), 'shape: /properties/a/type must be'],
    ['a type that is no text', objectOf({ a: { type: 7 } }), 'shape: /properties/a/type must be'],
    ['a negative bound', objectOf({ a: { minLength: -1 } }), 'shape: /properties/a/minLength must be >= 0'],
    [
      'a missing reference',
      objectOf({ a: { $ref: '#/$defs/b' } }),
      'shape: /properties/a/$ref #/$defs/b is not in the shape',
    ],
    [
      'a remote reference',
      objectOf({ a: { $ref: 'https://example.org/s' } }),
      'shape: /properties/a/$ref must stay inside',
    ],
    [
      'a remote dynamic reference',
      objectOf({ a: { $dynamicRef: 'b#c' } }),
      'shape: /properties/a/$dynamicRef must stay',
    ],
    [
      'another dialect',
      objectOf({}, { $schema: 'http://json-schema.org/draft-04/schema#' }),
      'shape: /$schema must be',
    ],
    [
      'a pattern that does not compile',
      objectOf({ 'a/b': { pattern: '(' } }),
      'shape: /properties/a~1b/pattern is no pattern',
    ],
    [
      'look-ahead',
      objectOf({ a: { pattern: '^(?=x)' } }),
      'shape: /properties/a/pattern is no pattern that can be used',
    ],
    [
      'a back-reference',
      objectOf({}, { patternProperties: { '(a)\\1': {} } }),
      'shape: /patternProperties/(a)\\1 is no',
    ],
    [
      'a long pattern',
      objectOf({ a: { pattern: 'a'.repeat(1_001) } }),
      'shape: /properties/a/pattern is a pattern of more',
    ],
    ['draft-07 lists of items in 2020-12', objectOf({ a: { items: [{}] } }), 'shape: /properties/a/items must be'],
    ['asynchronous validation', objectOf({ a: { $async: true } }), 'shape: /properties/a/$async is no keyword'],
    ['a list of required that is none', objectOf({}, { required: 'a' }), 'shape: /required must be array'],
    ['too many bytes', objectOf({}, { description: 'x'.repeat(140_000) }), 'shape is larger than'],
    [
      'too many schemas',
      objectOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`p${i}`, {}]))),
      'shape holds more',
    ],
  ])('refuses %s, and says where', async (_, shape, message) => {
    const fault = await faultOf(shape);
    expect(fault).toMatchObject({ code: 'invalid_shape', field: 'shape' });
    expect(fault?.message).toContain(message);
  });

  it('refuses a shape that is 3,000 levels deep without overflowing', async () => {
    let shape: JsonObject = { type: 'object' };
    for (let level = 0; level < 3_000; level += 1) shape = objectOf({ a: shape });
    expect((await faultOf(shape))?.message).toContain('levels deep');
  });
});

describe('validating an answer', () => {
  const shape = objectOf(
    {
      qualifies: { type: 'boolean' },
      discount_pct: { type: 'number', maximum: 100 },
      since: { type: 'string', format: 'date' },
      tier: { enum: ['a', 'b'] },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      note: { type: 'string', pattern: '^[a-z]+$' },
    },
    { required: ['qualifies'], additionalProperties: false },
  );

  it.each<[JsonValue, string | undefined]>([
    [{ qualifies: true }, undefined],
    [{ qualifies: true, discount_pct: 12.5, since: '2026-08-06', tier: 'a', code: 'AB', note: 'ab' }, undefined],
    [{}, '/qualifies is required'],
    [{ qualifies: 'yes' }, '/qualifies must be boolean'],
    [{ qualifies: true, discount_pct: 101 }, '/discount_pct must be <= 100'],
    [{ qualifies: true, since: 'last year' }, '/since must match format "date"'],
    [{ qualifies: true, tier: 'c' }, '/tier must be one of ["a","b"]'],
    [{ qualifies: true, code: 'ab' }, '/code must match pattern "^[A-Z]+$"'],
    [{ qualifies: true, note: 'AB' }, '/note must match pattern "^[a-z]+$"'],
    [{ qualifies: true, 'a/b': 1 }, '/a~1b is not a property of the shape'],
    [[], 'the answer must be an object'],
    [null, 'the answer must be an object'],
  ])('of %j finds %j', async (value, violation) => {
    expect(await validator.validate(shape, value, signal)).toStrictEqual(
      violation === undefined ? { valid: true } : { valid: false, violation },
    );
  });

  it('holds a shape without a type to objects as well', async () => {
    const verdict = await validator.validate({ properties: {} }, 'text', signal);
    expect(verdict).toStrictEqual({ valid: false, violation: 'the answer must be an object' });
  });

  it('reads each dialect by its own rules', async () => {
    const pair = { a: { items: [{ type: 'string' }] } };
    const value = { a: [1] };
    expect((await validator.validate(objectOf(pair, { $schema: DRAFT_07 }), value, signal)).valid).toBe(false);
    const tuple = objectOf({ a: { prefixItems: [{ type: 'string' }] } });
    expect((await validator.validate(tuple, value, signal)).valid).toBe(false);
    expect((await validator.validate({ ...tuple, $schema: DRAFT_07 }, value, signal)).valid).toBe(true);
  });

  it('answers in linear time where a backtracking engine would not in a lifetime', async () => {
    const hostile = objectOf({ a: { type: 'string', pattern: '^(a+)+$' } });
    const verdict = await validator.validate(hostile, { a: `${'a'.repeat(40)}!` }, signal);
    expect(verdict.valid).toBe(false);
  });

  it('survives an answer that is nested without measure', async () => {
    let value: JsonObject = {};
    for (let level = 0; level < 100_000; level += 1) value = { child: value };
    const recursive = objectOf({ child: { $ref: '#' } });
    expect((await validator.validate(recursive, value, signal)).valid).toBe(false);
    expect((await validator.validate(recursive, { child: {} }, signal)).valid).toBe(true);
  });
});

describe('the worker behind it', () => {
  /** A clock on which the time of the first `overruns` jobs is up at once, and that of the others never. */
  function budgetClock(overruns: number): Pick<Clock, 'sleep'> {
    let jobs = 0;
    return {
      sleep: (_, stop) => {
        jobs += 1;
        return jobs <= overruns ? Promise.resolve() : systemClock.sleep(60_000, stop);
      },
    };
  }

  it('is ended and replaced when a job exceeds its time', async () => {
    await using impatient = createShapeValidator({ budgetMs: 300, clock: budgetClock(1) });
    const [hostile, honest] = await Promise.all([
      impatient.validate(doubling(40), { deep: 1 }, signal),
      impatient.validate(objectOf({}), {}, signal),
    ]);
    expect(hostile).toStrictEqual({
      valid: false,
      violation: 'validating the answer took longer than 300 ms; simplify the shape',
    });
    expect(honest).toStrictEqual({ valid: true });
  });

  it('refuses a shape that takes too long to compile', async () => {
    await using impatient = createShapeValidator({ budgetMs: 300, clock: budgetClock(1) });
    const properties = Array.from({ length: 1_900 }, (_, i) => [`p${i}`, { type: 'string', pattern: `^p${i}$` }]);
    const large = objectOf(Object.fromEntries(properties) as JsonObject);
    await expect(impatient.check(large, signal)).rejects.toMatchObject({
      code: 'invalid_shape',
      message: 'shape cannot be used: compiling it took longer than 300 ms; simplify it.',
    });
  });

  it('lets a caller go at once, and the next one wait no longer than the budget of what it left', async () => {
    await using patient = createShapeValidator({ clock: budgetClock(1) });
    const leaving = new AbortController();
    const left = patient.validate(doubling(40), { deep: 1 }, leaving.signal);
    const next = patient.validate(objectOf({}), {}, signal);
    const reason = new StopError('cancelled', 'the caller left');
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(await next).toStrictEqual({ valid: true });
  });

  it('does not start a job whose caller has left', async () => {
    await using idle = createShapeValidator();
    await expect(idle.check(objectOf({}), AbortSignal.abort('gone'))).rejects.toBe('gone');
    await expect(idle.check(objectOf({}), signal)).resolves.toBeUndefined();
  });

  it('ends what is under way and what waits when it is disposed', async () => {
    const closing = createShapeValidator();
    const jobs = [closing.check(objectOf({}), signal), closing.check(objectOf({ a: {} }), signal)];
    const outcomes = Promise.allSettled(jobs);
    await closing[Symbol.asyncDispose]();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'shutdown' } });
    }
    const late = closing.check(objectOf({}), signal).catch((error: unknown) => error);
    expect(isStop(await late, 'shutdown')).toBe(true);
  });
});
