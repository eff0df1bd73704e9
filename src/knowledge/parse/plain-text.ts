import type { ParsedDocument } from './document.ts';
import { plainHeading, runInHeading } from './plain-headings.ts';
import { SectionBuilder } from './section-builder.ts';

interface Line {
  readonly start: number;
  readonly end: number;
  readonly empty: boolean;
}

const LIST_ITEM = /^\s*(?:[-*•·‣–]|\(?[0-9a-z]{1,3}[.)])\s+\S/iu;

/** Plain text: paragraphs between empty lines, headings where a line can be nothing else. */
export function parsePlainText(text: string): ParsedDocument {
  const builder = new SectionBuilder();
  let paragraph: { start: number; end: number } | undefined;

  const flush = () => {
    if (paragraph === undefined) return;
    const body = text.slice(paragraph.start, paragraph.end);
    const heading = runInHeading(body);
    if (heading !== undefined) builder.open(heading.level, heading.title);
    builder.add({ kind: LIST_ITEM.test(body) && heading === undefined ? 'list' : 'paragraph', ...paragraph });
    paragraph = undefined;
  };

  const all = [...lines(text)];
  all.forEach((line, index) => {
    if (line.empty) return flush();
    const heading =
      paragraph === undefined
        ? plainHeading(text.slice(line.start, line.end), { standsAlone: all[index + 1]?.empty ?? true })
        : undefined;
    if (heading !== undefined) {
      builder.open(heading.level, heading.title);
      builder.add({ kind: 'heading', start: line.start, end: line.end });
    } else {
      paragraph = { start: paragraph?.start ?? line.start, end: line.end };
    }
  });
  flush();
  return { title: undefined, text, sections: builder.sections() };
}

function* lines(text: string): Generator<Line> {
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n|\n|\r|\f|$/g)) {
    yield { start, end: index, empty: text.slice(start, index).trim() === '' };
    start = index + mark.length;
  }
}
