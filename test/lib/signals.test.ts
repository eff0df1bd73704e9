import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { abortable, isStop, StopError } from '../../src/lib/signals.ts';

const never = new Promise<never>(() => {});

test('an abortable promise settles like the promise and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  await expect(abortable(Promise.resolve(7), signal)).resolves.toBe(7);
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('aborting rejects with the reason, at once, and leaves no listener behind', async () => {
  const controller = new AbortController();
  const waiting = abortable(never, controller.signal);
  controller.abort(new StopError('timeout', 'over'));
  await expect(waiting).rejects.toSatisfy((error) => isStop(error, 'timeout'));
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

test('a signal that aborted before is not waited for, and the promise may fail unseen', async () => {
  const waiting = abortable(Promise.reject(new Error('late')), AbortSignal.abort(new StopError('cancelled', 'gone')));
  await expect(waiting).rejects.toThrow('gone');
});
