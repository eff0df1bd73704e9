import { PothosValidationError } from '@pothos/core';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/errors.ts';
import { createMaskError } from '../../src/graphql/errors.ts';

function mask(error: unknown) {
  const reported: unknown[] = [];
  const { message, extensions, path } = createMaskError((value) => reported.push(value))(error);
  return { message, extensions, path, reported };
}

const located = (originalError: Error) => new GraphQLError('', { path: ['runQuery'], originalError });

describe('an error on its way to a client', () => {
  it('keeps code, field, turn and message when it is one of ours, wherever it is wrapped', () => {
    const ours = new GatewayError('session_busy', 'One turn at a time.', { field: 'session_id', queryId: 'qry_1' });
    const expected = {
      message: 'One turn at a time.',
      extensions: { code: 'session_busy', field: 'session_id', queryId: 'qry_1', retryable: true },
      reported: [],
    };

    expect(mask(located(ours))).toMatchObject({ ...expected, path: ['runQuery'] });
    expect(mask(located(located(ours)))).toMatchObject(expected);
    expect(mask(located(new Error('wrapped', { cause: ours })))).toMatchObject(expected);
    expect(mask(ours)).toMatchObject({ ...expected, path: undefined });
  });

  it('says nothing of itself when nobody foresaw it, and is reported', () => {
    const leak = new Error('SELECT * FROM queries at postgresql://user:secret@db/knowql');
    const { message, extensions, reported } = mask(located(leak));

    expect(JSON.stringify({ message, extensions })).not.toMatch(/SELECT|secret|postgresql/);
    expect(extensions).toEqual({ code: 'internal', retryable: false });
    expect(reported).toEqual([leak]);
    expect(mask('thrown text').extensions).toEqual({ code: 'internal', retryable: false });
  });

  it('is the caller’s when GraphQL refused the request, with its own words', () => {
    const { message, extensions, reported } = mask(new GraphQLError('Cannot query field "txt" on type "KnowQLQuery".'));

    expect(message).toContain('"txt"');
    expect(extensions).toMatchObject({ code: 'bad_request' });
    expect(reported).toEqual([]);
    expect(mask(new PothosValidationError('Invalid id')).extensions).toMatchObject({ code: 'bad_request' });
  });

  it('keeps the status that the server gave it', () => {
    const refused = new GraphQLError('Too deep', { extensions: { code: 'bad_request', http: { status: 400 } } });

    expect(mask(refused).extensions).toEqual({ code: 'bad_request', http: { status: 400 } });
  });
});
