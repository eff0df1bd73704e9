import { styleText } from 'node:util';

/** Where a command writes. A terminal or a pipe; `isTTY` tells. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Everything outside that a command touches, so that a test can hold it. */
export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls `handler` on every Ctrl-C until it is disposed; without one, Ctrl-C ends the process. */
  onInterrupt(handler: () => void): Disposable;
}

/** The process that the program runs in. */
export const processIo: CliIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  onInterrupt(handler) {
    process.on('SIGINT', handler);
    return { [Symbol.dispose]: () => process.off('SIGINT', handler) };
  },
};

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Styles text where `output` is a terminal and `NO_COLOR` is unset or empty; leaves it alone elsewhere. */
export function createPainter(io: Pick<CliIo, 'env'>, output: Output): (style: Style, text: string) => string {
  const colours = output.isTTY === true && (io.env['NO_COLOR'] ?? '') === '';
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * Text from documents and models, safe to show: without the control characters that move a terminal's cursor, set its
 * title or colour what follows. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ''));
}
