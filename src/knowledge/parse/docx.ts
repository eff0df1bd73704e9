import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { chartCells } from './office/chart.ts';
import { BodyWriter, noteBodies } from './office/docx/body.ts';
import { Numbering } from './office/docx/numbering.ts';
import { Styles } from './office/docx/styles.ts';
import { OfficePackage } from './office/package.ts';
import { archiveOf, type RawSource } from './raw-source.ts';
import { childAt, isElement, type XmlElement } from './xml/xml-tree.ts';

/**
 * A Word document in the order of its body. Footnotes and comments follow the paragraph that refers to them, text boxes the one
 * they are anchored in; headers and footers, each once, come last.
 */
export async function parseDocx(source: RawSource): Promise<ParsedDocument> {
  const office = new OfficePackage(archiveOf(source), source.allowance);
  const main = await office.mainPart('word/document.xml');
  const relationships = await office.relationships(main);
  const partOf = (type: string) => office.tryXml(relationships.find((each) => each.type === type)?.target);
  const charts = new Map<string, XmlElement>();
  for (const { id, type, target } of relationships) if (type === 'chart') charts.set(id, await office.xml(target));

  const writer = new DocumentWriter();
  const body = new BodyWriter(writer, {
    styles: new Styles(await partOf('styles')),
    numbering: new Numbering(await partOf('numbering')),
    notes: new Map([
      ...noteBodies(await partOf('footnotes'), 'footnote'),
      ...noteBodies(await partOf('endnotes'), 'endnote'),
      ...noteBodies(await partOf('comments'), 'comment'),
    ]),
    writeChart: (id) => {
      const chart = charts.get(id);
      if (chart !== undefined) writer.table(chartCells(chart));
    },
  });
  body.write(childAt(await office.xml(main), 'w:document', 'w:body') ?? { name: '', attributes: {}, children: [] });
  for (const type of ['header', 'footer'] as const) {
    const parts = relationships.filter((each) => each.type === type);
    await writeMargins(office, parts, { writer, body, name: type === 'header' ? 'Page header' : 'Page footer' });
  }
  return writer.finish((await office.title()) ?? body.title);
}

/** The same header often stands in several parts: for first, odd and even pages, for each section. */
async function writeMargins(
  office: OfficePackage,
  parts: readonly { readonly target: string }[],
  { writer, body, name }: { readonly writer: DocumentWriter; readonly body: BodyWriter; readonly name: string },
): Promise<void> {
  const seen = new Set<string>();
  for (const { target } of parts) {
    const root = (await office.xml(target)).children.find(isElement);
    const text = JSON.stringify(root?.children ?? []);
    if (root === undefined || seen.has(text)) continue;
    seen.add(text);
    writer.section(1, name);
    body.write(root);
  }
}
