import { describe, expect, it } from 'vitest';
import { followQuery, type Sink } from '../../../src/web/live/follow-query.ts';

interface Numbered {
  readonly seq: number;
}

const LAST = 5;
const isTerminal = ({ seq }: Numbered) => seq === LAST;
const never = () => false;
const atOnce = () => Promise.resolve();

/** A server whose connections each follow their own script; it notes where each was opened and how many are held. */
function createScript(...connections: readonly ((sink: Sink<Numbered>, after: number) => void)[]) {
  const opened: number[] = [];
  let held = 0;
  return {
    opened,
    held: () => held,
    subscribe: (after: number, sink: Sink<Numbered>) => {
      const play = connections[opened.length];
      opened.push(after);
      held += 1;
      queueMicrotask(() => play?.(sink, after));
      return () => {
        held -= 1;
      };
    },
  };
}

const send = (sink: Sink<Numbered>, ...seqs: readonly number[]) => {
  for (const seq of seqs) sink.next({ seq });
};

async function collect(events: AsyncIterable<Numbered>): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) seqs.push(seq);
  return seqs;
}

describe('followQuery', () => {
  it('yields a turn to its terminal event and lets the connection go', async () => {
    const script = createScript((sink) => send(sink, 1, 2, 3, 4, 5));
    const seqs = await collect(followQuery({ subscribe: script.subscribe, isTerminal, isFatal: never }));
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
    expect(script.held()).toBe(0);
  });

  it('comes back behind the last event after a failure, a silent end and a missing number', async () => {
    const drops: string[] = [];
    const script = createScript(
      (sink) => {
        send(sink, 1, 2);
        sink.error(new Error('cut'));
      },
      (sink) => {
        send(sink, 3);
        sink.complete();
      },
      (sink) => send(sink, 5),
      (sink) => send(sink, 4, 5),
    );
    const seqs = await collect(
      followQuery({
        subscribe: script.subscribe,
        isTerminal,
        isFatal: never,
        wait: atOnce,
        onDrop: ({ after, attempt, reason }) => drops.push(`${after}/${attempt}: ${(reason as Error).message}`),
      }),
    );
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
    expect(script.opened).toEqual([0, 2, 3, 3]);
    expect(drops).toEqual(['2/1: cut', '3/1: the stream ended before its turn did', '3/2: event 4 is missing']);
    expect(script.held()).toBe(0);
  });

  it('drops what a connection repeats', async () => {
    const script = createScript(
      (sink) => {
        send(sink, 1, 2, 3);
        sink.error(new Error('cut'));
      },
      (sink) => send(sink, 1, 2, 3, 4, 4, 5),
    );
    const seqs = await collect(followQuery({ subscribe: script.subscribe, isTerminal, isFatal: never, wait: atOnce }));
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
  });

  it('throws a fatal reason at once and does not come back', async () => {
    const script = createScript((sink) => {
      send(sink, 1);
      sink.error(new Error('no such turn'));
    });
    const events = followQuery({ subscribe: script.subscribe, isTerminal, isFatal: () => true, wait: atOnce });
    await expect(collect(events)).rejects.toThrow('no such turn');
    expect(script.opened).toEqual([0]);
    expect(script.held()).toBe(0);
  });

  it('starts where the caller says', async () => {
    const script = createScript((sink, after) => send(sink, after + 1, after + 2));
    const seqs = await collect(followQuery({ subscribe: script.subscribe, isTerminal, isFatal: never, after: 3 }));
    expect(seqs).toEqual([4, 5]);
  });

  it('ends quietly when it is aborted while it listens', async () => {
    const abort = new AbortController();
    const script = createScript((sink) => send(sink, 1, 2));
    const seqs: number[] = [];
    for await (const { seq } of followQuery({
      subscribe: script.subscribe,
      isTerminal,
      isFatal: never,
      signal: abort.signal,
    })) {
      seqs.push(seq);
      if (seq === 2) queueMicrotask(() => abort.abort());
    }
    expect(seqs).toEqual([1, 2]);
    expect(script.held()).toBe(0);
  });

  it('ends quietly when it is aborted while it waits to come back', async () => {
    const abort = new AbortController();
    const script = createScript((sink) => sink.error(new Error('cut')));
    const events = followQuery({
      subscribe: script.subscribe,
      isTerminal,
      isFatal: never,
      signal: abort.signal,
      onDrop: () => queueMicrotask(() => abort.abort()),
    });
    expect(await collect(events)).toEqual([]);
    expect(script.opened).toEqual([0]);
  });

  it('lets the connection go when its reader leaves in the middle', async () => {
    const script = createScript((sink) => send(sink, 1, 2, 3));
    for await (const { seq } of followQuery({ subscribe: script.subscribe, isTerminal, isFatal: never })) {
      if (seq === 2) break;
    }
    expect(script.held()).toBe(0);
  });
});
