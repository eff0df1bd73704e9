import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../src/knowql/json-text.ts';
import { refusalOf } from './refusal.ts';

const LIMITS = { maxBytes: 1_000_000, maxDepth: Number.POSITIVE_INFINITY };

describe('parseJsonText', () => {
  it('takes what JSON.parse takes, with the same value', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        expect(JSON.stringify(parseJsonText(pretty, LIMITS))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b\\u00e9"',
      '1',
      '-0.5e3',
      'true',
      'nul',
      ' ',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        fc.pre(!accepts(() => JSON.parse(text)));
        expect(refusalOf(() => parseJsonText(text, LIMITS)).code).toBe('bad_request');
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['', 'the end of the text where a value should be at line 1, column 1'],
    ['{"ask": "a",}', '"}" where a name in double quotes should be at line 1, column 13'],
    ['{\n  "ask": tru\n}', '"t" where a value should be at line 2, column 10'],
    ['{"ask": "a" "b"}', '"\\"" where "," or "}" should be at line 1, column 13'],
    ["{'ask': 1}", `"'" where a name in double quotes should be at line 1, column 2`],
    ['["a\nb"]', 'a control character that is not escaped at line 1, column 4'],
    ['["\\x"]', 'an escape that JSON does not have at line 1, column 3'],
    ['["abc', 'the end of the text where the end of a string should be at line 1, column 6'],
    ['[1] 2', '"2" where the end of the text should be at line 1, column 5'],
    ['[01]', '"1" where "," or "]" should be at line 1, column 3'],
    ['[NaN]', '"N" where a value should be at line 1, column 2'],
  ])('says where %j stops being JSON', (text, complaint) => {
    const refusal = refusalOf(() => parseJsonText(text, LIMITS));
    expect(refusal.code).toBe('bad_request');
    expect(refusal.message).toBe(`The text is not valid JSON: ${complaint}.`);
  });

  it('refuses a name that occurs twice in one object, however it is written', () => {
    const refusal = refusalOf(() => parseJsonText('{"ask":"a","\\u0061sk":"b"}', LIMITS));
    expect(refusal.message).toContain('the name "ask" for the second time at line 1, column 12');
    expect(parseJsonText('[{"a":1},{"a":{"a":2}}]', LIMITS)).toStrictEqual([{ a: 1 }, { a: { a: 2 } }]);
  });

  it('takes nesting as deep as it is told, and costs no call frames for it', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(Array.isArray(parseJsonText(deep, LIMITS))).toBe(true);
    expect(refusalOf(() => parseJsonText(deep, { ...LIMITS, maxDepth: 64 })).message).toContain('64 levels of nesting');
    expect(parseJsonText('[[1]]', { ...LIMITS, maxDepth: 2 })).toStrictEqual([[1]]);
  });

  it('measures the text in bytes', () => {
    expect(parseJsonText('"é"', { ...LIMITS, maxBytes: 4 })).toBe('é');
    expect(refusalOf(() => parseJsonText('"é"', { ...LIMITS, maxBytes: 3 })).code).toBe('payload_too_large');
  });
});

function accepts(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
