import { cutText, visibleText } from '../../../lib/visible-text.ts';
import type { Chunk } from '../../ports/knowledge.ts';
import type { TurnScope } from '../../turn-scope.ts';
import { type ArgumentsOf, integer, optional, ToolFault, text } from '../parameters.ts';
import { defineTool } from '../tool.ts';
import { contextParameter, contextsFor, placeOf, SEPARATOR, sourceParameter } from './place.ts';

const MAX_CHARS = 14_000;
const MAX_NUMBER = 1_000_000;

const parameters = {
  source: sourceParameter,
  context: optional(contextParameter),
  section: optional(
    text('Only this section and those below it: its heading, or the whole path as outline gives it.', 1_000),
  ),
  first_page: optional(integer('Only from this page on.', 1, MAX_NUMBER)),
  last_page: optional(integer('Only up to this page.', 1, MAX_NUMBER)),
  from_part: optional(integer('Only from this part on, as next_part of the answer before said.', 0, MAX_NUMBER)),
};

type ReadArguments = ArgumentsOf<typeof parameters>;

export const readSourceTool = defineTool({
  name: 'read_source',
  category: 'reading',
  description: 'Reads a source: all of it, one section, or some pages. A long one comes in pieces.',
  parameters,
  async run(args, scope) {
    const { given, left } = await read(args, scope);
    scope.ledger.found(given.map(({ id }) => id));
    const next = left[0]?.ordinal;
    return {
      read: given,
      summary: { parts: given.length, chars: charsOf(given), left: left.length },
      response: {
        parts: given.map((chunk) => ({ ...placeOf(chunk), text: cutText(visibleText(chunk.text), MAX_CHARS) })),
        ...(next === undefined ? {} : { next_part: next }),
      },
    };
  },
});

/** The chunks that were asked for: those that fit, and those that do not. */
async function read(
  args: ReadArguments,
  scope: TurnScope,
): Promise<{ given: readonly Chunk[]; left: readonly Chunk[] }> {
  const chunks = await chunksOf(args, scope);
  const wanted = chunks.filter((chunk) => isWanted(chunk, args));
  if (wanted.length === 0) throw new ToolFault(nothingWanted(chunks, args));
  let chars = 0;
  let count = 0;
  for (const chunk of wanted) {
    chars += chunk.text.length;
    if (count > 0 && chars > MAX_CHARS) break;
    count += 1;
  }
  return { given: wanted.slice(0, count), left: wanted.slice(count) };
}

async function chunksOf(
  { source, context }: ReadArguments,
  { knowledge, signal }: TurnScope,
): Promise<readonly Chunk[]> {
  const found: (readonly Chunk[])[] = [];
  for (const slug of contextsFor(knowledge, context)) {
    const chunks = await knowledge.sourceChunks(slug, source, signal);
    if (chunks.length > 0) found.push(chunks);
  }
  const [chunks, another] = found;
  if (chunks === undefined) {
    throw new ToolFault(
      `There is no source ${JSON.stringify(cutText(source, 200))} in reach; see outline for their paths.`,
    );
  }
  if (another !== undefined) {
    const slugs = found.map(([first]) => first?.contextSlug ?? '');
    throw new ToolFault(`Several contexts have a source of this path; name one of ${slugs.join(', ')} in context.`);
  }
  return chunks;
}

function isWanted(
  { headingPath, pages, ordinal }: Chunk,
  { section, first_page, last_page, from_part }: ReadArguments,
): boolean {
  if (from_part !== undefined && ordinal < from_part) return false;
  if (section !== undefined && !isWithin(headingPath, section)) return false;
  if (first_page === undefined && last_page === undefined) return true;
  return pages.some((page) => page >= (first_page ?? 1) && page <= (last_page ?? MAX_NUMBER));
}

/** Whether a section is named by its heading, or by a path of headings that begins or ends where the name does. */
function isWithin(headingPath: readonly string[], section: string): boolean {
  const wanted = comparable(section);
  return headingPath.some(
    (heading, at) =>
      comparable(heading) === wanted || comparable(headingPath.slice(0, at + 1).join(SEPARATOR)) === wanted,
  );
}

function comparable(heading: string): string {
  return visibleText(heading).toLowerCase().replace(/\s+/gu, ' ').trim();
}

function nothingWanted(chunks: readonly Chunk[], { section, first_page, last_page }: ReadArguments): string {
  if (section !== undefined) return 'The source has no such section there; see outline for its sections.';
  if (first_page === undefined && last_page === undefined) return `The source has ${chunks.length} parts, from 0 on.`;
  const last = Math.max(0, ...chunks.flatMap(({ pages }) => pages));
  return last === 0 ? 'The source has no pages; read it by section.' : `The source has the pages 1 to ${last}.`;
}

function charsOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { text }) => sum + text.length, 0);
}
