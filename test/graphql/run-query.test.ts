import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/errors.ts';
import { toQueryDocument, withInputFieldNames } from '../../src/graphql/run-query.ts';
import { fromCanonical, toCanonical } from '../../src/knowql/canonical.ts';
import type { QueryRequest } from '../../src/knowql/query.ts';

describe('a RunQueryInput', () => {
  it('is the canonical document in other names', () => {
    const document = toQueryDocument({
      ask: 'What are the payment terms?',
      scope: ['contracts'],
      systemPrompt: 'You are brief.',
      workflow: 'search_rag',
      thinkingLevel: 'low',
      maxRetrievedChars: 9007199254740991,
      timeoutSeconds: 30,
      compose: false,
      vars: { camelCase: { stays: true } },
      extensions: { x_trace_id: 'abc' },
    });

    expect(document).toEqual({
      ask: 'What are the payment terms?',
      scope: ['contracts'],
      system_prompt: 'You are brief.',
      workflow: 'search_rag',
      thinking_level: 'low',
      max_retrieved_chars: 9007199254740991,
      timeout_seconds: 30,
      compose: false,
      vars: { camelCase: { stays: true } },
      x_trace_id: 'abc',
    });
  });

  it('gives back any document that it was made of', () => {
    const request = fc.record<QueryRequest>(
      {
        ask: fc.string({ minLength: 1 }),
        scope: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 10 }),
        sessionId: fc.string(),
        vars: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<QueryRequest['vars'] & object>,
        stream: fc.boolean(),
        maxSteps: fc.integer({ min: 1 }),
        extensions: fc.constant({ x_one: [1, { two: null }], __proto: 3 }),
      },
      { requiredKeys: ['ask'] },
    );
    fc.assert(
      fc.property(request, (original) => {
        const json = toCanonical('QueryRequest', original);
        const input = fromCanonical('QueryRequest', json);
        expect(toQueryDocument(input as Parameters<typeof toQueryDocument>[0])).toEqual(json);
      }),
      { numRuns: 200 },
    );
  });

  it('says nothing of what is null in it', () => {
    expect(toQueryDocument({ ask: 'Why?', scope: null, vars: null, stream: null })).toEqual({ ask: 'Why?' });
  });

  it('may not hide a member of the language among its extensions', () => {
    const hiding = () => toQueryDocument({ ask: 'Why?', extensions: { max_steps: 3 } });

    expect(hiding).toThrow(expect.objectContaining({ code: 'bad_request', field: 'extensions.max_steps' }));
    expect(() => toQueryDocument({ ask: 'Why?', extensions: [1] })).toThrow(
      expect.objectContaining({ code: 'bad_request', field: 'extensions' }),
    );
  });
});

describe('an error about a field of the input', () => {
  it('names it as the caller wrote it', () => {
    const error = new GatewayError('bad_request', 'max_steps must be …', { field: 'max_steps' });

    expect(withInputFieldNames(error)).toMatchObject({ code: 'bad_request', field: 'maxSteps' });
    expect(withInputFieldNames(new GatewayError('invalid_scope', '…', { field: 'scope[2]' }))).toMatchObject({
      field: 'scope[2]',
    });
  });

  it.each([
    ['vars.their_name', 'vars.their_name'],
    ['shape.properties.a_b', 'shape.properties.a_b'],
    ['note[0]', 'extensions.note[0]'],
    ['idempotency_key', 'idempotencyKey'],
    ['extensions.max_steps', 'extensions.max_steps'],
  ])('says %s as %s, where it stands in the input', (field, expected) => {
    expect(withInputFieldNames(new GatewayError('bad_request', '…', { field }))).toMatchObject({ field: expected });
  });

  it('is left as it is when it names none', () => {
    const error = new GatewayError('rate_limited', 'Later.');

    expect(withInputFieldNames(error)).toBe(error);
  });
});
