import type { JsonObject } from '../../../lib/json.ts';

const MAX_ENTRIES = 60;
const MAX_CHARS = 14_000;

export interface EntryPage {
  readonly entries: readonly JsonObject[];
  readonly total: number;
  /** Where to go on; absent at the end. */
  readonly next?: number;
}

/** As many entries from `from` on as one answer may hold, at least one where there is one. */
export function pageOf<T>(items: readonly T[], from: number, toEntry: (item: T) => JsonObject): EntryPage {
  const entries: JsonObject[] = [];
  let chars = 0;
  for (const item of items.slice(from, from + MAX_ENTRIES)) {
    const entry = toEntry(item);
    chars += JSON.stringify(entry).length;
    if (entries.length > 0 && chars > MAX_CHARS) break;
    entries.push(entry);
  }
  const next = from + entries.length;
  return { entries, total: items.length, ...(next < items.length ? { next } : {}) };
}
