type Release = () => void | Promise<void>;

/**
 * Things to release together, last one first: what `AsyncDisposableStack` is where the runtime has it. A release that
 * fails does not keep the others from theirs; its error is thrown when all are done.
 */
export class Disposables implements AsyncDisposable {
  #releases: Release[] = [];

  use<T extends Disposable | AsyncDisposable>(value: T): T {
    this.#releases.push(() =>
      Symbol.asyncDispose in value ? Promise.resolve(value[Symbol.asyncDispose]()) : value[Symbol.dispose](),
    );
    return value;
  }

  defer(release: Release): void {
    this.#releases.push(release);
  }

  /** Hands everything to a new owner; disposing this one then releases nothing. */
  move(): Disposables {
    const moved = new Disposables();
    moved.#releases = this.#releases;
    this.#releases = [];
    return moved;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const releases = this.#releases.toReversed();
    this.#releases = [];
    const errors: unknown[] = [];
    for (const release of releases) {
      try {
        await release();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'several releases failed');
  }
}
