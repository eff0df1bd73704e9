import type { ScopedContext } from '../ports/knowledge.ts';

/** What a turn says when its scope holds no answer. It names the scope, so that the reader knows where to look next. */
export function nothingFound(contexts: readonly Pick<ScopedContext, 'slug'>[]): string {
  return `Nothing in ${scopeName(contexts)} supports an answer to this question.`;
}

function scopeName(contexts: readonly Pick<ScopedContext, 'slug'>[]): string {
  const slugs = contexts.map(({ slug }) => slug);
  if (slugs.length <= 1) return slugs[0] ?? 'the scope';
  return `${slugs.slice(0, -1).join(', ')} or ${slugs.at(-1) ?? ''}`;
}
