import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openStream, StreamFailure, valueOf } from '../../src/graphql/subscription.ts';

/** Gives 1, then waits until its signal aborts, and says so. */
function waitingSource() {
  const released = deferred();
  async function* source(signal: AbortSignal) {
    try {
      yield 1;
      await once(signal, 'abort');
    } finally {
      released.resolve();
    }
  }
  return { source, released: released.promise };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of stream) values.push(value);
  return values;
}

const listening = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('a stream', () => {
  it('gives the values of its source, then ends and forgets the client’s signal', async () => {
    const client = new AbortController();
    const stream = await openStream(async function* () {
      yield* [1, 2];
    }, client.signal);

    expect(listening(client.signal)).toBe(1);
    expect(await collect(stream)).toEqual([1, 2]);
    expect(listening(client.signal)).toBe(0);
  });

  it('that is left while its source waits releases the source', async () => {
    const client = new AbortController();
    const { source, released } = waitingSource();
    const stream = await openStream(source, client.signal);
    await stream.next();
    const waiting = stream.next();

    await stream.return?.();

    expect(await waiting).toEqual({ done: true, value: undefined });
    await released;
    expect(listening(client.signal)).toBe(0);
  });

  it('whose client is gone ends, also when nobody reads it', async () => {
    const client = new AbortController();
    const { source, released } = waitingSource();
    const stream = await openStream(source, client.signal);
    await stream.next();

    const waiting = stream.next();
    client.abort();

    expect(await waiting).toEqual({ done: true, value: undefined });
    await released;
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('tells of a failure of its source as its last value', async () => {
    const failure = new Error('the log is gone');
    const stream = await openStream(async function* () {
      yield 1;
      throw failure;
    }, new AbortController().signal);

    const [first, second, ...more] = await collect(stream);

    expect(first).toBe(1);
    expect(second).toBeInstanceOf(StreamFailure);
    expect(() => valueOf(second)).toThrow(failure);
    expect(more).toEqual([]);
  });

  it('that cannot be opened throws what its source threw', async () => {
    const client = new AbortController();
    const refusal = new Error('no such turn');

    await expect(openStream(() => Promise.reject(refusal), client.signal)).rejects.toBe(refusal);
    expect(listening(client.signal)).toBe(0);
  });
});
