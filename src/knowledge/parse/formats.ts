import type { ParsedDocument } from './document.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';
import { parsePlainText } from './plain-text.ts';
import type { RawSource } from './raw-source.ts';

/** A kind of document that can be read. A further format is a further file and a line in `FORMATS`. */
export interface Format {
  /** What sources of this format are reported as. */
  readonly mediaType: string;
  /** Other names that callers use for it. */
  readonly aliases: readonly string[];
  /** Without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whether the content itself says so. Looks at the first kilobyte; a maybe is a no. */
  readonly sniff: (source: RawSource) => boolean;
  readonly parse: (source: RawSource) => ParsedDocument | Promise<ParsedDocument>;
}

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

const MARKDOWN: Format = {
  mediaType: 'text/markdown',
  aliases: ['text/x-markdown'],
  extensions: ['md', 'markdown', 'mdx', 'mkd'],
  sniff: () => false, // any text is Markdown
  parse: (source) => parseMarkdown(source.text()),
};

const PLAIN_TEXT: Format = {
  mediaType: 'text/plain',
  aliases: [],
  extensions: ['txt', 'text', 'log'],
  sniff: () => false,
  parse: (source) => parsePlainText(source.text()),
};

const FORMATS: readonly Format[] = [HTML, MARKDOWN, PLAIN_TEXT];

/** The format of a source: by its content where that tells, then by its name, then by what the caller said. */
export function formatOf(source: RawSource): Format {
  const extension = /\.([^./]+)$/.exec(source.path)?.[1]?.toLowerCase() ?? '';
  const mediaType = source.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (
    FORMATS.find((format) => format.sniff(source)) ??
    FORMATS.find((format) => format.extensions.includes(extension)) ??
    FORMATS.find((format) => format.mediaType === mediaType || format.aliases.includes(mediaType)) ??
    PLAIN_TEXT
  );
}
