import { expect, test } from 'vitest';
import { ERROR_CODES, GatewayError, HTTP_STATUS, isOwnFailure, toGatewayError } from '../src/errors.ts';

test('every code has a status', () => {
  expect(Object.keys(HTTP_STATUS)).toEqual([...ERROR_CODES]);
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

const driverFault = (cause: object) =>
  Object.assign(new Error('Invalid `prisma.$queryRaw()` invocation'), { meta: { driverAdapterError: { cause } } });

test.each<[string, Error]>([
  ['is not reached', driverFault({ kind: 'DatabaseNotReachable', host: 'db.internal' })],
  ['closes the connection', driverFault({ kind: 'ConnectionClosed' })],
  ['is told to stop amid a query', driverFault({ kind: 'postgres', originalCode: '57P01', severity: 'FATAL' })],
  ['lets nobody in', driverFault({ kind: 'postgres', originalCode: '55000', severity: 'FATAL' })],
  ['has left a transaction alone', new Error('Client has encountered a connection error and is not queryable')],
])('a database that %s is a failure of ours that is worth another try', (_, failure) => {
  const error = toGatewayError(new Error('outer', { cause: failure }));
  expect(error).toMatchObject({ code: 'internal', status: 500, retryable: true });
  expect(error.message).toMatch(/Try again in a few seconds/);
  expect(error.message).not.toContain('db.internal');
  expect(isOwnFailure(error)).toBe(true);
});

test('a statement that the database refuses is not taken for its absence', () => {
  const refused = driverFault({ kind: 'postgres', originalCode: '55000', severity: 'ERROR' });
  expect(toGatewayError(refused)).toMatchObject({ code: 'internal', retryable: false });
});

test('a chain of causes that bites its tail ends', () => {
  const first = new Error('a');
  first.cause = new Error('b', { cause: first });
  expect(toGatewayError(first).code).toBe('internal');
});
