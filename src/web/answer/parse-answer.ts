/** A piece of a line: plain, emphasised, code, or the number of a source. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'marker'; readonly number: number };

/** `source` is the text that the block was read from: equal sources are equal blocks. */
export type Block = { readonly source: string } & (
  | { readonly kind: 'paragraph' | 'heading'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
);

const BULLET = /^\s{0,3}[-*•]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*)$/;
const FENCE = /^```/;

/**
 * Reads the little Markdown that answers are written in: paragraphs, lists, headings, fenced code, `**strong**`,
 * `` `code` `` and source numbers like `[2]`. Whatever is none of these stays text, so no word is lost, also while the
 * answer is still arriving.
 */
export function parseAnswer(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let at = 0;
  const takeWhile = (accepts: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && accepts(lines[at] ?? '')) at += 1;
    return lines.slice(start, at);
  };

  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
    } else if (FENCE.test(line)) {
      at += 1;
      const body = takeWhile((next) => !FENCE.test(next));
      at += 1;
      blocks.push({ kind: 'code', text: body.join('\n'), source: `code\n${body.join('\n')}` });
    } else if (HEADING.test(line)) {
      at += 1;
      blocks.push({ kind: 'heading', inline: parseInline(HEADING.exec(line)?.[1] ?? ''), source: line });
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const item = BULLET.test(line) ? BULLET : NUMBER;
      const body = takeWhile((next) => item.test(next));
      const items = body.map((next) => parseInline(item.exec(next)?.[1] ?? ''));
      blocks.push({ kind: 'list', ordered: item === NUMBER, items, source: body.join('\n') });
    } else {
      const body = takeWhile((next) => isProse(next)).join('\n');
      blocks.push({ kind: 'paragraph', inline: parseInline(body), source: body });
    }
  }
  return blocks;
}

/**
 * A growing text without a last line that may yet become a list item, a heading or a fence: shown too early, it would
 * be a paragraph for a moment and then jump.
 */
export function withoutOpenLine(text: string): string {
  return text.replace(/(?:^|\n) {0,3}(?:[-*•]|\d{1,3}[.)]?|#{1,6}|`{1,3})$/, '');
}

function isProse(line: string): boolean {
  return line.trim() !== '' && ![FENCE, HEADING, BULLET, NUMBER].some((start) => start.test(line));
}

function parseInline(text: string): readonly Inline[] {
  const inline: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(/\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[(\d{1,3})\]/g)) {
    const [whole, strong, code, number] = match;
    const before = text.slice(from, match.index);
    // A source number clings to the word before it, so that it never starts a line of its own.
    const plain = number === undefined ? before : before.trimEnd();
    if (plain !== '') inline.push({ kind: 'text', text: plain });
    if (strong !== undefined) inline.push({ kind: 'strong', text: strong });
    else if (code !== undefined) inline.push({ kind: 'code', text: code });
    else inline.push({ kind: 'marker', number: Number(number) });
    from = match.index + whole.length;
  }
  if (from < text.length) inline.push({ kind: 'text', text: text.slice(from) });
  return inline;
}
