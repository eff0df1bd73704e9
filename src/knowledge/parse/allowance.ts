import { UnreadableSource } from './unreadable-source.ts';

/** Bytes that the parts of one source may unpack to, all together. */
const MAX_UNPACKED = 256 * 1024 * 1024;
/** Bytes of one part: more is no document. */
export const MAX_PART = 64 * 1024 * 1024;
/** Archives within archives. */
const MAX_DEPTH = 4;

/** The source as a whole unpacks to too much; no part of it is worth reading on. */
export class TooMuchUnpacked extends UnreadableSource {
  override readonly name = 'TooMuchUnpacked';
}

/** What a source may still unpack. One allowance serves a source with all that is nested in it. */
export class Allowance {
  #left = MAX_UNPACKED;
  #depth = 0;

  /** @throws TooMuchUnpacked when that is more than is left. */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) {
      const limit = MAX_UNPACKED / 1024 / 1024;
      throw new TooMuchUnpacked(
        `The file unpacks to more than ${limit} MiB. Split it up, or add its documents one by one.`,
        'application/octet-stream',
      );
    }
  }

  /** @throws UnreadableSource when parts are nested too deeply. */
  async within<T>(job: () => Promise<T>): Promise<T> {
    if (this.#depth >= MAX_DEPTH) {
      const message = `It is nested more than ${MAX_DEPTH} levels deep. Unpack it and add its documents one by one.`;
      throw new UnreadableSource(message, 'application/octet-stream');
    }
    this.#depth += 1;
    try {
      return await job();
    } finally {
      this.#depth -= 1;
    }
  }
}
