/** A stretch of a text by UTF-16 offsets, end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The span without white space at its ends; undefined when nothing is left. */
export function trimSpan(text: string, { start, end }: TextSpan): TextSpan | undefined {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text.charAt(from))) from += 1;
  while (to > from && /\s/u.test(text.charAt(to - 1))) to -= 1;
  return from < to ? { start: from, end: to } : undefined;
}
