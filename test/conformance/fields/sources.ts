const SUBJECT = 'harbour cranes lift steel containers daily';

/** What makes a turn search again: a word that the scope knows, and that its first hits say nothing of. */
export const ROUNDS_ASK = `Which ${SUBJECT} beside the lighthouse?`;

/** Many sources about one subject, one that has the word, at great length, and as many about nothing of it. */
export const ROUNDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from({ length: 24 }, (_, at) => [`subject/${at}.md`, `In yard ${at} ${SUBJECT}. They ${SUBJECT}.`]),
  ...Array.from({ length: 24 }, (_, at) => [`other/${at}.md`, `Recipe ${at}: boil rice, add salt and onions.`]),
  ['long.md', `${'Gulls nest on the cliffs and ferries pass in the fog. '.repeat(12)}A lighthouse stands there.`],
]);
