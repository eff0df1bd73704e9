import type { ArtifactSpan } from '../../engine/ports/artifacts.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../analysis/languages.ts';
import type { ArtifactRow } from '../lance/artifact-table.ts';
import { artifactId } from './artifact-id.ts';
import { toRow } from './artifact-rows.ts';

/** UTF-16 units. */
const MAX_TEXT = 4_000;
const MAX_SPANS = 50;

/** The shared artifacts that parts of one type make up: one for each key, whatever order the parts are in. */
export function mergeParts(contextId: string, parts: readonly ArtifactRow[]): readonly ArtifactRow[] {
  const byKey = new Map<string, ArtifactRow[]>();
  for (const part of parts) {
    const known = byKey.get(part.key);
    if (known === undefined) byKey.set(part.key, [part]);
    else known.push(part);
  }
  return [...byKey.values()].map((each) => mergeOne(contextId, each));
}

function mergeOne(contextId: string, unordered: readonly ArtifactRow[]): ArtifactRow {
  const parts = unordered.toSorted((a, b) => compare(a.sources[0] ?? '', b.sources[0] ?? '') || compare(a.id, b.id));
  const [first] = parts;
  if (first === undefined) throw new RangeError('there is nothing to merge');
  const { type, key } = first;
  const language = commonest(parts.map((part) => part.language));
  const row = toRow(
    {
      type,
      name: commonest(parts.map((part) => part.name)),
      sources: [...new Set(parts.flatMap((part) => part.sources))],
      text: mergedText(parts),
      spans: parts.flatMap((part) => JSON.parse(part.spans) as readonly ArtifactSpan[]).slice(0, MAX_SPANS),
      language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    },
    { sourceId: '', key, isPart: false },
  );
  return { ...row, id: artifactId(contextId, [type, key]) };
}

/** Each different wording once, with the sources that have it; what is too much is counted. */
function mergedText(parts: readonly ArtifactRow[]): string {
  const wordings = new Map<string, string[]>();
  for (const { text, sources } of parts) {
    const wording = text.replace(/\s+/g, ' ').trim();
    wordings.set(wording, [...(wordings.get(wording) ?? []), ...sources]);
  }
  let merged = '';
  let left = wordings.size;
  for (const [wording, sources] of wordings) {
    const named =
      sources.length <= 3 ? sources.join(', ') : `${sources.slice(0, 3).join(', ')} and ${sources.length - 3} more`;
    const paragraph = `${merged === '' ? '' : '\n\n'}${wording} [${named}]`;
    if (merged !== '' && merged.length + paragraph.length > MAX_TEXT) return `${merged}\n\n… ${left} more wordings`;
    merged += paragraph;
    left -= 1;
  }
  return merged;
}

/** The first of the commonest. */
function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as const)[0];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
