import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { chartCells } from './office/chart.ts';
import { OfficePackage } from './office/package.ts';
import { paragraphsOf } from './office/pptx/slide.ts';
import { commentLines } from './office/xlsx/comments.ts';
import { NumberFormats } from './office/xlsx/number-format.ts';
import { readSharedStrings, readSheet } from './office/xlsx/sheet.ts';
import { SheetWriter } from './office/xlsx/write-sheet.ts';
import { archiveOf, type RawSource } from './raw-source.ts';
import { childAt, childrenNamed } from './xml/xml-tree.ts';

/** A workbook: a section for each sheet, in it the tables that empty rows set apart, then what lies beside its cells. */
export async function parseXlsx(source: RawSource): Promise<ParsedDocument> {
  const office = new OfficePackage(archiveOf(source), source.allowance);
  const main = await office.mainPart('xl/workbook.xml');
  const workbook = childAt(await office.xml(main), 'workbook');
  const relationships = await office.relationships(main);
  const partOf = (type: string) => relationships.find((each) => each.type === type)?.target;
  const strings = partOf('sharedStrings');
  const date1904 = childAt(workbook, 'workbookPr')?.attributes['date1904'];
  const context = {
    sharedStrings: strings === undefined ? [] : readSharedStrings(await office.bytes(strings)),
    formats: new NumberFormats(await office.tryXml(partOf('styles')), /^(?:1|true)$/.test(date1904 ?? '')),
  };

  const writer = new DocumentWriter();
  for (const { attributes } of childrenNamed(childAt(workbook, 'sheets'), 'sheet')) {
    const part = relationships.find(({ id }) => id === attributes['r:id']);
    if (part === undefined) continue;
    const name = attributes['name'] ?? '';
    writer.heading(1, name);
    if (part.type === 'worksheet') {
      const rows = new SheetWriter(writer, name);
      readSheet(await office.bytes(part.target), context, (row) => rows.add(row));
      rows.end();
    }
    await writeBesideCells(office, part.target, writer);
  }
  return writer.finish(await office.title());
}

/** What lies on a sheet or hangs on its cells: text boxes, charts, comments. */
async function writeBesideCells(office: OfficePackage, sheet: string, writer: DocumentWriter): Promise<void> {
  for (const { type, target: part } of await office.relationships(sheet)) {
    if (type === 'comments' || type === 'threadedComment') {
      writer.block('list', commentLines(await office.xml(part), type).join('\n'));
    }
    if (type !== 'drawing') continue;
    writer.block('paragraph', paragraphsOf(await office.xml(part)).join('\n'));
    for (const inner of await office.relationships(part)) {
      if (inner.type === 'chart') writer.table(chartCells(await office.xml(inner.target)));
    }
  }
}
