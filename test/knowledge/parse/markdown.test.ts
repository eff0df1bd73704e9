import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';

const paths = (markdown: string) => parseMarkdown(markdown).sections.map(({ headingPath }) => headingPath);

describe('Markdown', () => {
  it('keeps its text as it was written', () => {
    const text = '---\ntitle: T\n---\r\n\r\n# *A* `b`\r\n\r\nSome **bold** text.\r\n';
    expect(parseMarkdown(text).text).toBe(text);
  });

  it('takes its title from the front matter, else from its first heading of the first level', () => {
    expect(parseMarkdown('---\ntitle: "Master: agreement"\n---\n\n# Other\n').title).toBe('Master: agreement');
    expect(parseMarkdown('+++\ntitle = "Toml"\n+++\n\ntext').title).toBe('Toml');
    expect(parseMarkdown('## Second\n\n# First\n').title).toBe('First');
    expect(parseMarkdown('text alone').title).toBeUndefined();
  });

  it('has a section for each heading, below the headings of smaller levels', () => {
    expect(paths('Intro.\n\n# A\n\n## B\n\nx\n\n#### D\n\ny\n\n## C\n\nz\n\nSetext\n======\n\nw\n')).toEqual([
      [],
      ['A'],
      ['A', 'B'],
      ['A', 'B', 'D'],
      ['A', 'C'],
      ['Setext'],
    ]);
  });

  it('takes no heading from code, and the text of one without its markup', () => {
    expect(paths('# A [link](x) `code` <b>*em*</b>\n\n```\n# not a heading\n```\n')).toEqual([['A link code em']]);
  });

  it('leaves front matter out of its blocks', () => {
    const { sections } = parseMarkdown('---\ntitle: T\n---\n\nBody.\n');
    expect(sections.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(['paragraph']);
  });

  it('knows lists, tables and code', () => {
    const { sections } = parseMarkdown('- a\n- b\n\n| a |\n| - |\n| 1 |\n\n```\nx\n```\n');
    expect(sections.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(['list', 'table', 'code']);
  });

  it('of any length is cut at its blocks alone, though it is read in pieces', () => {
    const code = `\`\`\`sh\n${'# a comment\n\nfi\n\n'.repeat(6_000)}\`\`\``;
    const part = (name: string) => `# ${name}\n\n${`${'word '.repeat(80)}\n\n`.repeat(200)}- a\n- b\n\n${code}\n\n`;
    const text = `Intro.\n\n${part('One')}## Two\n\n${part('Three')}`;
    const { sections } = parseMarkdown(text);
    expect(sections.map(({ headingPath }) => headingPath)).toEqual([[], ['One'], ['One', 'Two'], ['Three']]);
    const blocks = sections.flatMap((section) => section.blocks);
    expect(blocks.filter(({ kind }) => kind === 'code').map(({ start, end }) => text.slice(start, end))).toEqual([
      code,
      code,
    ]);
    expect(blocks.filter(({ kind }) => kind === 'paragraph')).toHaveLength(401);
  });
});
