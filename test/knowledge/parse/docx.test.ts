import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { docx, paragraph } from './build/office.ts';

const parse = async (bytes: Uint8Array) => (await parseSource(bytes, 'a.bin', 'application/octet-stream')).document;
const text = async (body: string, parts?: Parameters<typeof docx>[1]) => (await parse(docx(body, parts))).text;

const STYLES = `<w:styles>
  <w:style w:styleId="Ttl"><w:name w:val="Title"/></w:style>
  <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="own"><w:name w:val="Our clause"/><w:basedOn w:val="berschrift2"/></w:style>
  <w:style w:styleId="berschrift2"><w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
</w:styles>`;

const NUMBERING = `<w:numbering>
  <w:abstractNum w:abstractNumId="7">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
  </w:abstractNum>
  <w:abstractNum w:abstractNumId="8">
    <w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xf0b7;"/></w:lvl>
  </w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
</w:numbering>`;

const numbered = (list: number, level = 0) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

describe('a Word document', () => {
  it('has the headings that its styles make, whatever they are called', async () => {
    const body = `${paragraph('Terms', 'Ttl')}${paragraph('Part', 'berschrift1')}${paragraph('Fee', 'own')}${paragraph('Ten.')}`;
    const { sections, title } = await parse(docx(body, { styles: STYLES }));
    expect(title).toBe('Terms');
    expect(sections.map(({ headingPath }) => headingPath)).toEqual([['Terms'], ['Part'], ['Part', 'Fee']]);
  });

  it('has the numbers that Word writes in front of paragraphs', async () => {
    const body = [
      paragraph('Fees', 'berschrift1', numbered(1)),
      paragraph('Monthly', undefined, numbered(1, 1)),
      paragraph('Yearly', undefined, numbered(1, 1)),
      paragraph('Term', 'berschrift1', numbered(1)),
      paragraph('Notice', undefined, numbered(1, 1)),
      paragraph('Bolts', undefined, numbered(2)),
      paragraph('Elsewhere', undefined, numbered(3)),
    ].join('');
    expect(await text(body, { styles: STYLES, numbering: NUMBERING })).toBe(
      '1. Fees\n\n1.a) Monthly\n1.b) Yearly\n\n2. Term\n\n2.a) Notice\n- Bolts\n5. Elsewhere',
    );
  });

  it('has the cells of a table in their columns, spans and merges included', async () => {
    const table = `<w:tbl>${row(cell('Item'), cell('Q1'), cell('Q2'))}
      ${row(cell('Bolts', '<w:vMerge w:val="restart"/>'), cell('both', '<w:gridSpan w:val="2"/>'))}
      ${row(cell('hidden', '<w:vMerge/>'), cell('3'), cell('4'))}</w:tbl>`;
    const { text: written, tables } = await parse(docx(table));
    expect(written).toBe('Item | Q1 | Q2\nBolts | both | \n | 3 | 4');
    expect(tables).toMatchObject([
      {
        header: ['Item', 'Q1', 'Q2'],
        rows: [
          ['Bolts', 'both', ''],
          ['', '3', '4'],
        ],
      },
    ]);
  });

  it('has a table within a cell after the one around it, and the content of a frame as it is', async () => {
    const inner = `<w:tbl>${row(cell('x'), cell('y'))}</w:tbl>`;
    expect(await text(`<w:tbl>${row(cell('a'), cell(`${paragraph('b')}${inner}`))}</w:tbl>`)).toBe('a | b\n\nx | y');
    expect(await text(`<w:tbl>${row(cell(`${paragraph('In')}${paragraph('a box')}`))}</w:tbl>`)).toBe('In\n\na box');
  });

  it('has a footnote after the paragraph that refers to it', async () => {
    const reference =
      '<w:p><w:r><w:t>The fee is ten</w:t><w:footnoteReference w:id="2"/><w:t> percent.</w:t></w:r></w:p>';
    const footnotes = `<w:footnotes><w:footnote w:type="separator" w:id="-1">${paragraph('---x')}</w:footnote>
      <w:footnote w:id="2">${paragraph('Before taxes.')}</w:footnote></w:footnotes>`;
    expect(await text(`${reference}${paragraph('End.')}`, { footnotes })).toBe(
      'The fee is ten percent.\n\nBefore taxes.\n\nEnd.',
    );
  });

  it('has a comment after the paragraph that it is about', async () => {
    const commented = '<w:p><w:r><w:t>The fee is ten percent.</w:t><w:commentReference w:id="0"/></w:r></w:p>';
    const comments = `<w:comments><w:comment w:id="0" w:author="Ada">${paragraph('Too high?')}</w:comment></w:comments>`;
    expect(await text(`${commented}${paragraph('End.')}`, { comments })).toBe(
      'The fee is ten percent.\n\nToo high?\n\nEnd.',
    );
  });

  it('has each header and footer once, at its end', async () => {
    const header = `<w:hdr>${paragraph('Confidential')}</w:hdr>`;
    const footer = `<w:ftr>${paragraph('Version 7')}</w:ftr>`;
    const body = await parse(docx(paragraph('Body.'), { header1: header, header2: header, footer1: footer }));
    expect(body.text).toBe('Body.\n\nConfidential\n\nVersion 7');
    expect(body.sections.at(-1)?.headingPath).toEqual(['Page footer']);
  });

  it('is read as it stands with its changes accepted, without what is hidden', async () => {
    const changed = `<w:p><w:r><w:t>The fee is </w:t></w:r><w:del><w:r><w:delText>ten</w:delText></w:r></w:del>
      <w:ins><w:r><w:t>twelve</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t> secret</w:t></w:r>
      <w:r><w:t> percent</w:t><w:tab/><w:t>net</w:t></w:r></w:p>`;
    expect(await text(changed)).toBe('The fee is twelve percent\tnet');
  });

  it('has the text of fields and links, and that of a text box once', async () => {
    const link =
      '<w:p><w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r><w:hyperlink><w:r><w:t>Our site</w:t></w:r></w:hyperlink></w:p>';
    expect(await text(link)).toBe('Our site');
    const box = `<w:txbxContent>${paragraph('Note')}</w:txbxContent>`;
    const anchored = `<w:p><w:r><w:t>Body</w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await text(anchored)).toBe('Body\n\nNote');
  });

  it('may use prefixes of its own, and the strict form of the vocabulary', async () => {
    const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
    expect(await text(`<x:p xmlns:x="${strict}"><x:r><x:t>Own prefix.</x:t></x:r></x:p>`)).toBe('Own prefix.');
  });

  it('expands no entities of its own', async () => {
    const bomb = '<w:p><w:r><w:t>&lol;&amp;</w:t></w:r></w:p>';
    expect(await text(bomb)).toBe('&lol;&');
  });

  it('may say in each element anew what its vocabulary is', async () => {
    const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const box = `<graphic xmlns="http://schemas.openxmlformats.org/drawingml/2006/main"><graphicData/></graphic>`;
    const own = `<p xmlns="${word}"><r>${box}<t>One.</t></r></p><p xmlns="${word}"><r><t>Two.</t></r></p>`;
    expect(await text(own)).toBe('One.\n\nTwo.');
  });
});
