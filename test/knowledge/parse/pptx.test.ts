import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { pptx, type SlideParts, shape } from './build/office.ts';

const parse = async (slides: readonly SlideParts[], show?: readonly number[]) =>
  (await parseSource(pptx(slides, show), 'a.bin', 'application/octet-stream')).document;

const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const cell = (content: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${content}</a:t></a:r></a:p></a:txBody></a:tc>`;
const point = (index: number, value: string) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`;

describe('a presentation', () => {
  it('has a page for each slide in the order they are shown, below its title', async () => {
    const document = await parse(
      [
        { shapes: `${shape('Shown last')}${shape('Costs', 'title')}` },
        { shapes: `${shape('Welcome', 'ctrTitle')}${shape('To all', 'subTitle')}` },
      ],
      [2, 1],
    );
    expect(document.text).toBe('Welcome\n\nTo all\n\nCosts\n\nShown last');
    expect(document.sections.map(({ headingPath }) => headingPath)).toEqual([['Welcome'], ['Costs']]);
    const pages = document.pages?.map(({ number, start, end }) => [number, document.text.slice(start, end).trim()]);
    expect(pages).toEqual([
      [1, 'Welcome\n\nTo all'],
      [2, 'Costs\n\nShown last'],
    ]);
  });

  it('has its notes, and neither footers nor numbers', async () => {
    const notes = `${shape('Pause here.', 'body')}${shape('7', 'sldNum')}`;
    const { text } = await parse([{ shapes: `${shape('Costs', 'title')}${shape('ACME', 'ftr')}`, notes }]);
    expect(text).toBe('Costs\n\nPause here.');
  });

  it('has its tables, shapes in groups and descriptions of pictures', async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Item')}${cell('Price')}</a:tr><a:tr>${cell('Bolts')}${cell('3')}</a:tr></a:tbl>`;
    const group = `<p:grpSp><p:grpSp>${shape('Within')}</p:grpSp></p:grpSp>`;
    const picture = '<p:pic><p:nvPicPr><p:cNvPr descr="A bridge at night"/></p:nvPicPr></p:pic>';
    const { text, tables } = await parse([{ shapes: `${frame(table)}${group}${picture}` }]);
    expect(text).toBe('Item | Price\nBolts | 3\n\nWithin\n\nA bridge at night');
    expect(tables).toMatchObject([{ header: ['Item', 'Price'], rows: [['Bolts', '3']], headingPath: ['Slide 1'] }]);
  });

  it('has the numbers behind its charts', async () => {
    const chart = `<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>
      <c:ser><c:tx><c:strRef><c:strCache>${point(0, 'North')}</c:strCache></c:strRef></c:tx>
      <c:cat><c:strRef><c:strCache>${point(0, '2023')}${point(1, '2024')}</c:strCache></c:strRef></c:cat>
      <c:val><c:numRef><c:numCache>${point(0, '5')}${point(1, '7')}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea>`;
    const { text } = await parse([{ shapes: frame('<c:chart r:id="rId1"/>'), chart }]);
    expect(text).toBe('Sales\n | North\n2023 | 5\n2024 | 7');
  });
});
