import type { ReplyLimits } from './reply-limits.ts';
import { WireFault } from './wire-fault.ts';

/**
 * Keeps one reply within its limits. When it exceeds one, or `outer` aborts, `signal` aborts and takes the connection
 * with it; its reason is then what whoever reads the reply gets to see.
 */
export class ReplyWatch {
  readonly #limits: ReplyLimits;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #since = performance.now();
  readonly #deadline: NodeJS.Timeout;
  #silence: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(limits: ReplyLimits, outer: AbortSignal | undefined) {
    this.#limits = limits;
    this.#outer = outer;
    this.#deadline = setTimeout(() => this.end(new WireFault({ kind: 'endless', ms: limits.replyMs })), limits.replyMs);
    if (outer?.aborted === true) this.#onOuterAbort();
    else outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The next piece is waited for from now on. */
  waiting(): void {
    const { firstByteMs, silenceMs } = this.#limits;
    const begun = this.#bytes > 0;
    const ms = begun ? silenceMs : firstByteMs;
    const left = begun ? silenceMs : Math.max(0, this.#since + firstByteMs - performance.now());
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end(new WireFault({ kind: 'stalled', ms, begun })), left);
  }

  /**
   * A piece of the body came.
   * @throws WireFault when the reply has become too large
   */
  received(bytes: number): void {
    clearTimeout(this.#silence);
    this.#bytes += bytes;
    const { replyBytes } = this.#limits;
    if (this.#bytes > replyBytes) throw new WireFault({ kind: 'oversized', bytes: replyBytes });
  }

  /** The reply is whole, or nobody wants the rest of it: what is still open of its connection is closed. */
  end(reason?: unknown): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#silence);
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
    this.#controller.abort(reason);
  }

  readonly #onOuterAbort = (): void => this.end(this.#outer?.reason);
}
