import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { jsonFromLiteral } from '../../../src/graphql/scalars/json.ts';

describe('a JSON literal', () => {
  it('is the value it spells', () => {
    const literal = parseValue('{ a: [1, -2.5, "x", true, null], b: { c: {} } }');

    expect(jsonFromLiteral(literal)).toEqual({ a: [1, -2.5, 'x', true, null], b: { c: {} } });
  });

  it('takes variables inside it, and leaves out members whose variable was not given', () => {
    const literal = parseValue('{ tier: $tier, region: $region, list: [$tier] }');

    expect(jsonFromLiteral(literal, { tier: { level: 3 } })).toEqual({ tier: { level: 3 }, list: [{ level: 3 }] });
  });

  it('keeps a member named __proto__ a member', () => {
    const value = jsonFromLiteral(parseValue('{ __proto__: { admin: true } }'));

    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}');
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });

  it('refuses what JSON cannot say: enum values, integers beyond 2^53-1, numbers beyond a double', () => {
    expect(() => jsonFromLiteral(parseValue('GOLD'))).toThrow('write "GOLD" in quotes');
    expect(() => jsonFromLiteral(parseValue('9007199254740993'))).toThrow('too large');
    expect(() => jsonFromLiteral(parseValue('1e999'))).toThrow('too large');
    expect(jsonFromLiteral(parseValue('9007199254740991'))).toBe(9007199254740991);
  });
});
