const KNOWN = /^(?:from|to|cc|subject|date|message-id|mime-version|received|return-path|delivered-to|content-type)$/i;

/** Whether a text begins with the header of a message: names and values, three of them such as only mail has. */
export function looksLikeMail(head: string): boolean {
  let known = 0;
  // The last line may be cut off.
  for (const line of head.split(/\r?\n/).slice(0, -1)) {
    if (line === '') break;
    if (/^[ \t]/.test(line)) continue;
    const name = /^([\w-]+):/.exec(line)?.[1];
    if (name === undefined) return false;
    if (KNOWN.test(name)) known += 1;
  }
  return known >= 3;
}
