import { zip } from './zip.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const SLIDES = 'http://schemas.openxmlformats.org/presentationml/2006/main';

type Parts = Readonly<Record<string, string>>;

/** A relationships part: ids `rId1` onwards, in the order of the targets. */
export function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const rows = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

function officePackage(main: string, parts: Parts): Uint8Array {
  return zip({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relationships([['officeDocument', main]]),
    ...parts,
  });
}

/** A Word document of a body. Further parts by their type: `styles`, `footnotes`, `header`. */
export function docx(body: string, parts: Parts = {}): Uint8Array {
  const types = Object.keys(parts);
  const files = types.map((type) => [`word/${type}.xml`, word(parts[type] ?? '')] as const);
  return officePackage('word/document.xml', {
    'word/document.xml': word(`<w:document><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': relationships(types.map((type) => [type.replace(/\d+$/, ''), `${type}.xml`])),
    ...Object.fromEntries(files),
  });
}

function word(xml: string): string {
  return xml.replace(/^<([\w:]+)/, `<$1 xmlns:w="${WORD}" xmlns:mc="urn:mc" xmlns:wps="urn:wps"`);
}

/** A paragraph, in a style where one is given. */
export function paragraph(text: string, style?: string, numbering = ''): string {
  const properties = style === undefined && numbering === '' ? '' : `<w:pPr>${styled(style)}${numbering}</w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function styled(style: string | undefined): string {
  return style === undefined ? '' : `<w:pStyle w:val="${style}"/>`;
}

export interface BookParts {
  /** Rows of each sheet, by its name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** What the first sheet refers to, by its kind: `comments`, `drawing`. */
  readonly beside?: Readonly<Record<string, string>>;
}

export function xlsx({ sheets, sharedStrings = '', styles = '', properties = '', beside = {} }: BookParts): Uint8Array {
  const names = Object.keys(sheets);
  const targets = [
    ...names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
    ['sharedStrings', 'sharedStrings.xml'] as const,
    ['styles', 'styles.xml'] as const,
  ];
  const entries = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const bodies = names.map(
    (name, index) =>
      [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${SHEET}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ] as const,
  );
  return officePackage('xl/workbook.xml', {
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}">${properties}<sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(targets),
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${sharedStrings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}">${styles}</styleSheet>`,
    ...Object.fromEntries(bodies),
    'xl/worksheets/_rels/sheet1.xml.rels': relationships(Object.keys(beside).map((kind) => [kind, `../${kind}1.xml`])),
    ...Object.fromEntries(Object.entries(beside).map(([kind, part]) => [`xl/${kind}1.xml`, part])),
  });
}

export interface SlideParts {
  readonly shapes: string;
  readonly notes?: string;
  readonly chart?: string;
}

/** Slides in the order of `show`, which lists them from 1; as they are given when absent. */
export function pptx(
  slides: readonly SlideParts[],
  show: readonly number[] = slides.map((_, at) => at + 1),
): Uint8Array {
  const parts: Record<string, string> = {};
  slides.forEach(({ shapes, notes, chart }, index) => {
    const number = index + 1;
    const targets: [string, string][] = [];
    if (notes !== undefined) targets.push(['notesSlide', `../notesSlides/notes${number}.xml`]);
    if (chart !== undefined) targets.push(['chart', `../charts/chart${number}.xml`]);
    parts[`ppt/slides/slide${number}.xml`] = slide('p:sld', shapes);
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(targets);
    if (notes !== undefined) parts[`ppt/notesSlides/notes${number}.xml`] = slide('p:notes', notes);
    if (chart !== undefined) parts[`ppt/charts/chart${number}.xml`] = chartSpace(chart);
  });
  const list = show.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join('');
  return officePackage('ppt/presentation.xml', {
    'ppt/presentation.xml': `<p:presentation xmlns:p="${SLIDES}" xmlns:r="${OFFICE}"><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => ['slide', `slides/slide${index + 1}.xml`]),
    ),
    ...parts,
  });
}

function slide(root: string, shapes: string): string {
  const namespaces = `xmlns:p="${SLIDES}" xmlns:a="${DRAWING}/main" xmlns:c="${DRAWING}/chart" xmlns:r="${OFFICE}"`;
  return `<${root} ${namespaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></${root}>`;
}

function chartSpace(chart: string): string {
  return `<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart>${chart}</c:chart></c:chartSpace>`;
}

export function shape(text: string, placeholder?: string): string {
  const kind = placeholder === undefined ? '' : `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`;
  return `<p:sp><p:nvSpPr>${kind}</p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
}
