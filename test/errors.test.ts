import { expect, test } from 'vitest';
import { ERROR_CODES, GatewayError, HTTP_STATUS, RETRYABLE, toGatewayError } from '../src/errors.ts';

test('every code has a status and says whether to try again', () => {
  expect(Object.keys(HTTP_STATUS)).toEqual([...ERROR_CODES]);
  expect(Object.keys(RETRYABLE)).toEqual([...ERROR_CODES]);
});

test('a gateway error deep in a chain of causes is the answer', () => {
  const origin = new GatewayError('session_busy', 'wait');
  expect(toGatewayError(new Error('outer', { cause: new Error('inner', { cause: origin }) }))).toBe(origin);
});

test.each([new Error('SELECT * FROM users'), 'text', undefined, { code: 'bad_request' }])(
  'anything else is internal, keeps its cause and tells nothing of it',
  (caught) => {
    const error = toGatewayError(caught);
    expect(error.code).toBe('internal');
    expect(error.message).not.toContain('SELECT');
    expect(error.cause).toBe(caught);
  },
);

test('a chain of causes that bites its tail ends', () => {
  const first = new Error('a');
  first.cause = new Error('b', { cause: first });
  expect(toGatewayError(first).code).toBe('internal');
});
