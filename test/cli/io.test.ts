import { describe, expect, it } from 'vitest';
import { createPainter, printable } from '../../src/cli/io.ts';
import { captureIo } from './capture.ts';

describe('what a command writes', () => {
  it('has colours on a terminal', () => {
    const { io } = captureIo({ tty: true });
    expect(createPainter(io, io.stdout)('red', 'no')).toBe('\u001b[31mno\u001b[39m');
  });

  it('has none in a pipe, and none when NO_COLOR is set', () => {
    const piped = captureIo().io;
    expect(createPainter(piped, piped.stdout)('red', 'no')).toBe('no');
    const plain = captureIo({ tty: true, env: { NO_COLOR: '1' } }).io;
    expect(createPainter(plain, plain.stdout)('red', 'no')).toBe('no');
  });

  it('lets no control character of a document through to the terminal', () => {
    expect(printable('a\u001b[2Jb\u0007\u009b31mc\rd\n\te')).toBe('a[2Jb31mcd\n\te');
  });
});
