import { looksLikeCsv, parseCsv } from './csv.ts';
import type { Format } from './format.ts';
import { parseHtml } from './html.ts';
import { looksLikeJson, looksLikeJsonLines, parseJson, parseJsonLines } from './json.ts';
import { looksLikeMail } from './mail/looks-like-mail.ts';
import { parseMail, parseMbox } from './mail.ts';
import { parseMarkdown } from './markdown.ts';
import { parsePlainText } from './plain-text.ts';
import type { RawSource } from './raw-source.ts';
import { MAX_CONTAINER_BYTES } from './source-size.ts';

const MBOX: Format = {
  mediaType: 'application/mbox',
  aliases: [],
  extensions: ['mbox'],
  maxBytes: MAX_CONTAINER_BYTES,
  sniff: ({ head }) => /^From \S+.*\r?\n/.test(head) && looksLikeMail(head.slice(head.indexOf('\n') + 1)),
  parse: ({ bytes }, readPart) => parseMbox(bytes, readPart),
};

const MAIL: Format = {
  mediaType: 'message/rfc822',
  aliases: [],
  extensions: ['eml'],
  maxBytes: MAX_CONTAINER_BYTES,
  // A message that was saved as a text of two bytes a character is read as that text.
  sniff: ({ head }) => looksLikeMail(head.replace(/^[\u00fe\u00ff]{2}|^\u00ef\u00bb\u00bf|\0/g, '')),
  parse: (source, readPart) =>
    parseMail(source.head.includes('\0') ? Buffer.from(source.text()) : source.bytes, readPart),
};

const HTML: Format = {
  mediaType: 'text/html',
  aliases: ['application/xhtml+xml'],
  extensions: ['html', 'htm', 'xhtml'],
  // UTF-16 puts a zero byte beside each character of the head.
  sniff: ({ head }) =>
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
      head.replace(/^[^\s<]{2,3}|\0/g, ''),
    ),
  parse: (source) => parseHtml(source.text()),
};

const JSON_LINES: Format = {
  mediaType: 'application/jsonl',
  aliases: ['application/x-ndjson', 'application/json-lines', 'application/x-jsonlines'],
  extensions: ['jsonl', 'ndjson'],
  sniff: (source) => opensLike(source, /[{[]/) && looksLikeJsonLines(source.text()),
  parse: (source) => parseJsonLines(source.text()),
};

const JSON_TEXT: Format = {
  mediaType: 'application/json',
  aliases: ['text/json', 'application/geo+json', 'application/ld+json'],
  extensions: ['json', 'geojson', 'jsonld'],
  sniff: (source) => opensLike(source, /[{[]/) && looksLikeJson(source.text()),
  parse: (source) => parseJson(source.text()),
};

const MARKDOWN: Format = {
  mediaType: 'text/markdown',
  aliases: ['text/x-markdown'],
  extensions: ['md', 'markdown', 'mdx', 'mkd'],
  sniff: () => false, // any text is Markdown
  parse: (source) => parseMarkdown(source.text()),
};

const CSV: Format = {
  mediaType: 'text/csv',
  aliases: ['text/tab-separated-values', 'application/csv'],
  extensions: ['csv', 'tsv', 'tab'],
  sniff: () => false, // asked only where the name says nothing
  parse: (source) => parseCsv(source.text()),
};

const PLAIN_TEXT: Format = {
  mediaType: 'text/plain',
  aliases: [],
  extensions: ['txt', 'text', 'log'],
  sniff: () => false,
  parse: (source) => parsePlainText(source.text()),
};

/** Texts. Those that say themselves what they are come first. */
export const TEXT_FORMATS: readonly Format[] = [MBOX, MAIL, HTML, JSON_LINES, JSON_TEXT, MARKDOWN, CSV, PLAIN_TEXT];

/** What a text is that neither says nor is named for what it is. */
export function formatOfNamelessText(source: RawSource): Format {
  return looksLikeCsv(source.text().slice(0, 8_192)) ? CSV : PLAIN_TEXT;
}

/** Whether the first character beyond white space and marks is one of these: cheap enough to ask every text. */
function opensLike({ head }: RawSource, sign: RegExp): boolean {
  return sign.test(head.replace(/^[\u00ef\u00bb\u00bf\u00fe\u00ff\0\s]+/, '').charAt(0));
}
