import { PassThrough } from 'node:stream';
import type { CliIo, Output } from '../../src/cli/io.ts';

export interface Captured {
  readonly io: CliIo;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Presses Ctrl-C. Returns whether anyone listened. */
  interrupt(): boolean;
}

/** A terminal or a pipe that remembers what was written to it. */
export function captureIo(options: { readonly tty?: boolean; readonly env?: CliIo['env'] } = {}): Captured {
  const [stdout, stderr] = [collector(options.tty ?? false), collector(options.tty ?? false)];
  const handlers = new Set<() => void>();
  return {
    io: {
      stdout: stdout.output,
      stderr: stderr.output,
      env: options.env ?? {},
      onInterrupt(handler) {
        handlers.add(handler);
        return { [Symbol.dispose]: () => handlers.delete(handler) };
      },
    },
    stdout: stdout.text,
    stderr: stderr.text,
    interrupt() {
      for (const handler of handlers) handler();
      return handlers.size > 0;
    },
  };
}

function collector(isTTY: boolean): { readonly output: Output; readonly text: () => string } {
  const chunks: string[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { output: Object.assign(stream, { isTTY }), text: () => chunks.join('') };
}
