/**
 * Makes pieces of text fit to be sent and stored one by one: no piece ends inside a surrogate pair, none is empty,
 * and what no database keeps (NUL, half a pair on its own) becomes U+FFFD before anyone sees it, so that stream,
 * store and replay agree.
 */
export class DeltaBuffer {
  #heldBack = '';

  /** What can be sent now; "" when nothing can. */
  push(text: string): string {
    const joined = this.#heldBack + text;
    const last = joined.charCodeAt(joined.length - 1);
    const splitsPair = last >= 0xd800 && last <= 0xdbff;
    this.#heldBack = splitsPair ? joined.slice(-1) : '';
    return storable(splitsPair ? joined.slice(0, -1) : joined);
  }

  /** What was held back for its other half, when no more text comes. */
  flush(): string {
    const rest = storable(this.#heldBack);
    this.#heldBack = '';
    return rest;
  }
}

function storable(text: string): string {
  // In Unicode mode a whole pair is one character and no surrogate.
  return text.replace(/[\p{Surrogate}\0]/gu, '\uFFFD');
}
