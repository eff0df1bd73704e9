/**
 * What `work` makes of each item, in the items' order, with at most `width` of them under way. Items are drawn as there
 * is room. Leaving waits for what is under way.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const underWay: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      result.catch(() => {}); // should it fail before its turn, it fails when its turn comes
      underWay.push(result);
      if (underWay.length < width) continue;
      const first = underWay.shift();
      if (first !== undefined) yield await first;
    }
    for (let first = underWay.shift(); first !== undefined; first = underWay.shift()) yield await first;
  } finally {
    await Promise.allSettled(underWay);
  }
}
