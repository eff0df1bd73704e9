import type { Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import type { BlockKind, ParsedDocument, ParsedTable } from './document.ts';
import { markdownPieces } from './markdown-pieces.ts';
import { SectionBuilder } from './section-builder.ts';

const FRONT_MATTER = ['yaml', 'toml'] as const;
const EXTENSIONS = {
  extensions: [gfm(), frontmatter([...FRONT_MATTER])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown([...FRONT_MATTER])],
};

/**
 * Markdown stays as it was written: what is cited must stand in the file. The syntax tree only says where things
 * begin and end.
 */
export function parseMarkdown(text: string): ParsedDocument {
  const builder = new SectionBuilder();
  const tables: ParsedTable[] = [];
  let frontTitle: string | undefined;
  let firstHeading: string | undefined;

  for (const { node, start, end } of nodesOf(text)) {
    const name: string = node.type; // front matter of other kinds than YAML has no type of its own
    if (name === 'yaml' || name === 'toml') {
      frontTitle = 'value' in node ? titleLine(node.value) : undefined;
      continue;
    }
    if (node.type === 'heading') {
      const title = plain(node);
      if (node.depth === 1) firstHeading ??= title;
      builder.open(node.depth, title);
    }
    if (node.type === 'table') tables.push({ ...cellsOf(node), headingPath: builder.path, start, end });
    builder.add({ kind: KINDS[node.type] ?? 'paragraph', start, end });
  }
  const title = frontTitle ?? firstHeading;
  return { title, text, sections: builder.sections(), ...(tables.length > 0 && { tables }) };
}

/** The outermost nodes, with their places in the text. */
function* nodesOf(text: string) {
  for (const piece of markdownPieces(text)) {
    for (const node of fromMarkdown(piece.text, EXTENSIONS).children) {
      const { start, end } = node.position ?? {};
      if (start?.offset === undefined || end?.offset === undefined) continue;
      yield { node, start: piece.start + start.offset, end: piece.start + end.offset };
    }
  }
}

/** The first row of a Markdown table names its columns. */
function cellsOf(table: Table): Pick<ParsedTable, 'name' | 'header' | 'rows'> {
  const [header = [], ...rows] = table.children.map((row) => row.children.map((cell) => plain(cell).trim()));
  return { name: undefined, header, rows };
}

const KINDS: Readonly<Partial<Record<RootContent['type'], BlockKind>>> = {
  heading: 'heading',
  list: 'list',
  table: 'table',
  code: 'code',
};

/** A node's text without its markup. */
function plain(node: Nodes): string {
  if ('children' in node) return node.children.map(plain).join('');
  if (node.type === 'html') return '';
  if (node.type === 'break') return ' ';
  return 'value' in node ? node.value : '';
}

/** `title:` of the front matter, without a YAML parser: one line is all that it may take. */
function titleLine(frontMatter: string): string | undefined {
  const value = /^title\s*[:=]\s*(.+)$/m.exec(frontMatter)?.[1]?.trim();
  const title = value?.replace(/^(["'])(.*)\1$/, '$2').trim();
  return title === '' ? undefined : title;
}
