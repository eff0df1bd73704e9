import type { JsonObject } from '../../../lib/json.ts';
import { cutText, visibleText } from '../../../lib/visible-text.ts';
import type { Chunk, KnowledgeSnapshot } from '../../ports/knowledge.ts';
import { ToolFault, text } from '../parameters.ts';

export const SEPARATOR = ' › ';

export const contextParameter = text('Slug of a context in reach.', 200);
const MAX_PATH = 1_000;
export const sourceParameter = text('Path of a source, as outline and the searches give it.', MAX_PATH);

/** Where a chunk stands, as tools tell it. */
export function placeOf({ contextSlug, sourcePath, headingPath, pages, ordinal }: Chunk): JsonObject {
  return {
    context: contextSlug,
    source: shownPath(sourcePath),
    ...(headingPath.length === 0 ? {} : { section: shown(headingPath.join(SEPARATOR)) }),
    ...(pages.length === 0 ? {} : { pages }),
    part: ordinal,
  };
}

/** Whole, so that it can be read by it. */
export function shownPath(path: string): string {
  return shown(path, MAX_PATH);
}

export function shown(name: string, limit = 400): string {
  return cutText(visibleText(name), limit);
}

/**
 * The contexts that a call is about: the one it names, else all in reach.
 * @throws ToolFault for a context that is not in reach, in the same words whether or not it exists elsewhere.
 */
export function contextsFor({ contexts }: KnowledgeSnapshot, slug: string | undefined): readonly string[] {
  const inReach = contexts.map((context) => context.slug);
  if (slug === undefined) return inReach;
  if (inReach.includes(slug)) return [slug];
  throw new ToolFault(`There is no context ${JSON.stringify(cutText(slug, 80))} in reach; use ${inReach.join(', ')}.`);
}
