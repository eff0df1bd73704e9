export interface MarkdownPiece {
  /** Where it begins in the whole text. */
  readonly start: number;
  readonly text: string;
}

/** A syntax tree takes hundreds of times the memory of its text: it is made of so much of it at a time. */
const ENOUGH = 65_536;
/** Without a heading for so long, a piece ends at any paragraph. */
const TOO_MUCH = 2 * ENOUGH;
const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
const FENCE = /^\s*(`{3,}|~{3,})(.*)/;

/** A text cut where no block of Markdown reaches across: before headings, else before paragraphs that stand alone. */
export function* markdownPieces(text: string): Generator<MarkdownPiece> {
  let start = 0;
  let fence: string | undefined;
  let inComment = false;
  let afterEmpty = true;
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const isLong = index - start >= ENOUGH;
    const isBetween = fence === undefined && !inComment && afterEmpty;
    if (isLong && isBetween && begins(line, index - start >= TOO_MUCH)) {
      yield { start, text: text.slice(start, index) };
      start = index;
    }
    fence = fenceAfter(line, fence);
    inComment = isCommentOpenAfter(line, inComment);
    afterEmpty = line.trim() === '';
  }
  yield { start, text: text.slice(start) };
}

function begins(line: string, anywhere: boolean): boolean {
  return /^#{1,6}\s/.test(line) || (anywhere && /^[\p{L}\p{N}*_[(]/u.test(line) && !/^(?:\d+[.)]|[*_]\s)/.test(line));
}

function isCommentOpenAfter(line: string, isOpen: boolean): boolean {
  const [opened, closed] = [line.lastIndexOf('<!--'), line.lastIndexOf('-->')];
  return opened === closed ? isOpen : opened > closed;
}

/** The fence of the code that is open after a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, fence, rest = ''] = FENCE.exec(line) ?? [];
  if (fence === undefined) return open;
  if (open === undefined) return fence.startsWith('`') && rest.includes('`') ? undefined : fence;
  return fence.startsWith(open) && rest.trim() === '' ? undefined : open;
}
