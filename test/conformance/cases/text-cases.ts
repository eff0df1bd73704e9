import { ASK, type ConformanceCase, type Expectation } from './conformance-case.ts';

const BAD_TEXT: Expectation = { kind: 'refused', code: 'bad_request', field: undefined };

function text(name: string, body: string, expect: Expectation = BAD_TEXT): ConformanceCase {
  return { name, transport: 'json', input: { text: body }, expect, pure: true };
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const within = (member: string, value: string) => `{"ask":"a","scope":["contracts"],"${member}":${value}}`;

/** Bodies whose text decides: they are no JSON, or say more than the value that comes out of them. */
export const TEXT_CASES: readonly ConformanceCase[] = [
  text('refuses an empty body', ''),
  text('refuses white space', ' \n '),
  text('refuses a document that is cut off', '{"ask": "a"'),
  text('refuses a string that is cut off', '{"ask": "a'),
  text('refuses a comma at the end', '{"ask":"a","scope":["contracts"],}'),
  text('refuses single quotes', "{'ask':'a'}"),
  text('refuses names without quotes', '{ask:"a"}'),
  text('refuses comments', '{"ask":"a" /* why */}'),
  text('refuses NaN', within('max_steps', 'NaN')),
  text('refuses a number with a leading zero', within('max_steps', '01')),
  text('refuses a raw line break in a string', '{"ask":"a\nb","scope":["contracts"]}'),
  text('refuses an escape that JSON does not have', '{"ask":"\\x41","scope":["contracts"]}'),
  text('refuses two documents', `${JSON.stringify(ASK)} ${JSON.stringify(ASK)}`),
  text('refuses a byte order mark', `\uFEFF${JSON.stringify(ASK)}`),
  text('refuses a name that occurs twice', '{"ask":"a","ask":"b","scope":["contracts"]}'),
  text('refuses a name that occurs twice further down', within('vars', '{"a":1,"a":2}')),
  text('refuses null', 'null'),
  text('refuses a list of documents', JSON.stringify([ASK])),
  text('refuses a string', '"ask"'),
  text('refuses a number beyond every other', within('vars', '{"n":1e999}'), {
    kind: 'refused',
    code: 'bad_request',
    field: 'vars.n',
  }),
  text('refuses a member named __proto__', within('__proto__', '{"admin":true}'), {
    kind: 'refused',
    code: 'bad_request',
    field: '__proto__',
  }),
  text('refuses a variable named __proto__', within('vars', '{"__proto__":{"admin":true}}'), {
    kind: 'refused',
    code: 'bad_request',
    field: 'vars.__proto__',
  }),
  text('refuses variables that are 5,000 levels deep', within('vars', deep(5_000)), {
    kind: 'refused',
    code: 'bad_request',
    field: 'vars.a.a.a.a.a.a.a…',
  }),
  text('refuses an extension that is 5,000 levels deep', within('x', deep(5_000)), {
    kind: 'refused',
    code: 'bad_request',
    field: 'x.a.a.a.a.a.a.a…',
  }),
  text('refuses a shape that is 5,000 levels deep', within('shape', deep(5_000)), {
    kind: 'refused',
    code: 'invalid_shape',
    field: 'shape.a.a.a.a.a.a.a…',
  }),
  text('refuses a body of more than a mebibyte', within('x', JSON.stringify('x'.repeat(1024 * 1024))), {
    kind: 'refused',
    code: 'payload_too_large',
    field: undefined,
  }),
  text(
    'takes every escape that JSON has',
    '{"ask":"\\u0041\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d\\udc4d","scope":["contracts"]}',
    {
      kind: 'accepted',
    },
  ),
  text('takes white space between everything', '\r\n{ "ask" : "a" ,\t"scope" : [ "contracts" ] }\n', {
    kind: 'accepted',
  }),
];
