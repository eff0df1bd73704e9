import { describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES, MAX_TEXT_BYTES, parseQueryDocument, parseQueryText } from '../../src/knowql/parse.ts';
import { refusalOf } from './refusal.ts';

const ASK = { ask: 'What are the payment terms?', scope: ['contracts'] };

describe('parseQueryDocument', () => {
  it('gives the request in the words of the domain, and keeps what it does not know', () => {
    expect(parseQueryDocument({ ...ASK, max_steps: 3, retrieval_only: true, colour: { of: 'sky' } })).toStrictEqual({
      ...ASK,
      maxSteps: 3,
      retrievalOnly: true,
      extensions: { colour: { of: 'sky' } },
    });
  });

  it('takes objects without a prototype, as GraphQL hands them over', () => {
    const vars = Object.assign(Object.create(null) as object, { region: 'EU' });
    expect(parseQueryDocument({ ...ASK, vars }).vars).toEqual({ region: 'EU' });
  });

  it.each([
    [undefined, undefined, 'The document is of type undefined'],
    [[], undefined, 'The document must be an object, not a list.'],
    [{ ...ASK, vars: { when: () => 0 } }, 'vars.when', 'is of type function'],
    [{ ...ASK, max_steps: 1n }, 'max_steps', 'is of type bigint'],
    [{ ...ASK, vars: { n: Number.NaN } }, 'vars.n', 'is a number too large'],
  ])('refuses %o, which is no JSON document', (document, field, message) => {
    const refusal = refusalOf(() => parseQueryDocument(document));
    expect(refusal).toMatchObject({ code: 'bad_request', field });
    expect(refusal.message).toContain(message);
  });

  it('refuses a document that contains itself', () => {
    const vars: Record<string, unknown> = {};
    vars['self'] = vars;
    expect(refusalOf(() => parseQueryDocument({ ...ASK, vars })).message).toContain('levels deep');
  });

  it('measures texts in bytes', () => {
    expect(parseQueryDocument({ ...ASK, ask: 'é'.repeat(MAX_TEXT_BYTES / 2) }).ask).toHaveLength(MAX_TEXT_BYTES / 2);
    expect(refusalOf(() => parseQueryDocument({ ...ASK, ask: `${'é'.repeat(MAX_TEXT_BYTES / 2)}.` }))).toMatchObject({
      code: 'payload_too_large',
      field: 'ask',
    });
    expect(refusalOf(() => parseQueryDocument({ ...ASK, vars: { a: 'x'.repeat(MAX_DOCUMENT_BYTES) } })).code).toBe(
      'payload_too_large',
    );
  });

  it('lets a bound in a shape lie beyond what a number carries exactly', () => {
    const shape = { type: 'object', properties: { id: { type: 'integer', maximum: 2 ** 64 } } };
    expect(parseQueryDocument({ ...ASK, shape }).shape).toStrictEqual(shape);
  });

  it('keeps names of a refused place short and printable', () => {
    const { field } = refusalOf(() => parseQueryDocument({ ...ASK, vars: { [`\0${'n'.repeat(5_000)}`]: 1 } }));
    expect(field).toMatch(/^vars\.\uFFFDn{63}$/);
  });
});

describe('parseQueryText', () => {
  it('says which field is nested too deep', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(refusalOf(() => parseQueryText(`{"ask":"a","scope":["c"],"vars":${deep}}`))).toMatchObject({
      code: 'bad_request',
      field: 'vars.a.a.a.a.a.a.a…',
    });
    expect(refusalOf(() => parseQueryText(`{"ask":"a","scope":["c"],"shape":${deep}}`)).code).toBe('invalid_shape');
  });
});
