/** One frame of an event stream. */
export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * The frames of a `text/event-stream` body. Comments are dropped, a frame that the end of the body cuts is too.
 * Leaving the iteration cancels the body.
 */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  let buffer = '';
  let lines: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const complete = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = complete.pop() ?? '';
    for (const line of complete) {
      if (line !== '') {
        lines.push(line);
        continue;
      }
      const frame = parseFrame(lines);
      lines = [];
      if (frame !== undefined) yield frame;
    }
  }
}

function parseFrame(lines: readonly string[]): Frame | undefined {
  let [id, event] = ['', 'message'];
  const data: string[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { id, event, data: data.join('\n') };
}
