import { expect, test, vi } from 'vitest';
import type { TurnEvent } from '../../src/engine/events.ts';
import { EventWriter } from '../../src/runtime/event-writer.ts';

const delta = (text: string): TurnEvent => ({ type: 'response.output_text.delta', delta: text });
const textOf = (events: readonly TurnEvent[]) =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');

function heldSink() {
  const batches: (readonly TurnEvent[])[] = [];
  let release: () => void = () => {};
  return {
    batches,
    release: () => release(),
    append: (events: readonly TurnEvent[]) => {
      batches.push(events);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  };
}

test('the first event is written at once, those that arrive meanwhile go together, in order', async () => {
  vi.useFakeTimers();
  try {
    const sink = heldSink();
    const writer = new EventWriter(sink, { monotonic: () => Date.now() });
    await writer.push(delta('a'));
    expect(sink.batches.map(textOf)).toEqual(['a']);

    for (const text of ['b', 'c', 'd']) await writer.push(delta(text));
    expect(sink.batches).toHaveLength(1);
    sink.release();
    await vi.advanceTimersByTimeAsync(25);
    expect(sink.batches.map(textOf)).toEqual(['a', 'bcd']);
  } finally {
    vi.useRealTimers();
  }
});

test('what was not written yet is handed to the terminal transaction, after the write under way', async () => {
  const sink = heldSink();
  const writer = new EventWriter(sink, { monotonic: () => 0 });
  await writer.push(delta('a'));
  await writer.push(delta('b'));
  const drained = writer.drain();
  sink.release();
  expect(textOf(await drained)).toBe('b');
  expect(sink.batches.map(textOf)).toEqual(['a']);
});

test('after a failed write nothing more is written and every call tells of it', async () => {
  const append = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('gone')));
  const writer = new EventWriter({ append }, { monotonic: () => 0 });
  await writer.push(delta('a'));
  await expect(writer.drain()).rejects.toThrow('gone');
  await expect(writer.push(delta('b'))).rejects.toThrow('gone');
  expect(append).toHaveBeenCalledTimes(1);
});

test('a turn that outruns the database waits for it', async () => {
  const sink = heldSink();
  const writer = new EventWriter(sink, { monotonic: () => 0 });
  const pushed: string[] = [];
  const pushing = (async () => {
    while (pushed.length < 1_000) {
      await writer.push(delta('x'));
      pushed.push('x');
    }
  })();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect(pushed.length).toBeGreaterThan(200);
  expect(pushed.length).toBeLessThan(300);
  while (pushed.length < 1_000) {
    sink.release();
    await settled();
  }
  await pushing;
  sink.release();
  const rest = await writer.drain();
  expect(textOf([...sink.batches.flat(), ...rest])).toHaveLength(1_000);
});
