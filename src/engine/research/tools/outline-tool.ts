import type { JsonObject } from '../../../lib/json.ts';
import type { SourceOutline } from '../../ports/knowledge.ts';
import { integer, optional, text } from '../parameters.ts';
import { defineTool } from '../tool.ts';
import { pageOf } from './page-of.ts';
import { contextParameter, contextsFor, SEPARATOR, shown, shownPath } from './place.ts';

const MAX_SECTIONS = 12;
/** Of a source that is the only one that fits. */
const MAX_SECTIONS_OF_ONE = 80;
const MAX_SECTION_CHARS = 160;

export const outlineTool = defineTool({
  name: 'outline',
  category: 'reading',
  description: 'Lists the sources in reach with their titles, sections and page counts, without their text.',
  parameters: {
    context: optional(contextParameter),
    contains: optional(text('Only sources whose path or title contains this, whatever the case.', 200)),
    from: optional(integer('Where in the list to go on, as next of the answer before said.', 0, 1_000_000)),
  },
  async run({ context, contains = '', from = 0 }, { knowledge, signal }) {
    const slugs = contextsFor(knowledge, context);
    const wanted = contains.toLowerCase();
    const outlines = (await knowledge.outline(signal)).filter(
      ({ contextSlug, sourcePath, title }) =>
        slugs.includes(contextSlug) && `${sourcePath}\n${title}`.toLowerCase().includes(wanted),
    );
    const sections = outlines.length === 1 ? MAX_SECTIONS_OF_ONE : MAX_SECTIONS;
    const { entries, ...place } = pageOf(outlines, from, (outline) => toEntry(outline, sections));
    return { summary: { sources: outlines.length }, response: { sources: entries, ...place } };
  },
});

function toEntry(
  { contextSlug, sourcePath, title, headingPaths, pages, chunks }: SourceOutline,
  max: number,
): JsonObject {
  const sections = headingPaths.filter((path) => path.length > 0);
  return {
    context: contextSlug,
    source: shownPath(sourcePath),
    title: shown(title),
    sections: sections.slice(0, max).map((path) => shown(path.join(SEPARATOR), MAX_SECTION_CHARS)),
    ...(sections.length > max ? { more_sections: sections.length - max } : {}),
    ...(pages === null ? {} : { pages }),
    parts: chunks,
  };
}
