import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, readFrames } from '../../src/cli/client/read-frames.ts';

function bodyOf(...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function framesOf(body: ReadableStream<Uint8Array>): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(body)) frames.push(frame);
  return frames;
}

const encode = (text: string) => new TextEncoder().encode(text);

describe('reading an event stream', () => {
  it('gives id, event and data of each frame and drops comments', async () => {
    const text = ': hello\n\nid: 1\nevent: response.created\ndata: {"a":1}\n\nevent:query\ndata:one\ndata: two\n\n';
    expect(await framesOf(bodyOf(encode(text)))).toEqual([
      { id: '1', event: 'response.created', data: '{"a":1}' },
      { id: '', event: 'query', data: 'one\ntwo' },
    ]);
  });

  it('is the same however the bytes are cut, characters and line ends included', async () => {
    const bytes = encode('id: 1\r\ndata: "Ü 漢 🙂"\r\n\r\nid: 2\ndata: second\n\n');
    const whole = await framesOf(bodyOf(bytes));
    expect(whole.map(({ data }) => data)).toEqual(['"Ü 漢 🙂"', 'second']);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
        expect(await framesOf(bodyOf(...pieces))).toEqual(whole);
      }),
    );
  });

  it('drops a frame that the end of the stream cuts', async () => {
    expect(await framesOf(bodyOf(encode('data: one\n\ndata: tw')))).toHaveLength(1);
  });
});
