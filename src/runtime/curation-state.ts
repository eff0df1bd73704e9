import type { ReplayLog } from '../lib/replay-log.ts';
import type { CurationCounts, CurationRow } from '../store/curations.ts';
import type { CurationEvent, CurationView } from './services.ts';

/** How far a curation that is under way here is. Every change is an event of its progress. */
export class CurationState {
  readonly #progress: ReplayLog<CurationEvent>;
  #view: CurationView;

  constructor(view: CurationView, progress: ReplayLog<CurationEvent>) {
    this.#view = view;
    this.#progress = progress;
  }

  get counts(): Required<CurationCounts> {
    return countsOf(this.#view);
  }

  tell(change: Partial<CurationView>, source: CurationEvent['source'] = null): void {
    this.#view = { ...this.#view, ...change };
    this.#progress.push({ curation: this.#view, source });
  }

  /** Counts a source that ended. */
  tellSource(source: NonNullable<CurationEvent['source']>): void {
    this.tell({ [source.status]: this.#view[source.status] + 1 }, source);
  }
}

export function toCurationView(row: CurationRow, contextSlug: string): CurationView {
  const { id, status, version, chunks, error } = row;
  const startedAt = row.startedAt.toISOString();
  const finishedAt = row.finishedAt?.toISOString() ?? null;
  return { id, contextSlug, status, version, ...countsOf(row), chunks, error, startedAt, finishedAt };
}

function countsOf(of: Required<CurationCounts>): Required<CurationCounts> {
  const { total, parsed, unchanged, skipped, failed, removed, resumed } = of;
  return { total, parsed, unchanged, skipped, failed, removed, resumed };
}
