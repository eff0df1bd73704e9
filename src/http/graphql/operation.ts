import { StopError } from '../../lib/signals.ts';

/**
 * One running GraphQL operation. Its signal aborts when the operation is over for its client, so that whatever waits
 * on its behalf can stop: an async generator that waits cannot be stopped from outside in any other way.
 */
export class Operation {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #onParentAbort = () => this.end();

  /** Ends with `parent`: the request, or the connection that carries the operation. */
  constructor(parent: AbortSignal) {
    this.#parent = parent;
    if (parent.aborted) this.end();
    else parent.addEventListener('abort', this.#onParentAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.detach();
    this.#controller.abort(new StopError('disconnected', 'the client left'));
  }

  /** Forgets the parent without aborting: the operation has its result. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#onParentAbort);
  }
}
