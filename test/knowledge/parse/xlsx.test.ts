import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { type BookParts, xlsx } from './build/office.ts';

const parse = async (parts: BookParts) =>
  (await parseSource(xlsx(parts), 'a.bin', 'application/octet-stream')).document;
const sheet = async (rows: string, parts: Omit<BookParts, 'sheets'> = {}) =>
  (await parse({ ...parts, sheets: { S: rows } })).text.replace(/^S\n\n/, '');
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (reference: string, value: string, style = 0) => `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\ mmm\\ yyyy"/><numFmt numFmtId="165" formatCode="0.0%"/>
  <numFmt numFmtId="166" formatCode="#,##0 &quot;days&quot;"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>
  <xf numFmtId="167"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>`;

describe('a workbook', () => {
  it('has a section for each sheet, and rows with their cells in columns', async () => {
    const {
      sections,
      text: all,
      tables,
    } = await parse({
      sheets: {
        Prices: `<row r="1">${text('A1', 'Item')}${text('B1', 'Price')}</row><row r="2">${text('A2', 'Bolts')}${number('B2', '3.2')}</row>`,
        Notes: `<row r="3">${text('C3', 'Without tax.')}</row>`,
      },
    });
    expect(sections.map(({ headingPath }) => headingPath)).toEqual([['Prices'], ['Notes']]);
    expect(all).toBe('Prices\n\nItem | Price\nBolts | 3.2\n\nNotes\n\nWithout tax.');
    expect(tables).toMatchObject([{ name: 'Prices', header: ['Item', 'Price'], rows: [['Bolts', '3.2']] }]);
  });

  it('shows dates, times and percentages as such, and numbers without the dust of binary fractions', async () => {
    const cells = [
      number('A1', '45107', 1),
      number('B1', '45107.5', 2),
      number('C1', '0.125', 3),
      number('D1', '1234', 4),
      number('E1', '1.5', 5),
      number('F1', '45107.75', 6),
      number('G1', '0.5625', 7),
      number('H1', '0.30000000000000004'),
    ];
    expect(await sheet(`<row r="1">${cells.join('')}</row>`, { styles: STYLES })).toBe(
      '2023-06-30 | 2023-06-30 12:00 | 12.5% | 1234 | 36:00:00 | 2023-06-30 18:00 | 13:30 | 0.3',
    );
  });

  it('counts days from 1904 where it says so', async () => {
    const properties = '<workbookPr date1904="1"/>';
    const rows = `<row r="1">${number('A1', '43645', 1)}${text('B1', 'x')}</row>`;
    expect(await sheet(rows, { styles: STYLES, properties })).toBe('2023-06-30 | x');
  });

  it('has what its formulas last came to, booleans and errors', async () => {
    const rows = `<row><c><f>SUM(A2:A9)</f><v>42</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>text</v></c></row>`;
    expect(await sheet(rows)).toBe('42 | TRUE | #N/A | text');
    // As programs write it that do not calculate.
    expect(await sheet('<row><c><f>SUM(A2:A9)</f><v></v></c><c><v>1</v></c></row>')).toBe('=SUM(A2:A9) | 1');
  });

  it('reads shared strings without their phonetic guides, line ends as spaces', async () => {
    const sharedStrings =
      '<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>two_x000D_\nlines</t></si>';
    expect(await sheet('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>', { sharedStrings })).toBe(
      '東京 | two lines',
    );
  });

  it('ends a table at an empty row, but not between the names of its columns and their numbers', async () => {
    const row = (at: number, one: string, two: string) =>
      `<row r="${at}">${text(`A${at}`, one)}${number(`B${at}`, two)}</row>`;
    const names = `<row r="1">${text('A1', 'Item')}${text('B1', 'Price')}</row>`;
    expect(await sheet(`${names}${row(3, 'Bolts', '1')}${row(4, 'Nuts', '2')}${row(6, 'Other', '3')}`)).toBe(
      'Item | Price\nBolts | 1\nNuts | 2\n\nOther | 3',
    );
  });

  it('leaves out columns that are empty throughout a table, and keeps places in the others', async () => {
    const rows = `<row r="1">${text('A1', 'a')}${text('XFD1', 'z')}</row><row r="2">${text('XFD2', 'only')}</row>`;
    expect(await sheet(rows)).toBe('a | z\n | only');
  });

  it('has its comments and text boxes after the cells', async () => {
    const comments = `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ann</author></authors>
      <commentList><comment ref="B2"><text><r><t>Without </t></r><r><t>tax</t></r></text></comment>
      <comment ref="C3"><text><t>[Threaded comment] Your version …</t></text></comment></commentList></comments>`;
    const threads = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">
      <threadedComment ref="C3"><text>Who says so?</text></threadedComment></ThreadedComments>`;
    const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:sp><xdr:txBody>
      <a:p><a:r><a:t>Preliminary figures</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`;
    const beside = { comments, threadedComment: threads, drawing };
    expect(await sheet(`<row>${text('A1', 'Bolts')}</row>`, { beside })).toBe(
      'Bolts\n\nB2: Without tax\nC3: Who says so?\n\nPreliminary figures',
    );
  });
});
