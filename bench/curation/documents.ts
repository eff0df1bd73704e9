/** A Markdown file. */
export interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

const FUNCTION_WORDS = 'the of and to in is that for it with as was on be by are this from which not'.split(' ');
const SYLLABLES = 'ba co di fe gu ha jo ki lu ma ne po qui ra su ti vo wa xe yo zu bren cal dor fin gran'.split(' ');
const ENDINGS = ['', '', 'tion', 'ment', 'ing', 'er', 'al', 'ity'];
const VOCABULARY = 6_000;
const FOLDERS = 100;

/**
 * Documents with what real ones have: headings, paragraphs, lists, tables, code. Their words are as unevenly used as
 * those of a language. The same seed gives the same documents, and document `n` does not depend on how many there are.
 */
export function* generateDocuments(count: number, bytesEach: number, seed = 1): Generator<GeneratedDocument, void> {
  for (let index = 0; index < count; index += 1) yield generateDocument(index, bytesEach, seed);
}

export function generateDocument(index: number, bytesEach: number, seed = 1): GeneratedDocument {
  const random = randomFrom(seed * 1_000_003 + index);
  const folder = String(index % FOLDERS).padStart(2, '0');
  const title = capital(words(random, 3));
  const parts = [`# ${title} ${index}`, `The reference number of ${title} is R-${index}.`];
  for (let length = 0; length < bytesEach; ) {
    const part = block(random);
    parts.push(part);
    length += part.length + 2;
  }
  return {
    path: `folder-${folder}/document-${String(index).padStart(6, '0')}.md`,
    text: `${parts.join('\n\n')}\n`.slice(0, bytesEach),
  };
}

function block(random: () => number): string {
  const kind = random();
  if (kind < 0.12) return `## ${capital(words(random, 2 + Math.floor(random() * 3)))}`;
  if (kind < 0.22) return list(random, (line) => `- ${line}`);
  if (kind < 0.28) return `| name | value |\n| --- | --- |\n${list(random, (line) => `| ${line} | 12 |`)}`;
  if (kind < 0.31) return `\`\`\`\n${list(random, (line) => `${line};`)}\n\`\`\``;
  return Array.from({ length: 3 + Math.floor(random() * 4) }, () => sentence(random)).join(' ');
}

function list(random: () => number, toLine: (text: string) => string): string {
  return Array.from({ length: 3 + Math.floor(random() * 4) }, () => toLine(words(random, 4))).join('\n');
}

function sentence(random: () => number): string {
  return `${capital(words(random, 8 + Math.floor(random() * 12)))}.`;
}

function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ');
}

function word(random: () => number): string {
  if (random() < 0.4) return FUNCTION_WORDS[Math.floor(random() * FUNCTION_WORDS.length)] ?? 'the';
  // Zipf's law, about: the rank is the exponential of an even draw.
  const rank = Math.floor(VOCABULARY ** random()) - 1;
  const own = randomFrom(rank);
  const syllables = 2 + Math.floor(own() * 2);
  const stem = Array.from({ length: syllables }, () => SYLLABLES[Math.floor(own() * SYLLABLES.length)]).join('');
  return stem + (ENDINGS[Math.floor(own() * ENDINGS.length)] ?? '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The generator "mulberry32": small, and even enough for texts. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
