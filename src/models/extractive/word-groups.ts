const WORDS = 4;
/** A script without spaces is cut after so many characters (code points). */
const CHARACTERS = 24;

/** Cuts a text into the pieces that are streamed. Joined they are the text; where it is cut depends on it alone. */
export function* wordGroups(text: string): Generator<string, void> {
  const groups = new RegExp(`(?:\\s*\\S+\\s*){1,${WORDS}}|\\s+`, 'gu');
  for (const [group] of text.matchAll(groups)) {
    if (group.length <= 3 * CHARACTERS) {
      yield group;
      continue;
    }
    const characters = Array.from(group);
    for (let at = 0; at < characters.length; at += CHARACTERS) yield characters.slice(at, at + CHARACTERS).join('');
  }
}
