import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/knowledge/parse/document.ts';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { PIXEL, pdf } from './build/pdf.ts';

const parse = async (bytes: Uint8Array) => (await parseSource(bytes, 'a.bin', 'application/octet-stream')).document;
const paths = ({ sections }: ParsedDocument) => sections.map(({ headingPath }) => headingPath.join(' › '));
const pageText = ({ pages, text }: ParsedDocument, number: number) => {
  const page = pages?.find((each) => each.number === number);
  return text.slice(page?.start, page?.end);
};
const SENTENCE = 'The supplier shall deliver the goods to the place that the parties have agreed upon in writing. ';

describe('a PDF', () => {
  it('is read page by page, in paragraphs without the ends of their lines', async () => {
    const bytes = await pdf((page) => {
      page.text(SENTENCE.repeat(3));
      page.addPage().text('The second page.');
    });
    const document = await parse(bytes);
    expect(pageText(document, 1).trim()).toBe(SENTENCE.repeat(3).trim());
    expect(pageText(document, 2).trim()).toBe('The second page.');
  });

  it('has the headings of its outline, at their levels', async () => {
    const bytes = await pdf((page) => {
      const chapter = page.outline.addItem('Delivery');
      page.text('1. Delivery').moveDown().text(SENTENCE).moveDown();
      chapter.addItem('Delay');
      page.text('1.1 Delay').moveDown().text('Each day of delay costs a fee.');
    });
    expect(paths(await parse(bytes))).toEqual(['1. Delivery', '1. Delivery › 1.1 Delay']);
  });

  it('has headings where letters are larger, without an outline', async () => {
    const bytes = await pdf((page) => {
      page.fontSize(24).text('Terms').fontSize(16).text('Delivery').fontSize(11).moveDown().text(SENTENCE.repeat(2));
    });
    expect(paths(await parse(bytes))).toEqual(['Terms', 'Terms › Delivery']);
  });

  it('has headings where a line of its own is in bold letters', async () => {
    const bytes = await pdf((page) => {
      page.font('Helvetica-Bold').text('Delivery').font('Helvetica').moveDown().text(SENTENCE.repeat(2)).moveDown();
      page.font('Helvetica-Bold').text('Note. ', { continued: true }).font('Helvetica').text(SENTENCE);
    });
    expect(paths(await parse(bytes))).toEqual(['Delivery']);
  });

  it('has no heading where every page says the same at its top or foot', async () => {
    const bytes = await pdf((page) => {
      for (const number of [1, 2, 3, 4]) {
        if (number > 1) page.addPage();
        page.fontSize(18).text(`ACME Ltd. – page ${number}`).moveDown();
        page
          .fontSize(14)
          .text(`Part ${'ABCD'[number - 1]}`)
          .fontSize(10)
          .moveDown()
          .text(SENTENCE.repeat(3));
      }
    });
    expect(paths(await parse(bytes))).toEqual(['', 'Part A', 'Part B', 'Part C', 'Part D']);
  });

  it('is read column by column, and what spans the columns in its place', async () => {
    const left = Array.from({ length: 8 }, (_, line) => `This is line ${line} of the left column here`);
    const right = Array.from({ length: 8 }, (_, line) => `This is line ${line} of the right column here`);
    const bytes = await pdf((page) => {
      page.fontSize(10).text('A title that spans both columns of this page, from its left edge to its right', 72, 60);
      // Written line by line across the page, as some programs do.
      left.forEach((line, index) => {
        page.text(line, 72, 100 + index * 14, { lineBreak: false });
        page.text(right[index] ?? '', 330, 100 + index * 14, { lineBreak: false });
      });
    });
    const text = (await parse(bytes)).text.replace(/\s+/g, ' ');
    expect(text).toContain(left.join(' '));
    expect(text).toContain(right.join(' '));
    expect(text.indexOf('spans both')).toBeLessThan(text.indexOf(left[0] ?? ''));
    expect(text.indexOf(left[7] ?? '')).toBeLessThan(text.indexOf(right[0] ?? ''));
  });

  it('has the rows of a table on lines, whatever order their cells were written in', async () => {
    const cells = [
      ['Item', 'Price'],
      ['Bolts', '3.20'],
      ['Nuts', '1.10'],
      ['Washers', '0.40'],
      ['Screws', '2.75'],
    ];
    const bytes = await pdf((page) => {
      for (const column of [0, 1]) {
        cells.forEach((row, index) => {
          page.text(row[column] ?? '', 72 + column * 200, 100 + index * 16, { lineBreak: false });
        });
      }
    });
    const { text, tables } = await parse(bytes);
    expect(text).toBe(cells.map((row) => row.join('\t')).join('\n'));
    expect(tables).toMatchObject([{ header: cells[0], rows: cells.slice(1) }]);
  });

  it('says what was filled into its form', async () => {
    const bytes = await pdf((page) => {
      page.text('Application').initForm();
      page.formText('applicant', 72, 120, 200, 20, { value: 'Ada Lovelace' });
      page.formText('empty', 72, 150, 200, 20, {});
    });
    expect((await parse(bytes)).text).toMatch(/applicant: Ada Lovelace$/);
  });

  it('has the title that its author gave it, and no file name for one', async () => {
    const titled = await pdf((page) => page.text('text'), { info: { Title: 'Terms of delivery' } });
    expect((await parse(titled)).title).toBe('Terms of delivery');
    const named = await pdf((page) => page.text('text'), { info: { Title: 'Microsoft Word - terms.doc' } });
    expect((await parse(named)).title).toBeUndefined();
  });

  it('notes which of its pages are pictures', async () => {
    const bytes = await pdf((page) => {
      page.text('text').addPage().image(PIXEL, 0, 0, { width: 500 });
      page.addPage(); // blank: nothing is missing
    });
    expect((await parse(bytes)).notes).toEqual([
      'Page 2 is a picture without text. Run OCR over the PDF to have all of it found.',
    ]);
  });
});

describe('a PDF that cannot be read says why', () => {
  it('when it is encrypted, and not when everybody may open it', async () => {
    const secret = await pdf((page) => page.text('text'), { userPassword: 'secret', pdfVersion: '1.7' });
    await expect(parse(secret)).rejects.toThrow('The PDF is encrypted. Remove the password and add it again.');
    const restricted = await pdf((page) => page.text('open'), { ownerPassword: 'secret', pdfVersion: '1.7' });
    expect((await parse(restricted)).text).toBe('open');
  });

  it('when its pages are pictures, or blank', async () => {
    const scan = await pdf((page) => page.image(PIXEL, 0, 0, { width: 500 }));
    await expect(parse(scan)).rejects.toThrow(/pictures \(a scan\)\. Run OCR/);
    await expect(parse(await pdf(() => {}))).rejects.toThrow(/no text on any of its pages/);
  });

  it('when it is cut off', async () => {
    await expect(parse(Buffer.from('%PDF-1.7\n1 0 obj'))).rejects.toThrow('The PDF is damaged or cut off');
  });

  it('and the next one is read', async () => {
    await expect(parse(Buffer.from('%PDF-1.7 nonsense'))).rejects.toThrow(/damaged/);
    expect((await parse(await pdf((page) => page.text('fine')))).text).toBe('fine');
  });
});
