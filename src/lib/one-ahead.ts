/**
 * What `work` makes of each item, in order. The next item is begun as soon as one is done, so that it is under way while
 * the consumer is at that one; never two at once. Leaving waits for the one under way.
 */
export async function* oneAhead<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<R, void> {
  const begin = (at: number): Promise<R> | undefined => {
    const result = items.slice(at, at + 1).map(work)[0];
    result?.catch(() => {}); // should it fail before its turn, it fails when its turn comes
    return result;
  };
  let next = begin(0);
  try {
    for (let at = 1; next !== undefined; at += 1) {
      const done = await next;
      next = begin(at);
      yield done;
    }
  } finally {
    await next?.catch(() => {}); // it was thrown above, or nobody is there to hear of it
  }
}
