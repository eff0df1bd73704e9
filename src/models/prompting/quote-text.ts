import { cutText, visibleText } from '../../lib/visible-text.ts';

/** What every line of quoted text begins with, and no line of a prompt's own does. */
export const QUOTE_MARK = '> ';
const MAX_NAME_CHARS = 400;

/**
 * Text of others, as a prompt shows it. Each of its lines is marked, so that no text can end its own quotation: a line
 * without the mark is the prompt's.
 */
export function quoteText(text: string): string {
  return visibleText(text)
    .split('\n')
    .map((line) => `${QUOTE_MARK}${line}`.trimEnd())
    .join('\n');
}

/** A name that others gave, such as a path or a heading: one line, with quotes that it cannot close. */
export function quoteName(name: string): string {
  return JSON.stringify(cutText(visibleText(name), MAX_NAME_CHARS));
}
