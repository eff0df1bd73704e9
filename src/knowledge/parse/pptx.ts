import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { chartCells } from './office/chart.ts';
import { OfficePackage } from './office/package.ts';
import { paragraphsOf, writeNotes, writeSlide } from './office/pptx/slide.ts';
import { archiveOf, type RawSource } from './raw-source.ts';
import { childAt, childrenNamed, type XmlElement } from './xml/xml-tree.ts';

/** A presentation: a page for each slide in the order they are shown, its speaker's notes below it. */
export async function parsePptx(source: RawSource): Promise<ParsedDocument> {
  const office = new OfficePackage(archiveOf(source), source.allowance);
  const main = await office.mainPart('ppt/presentation.xml');
  const presentation = childAt(await office.xml(main), 'p:presentation');
  const relationships = await office.relationships(main);
  const writer = new DocumentWriter();
  let number = 0;
  for (const { attributes } of childrenNamed(childAt(presentation, 'p:sldIdLst'), 'p:sldId')) {
    const part = relationships.find(({ id }) => id === attributes['r:id'])?.target;
    number += 1;
    writer.page(number);
    if (part === undefined) continue;
    writer.section(1, `Slide ${number}`);
    await writeSlidePart(office, part, writer);
  }
  return writer.finish(await office.title());
}

async function writeSlidePart(office: OfficePackage, part: string, writer: DocumentWriter): Promise<void> {
  const slide = await office.xml(part);
  const byId = new Map<string, XmlElement>();
  let notes: XmlElement | undefined;
  for (const { id, type, target } of await office.relationships(part)) {
    if (type === 'chart' || type === 'diagramData') byId.set(id, await office.xml(target));
    if (type === 'notesSlide') notes = await office.xml(target);
  }
  writeSlide(slide, writer, {
    writeChart: (id) => {
      const chart = byId.get(id);
      if (chart !== undefined) writer.table(chartCells(chart));
    },
    writeDiagram: (id) => {
      for (const text of paragraphsOf(byId.get(id) ?? { name: '', attributes: {}, children: [] })) {
        writer.block('list', text);
      }
    },
  });
  if (notes !== undefined) writeNotes(notes, writer);
}
