import { SingleBar } from 'cli-progress';
import { type CliIo, createPainter } from './io.ts';

/** Shows how far a piece of work is. Disposing it leaves the terminal as it was. */
export interface Progress extends Disposable {
  update(done: number, detail: string): void;
}

/** A bar on a terminal; elsewhere a plain line for each update, so that a log stays readable. */
export function createProgress(io: CliIo, label: string, total: number): Progress {
  if (io.stderr.isTTY !== true) {
    return {
      update: (done, detail) => {
        io.stderr.write(`${label} ${done}/${total} ${detail}\n`);
      },
      [Symbol.dispose]: () => {},
    };
  }
  const paint = createPainter(io, io.stderr);
  const bar = new SingleBar({
    stream: io.stderr,
    format: `${label} ${paint('cyan', '{bar}')} {value}/{total} {detail}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(total, 0, { detail: '' });
  return {
    update: (done, detail) => bar.update(done, { detail }),
    [Symbol.dispose]: () => bar.stop(),
  };
}
