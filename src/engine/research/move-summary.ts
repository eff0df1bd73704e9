import { countSources } from '../retrieval/search.ts';
import { plural } from '../turn-scope.ts';
import type { AnsweredCall } from './toolbox.ts';

/** The tools that a move really used, each once. */
export function usedTools(answered: readonly AnsweredCall[]): readonly string[] {
  return [...new Set(answered.flatMap(({ outcome, response }) => (outcome === undefined ? [] : [response.name])))];
}

/** What a move brought, in a sentence or three; empty when there is nothing to say of it. */
export function summaryOf(answered: readonly AnsweredCall[]): string {
  const hits = answered.flatMap(({ outcome }) => outcome?.hits ?? []);
  const read = answered.flatMap(({ outcome }) => outcome?.read ?? []);
  const failed = answered.filter(({ outcome }) => outcome === undefined).length;
  const searched = answered.some(({ outcome }) => outcome?.hits !== undefined);
  const found = new Map(hits.map((hit) => [hit.chunk.id, hit]));
  return [
    ...(searched
      ? [`Found ${plural(found.size, 'passage')} in ${plural(countSources([...found.values()]), 'source')}.`]
      : []),
    ...(read.length === 0
      ? []
      : [
          `Read ${plural(read.length, 'part')} of ${plural(countSources(read.map((chunk) => ({ chunk }))), 'source')}.`,
        ]),
    ...(failed === 0 ? [] : [`${plural(failed, 'call')} could not be made.`]),
  ].join(' ');
}
