import type { TableCells } from '../table-cells.ts';
import { childAt, childrenNamed, descendantsNamed, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** The numbers behind a chart, one row a category, one column a series. Empty where the part holds none. */
export function chartCells(part: XmlElement): TableCells {
  const chart = childAt(part, 'c:chartSpace', 'c:chart');
  const title = childAt(chart, 'c:title');
  const name = title === undefined ? '' : [...descendantsNamed(title, 'a:t')].map(textOf).join('');
  const plot = childAt(chart, 'c:plotArea');
  const series = plot === undefined ? [] : [...descendantsNamed(plot, 'c:ser')];
  const columns = series.map((each) => ({
    name: pointsOf(childAt(each, 'c:tx')).get(0) ?? '',
    categories: pointsOf(childAt(each, 'c:cat') ?? childAt(each, 'c:xVal')),
    values: pointsOf(childAt(each, 'c:val') ?? childAt(each, 'c:yVal')),
  }));
  const places = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].toSorted((a, b) => a - b);
  const rows = places.map((place) => [
    columns.find(({ categories }) => categories.has(place))?.categories.get(place) ?? '',
    ...columns.map(({ values }) => values.get(place) ?? ''),
  ]);
  const header = ['', ...columns.map((column) => column.name)];
  return { name: name === '' ? undefined : name, hasHeader: true, rows: rows.length === 0 ? [] : [header, ...rows] };
}

/** Cached values by index. */
function pointsOf(element: XmlElement | undefined): ReadonlyMap<number, string> {
  if (element === undefined) return new Map();
  return new Map(
    [...descendantsNamed(element, 'c:pt')].map((point) => [
      Number(point.attributes['idx'] ?? 0),
      childrenNamed(point, 'c:v').map(textOf).join(''),
    ]),
  );
}
