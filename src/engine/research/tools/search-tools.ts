import { cutText, visibleText } from '../../../lib/visible-text.ts';
import type { Hit, SearchRequest } from '../../ports/knowledge.ts';
import { findHits, SEARCH_SCORES, summariseHits } from '../../retrieval/search.ts';
import type { TurnScope } from '../../turn-scope.ts';
import { type ArgumentsOf, integer, optional, text, textList } from '../parameters.ts';
import { defineTool, type ToolOutcome } from '../tool.ts';
import { placeOf } from './place.ts';

const DEFAULT_HITS = 8;
/** Characters of one hit, and of all hits of one answer. */
const MAX_HIT_CHARS = 1_600;
const MAX_CHARS = 14_000;

const KIND = { category: 'retrieval', scoreSpace: SEARCH_SCORES } as const;

const parameters = {
  query: text('What to look for, in the words that the documents would use.', 400),
  sources: optional(textList('Paths of sources to search in; all of them when left out.', 20, 1_000)),
  limit: optional(integer(`How many passages to give at most; ${DEFAULT_HITS} when left out.`, 1, 20)),
};

export const searchTool = defineTool({
  name: 'search',
  description: 'Searches the text of all sources in reach by words and by meaning, and gives the best passages.',
  ...KIND,
  parameters,
  run: (args, scope) => run('hybrid', args, scope),
});

export const searchKeywordTool = defineTool({
  name: 'search_keyword',
  description: 'Searches for passages that hold given words: for names, numbers, identifiers and quotations.',
  ...KIND,
  parameters,
  run: (args, scope) => run('keyword', args, scope),
});

async function run(
  mode: NonNullable<SearchRequest['mode']>,
  { query, sources, limit = DEFAULT_HITS }: ArgumentsOf<typeof parameters>,
  scope: TurnScope,
): Promise<ToolOutcome> {
  const hits = await findHits(scope, { query, limit, mode, ...(sources === undefined ? {} : { sources }) });
  return { hits, summary: summariseHits(hits), response: { passages: shownHits(hits) } };
}

/** Each hit gets its share of the room, so that the last of them is still seen. */
function shownHits(hits: readonly Hit[]) {
  const room = Math.min(MAX_HIT_CHARS, Math.floor(MAX_CHARS / Math.max(1, hits.length)));
  return hits.map(({ chunk }) => ({ ...placeOf(chunk), text: cutText(visibleText(chunk.text), room) }));
}
