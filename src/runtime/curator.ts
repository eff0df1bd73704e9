import { publicMessage } from '../engine/ending.ts';
import type { KnowledgeLibrary, SourceOutcome } from '../knowledge/library.ts';
import type { Clock } from '../lib/clock.ts';
import type { IdFactory } from '../lib/ids.ts';
import { ReplayLog } from '../lib/replay-log.ts';
import { StopError } from '../lib/signals.ts';
import type { ContextRow } from '../store/contexts.ts';
import {
  type CurationLease,
  type CurationRow,
  curationTask,
  failCuration,
  getCuration,
  recordProgress,
  startCuration,
} from '../store/curations.ts';
import type { Database } from '../store/database.ts';
import { publishCuration } from '../store/publish-curation.ts';
import type { Lifecycle } from './lifecycle.ts';
import { runPeriodically } from './periodic.ts';
import type { CurationEvent, CurationView } from './services.ts';

/** How long a curation's process may be silent before the curation is taken for dead. */
const LEASE_MS = 10_000;
const HEARTBEAT_MS = 2_000;
/** How often a curation that another process runs is looked at. */
const WATCH_MS = 500;

export interface CuratorOptions {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
  readonly clock: Clock;
  readonly newId: IdFactory;
  readonly lifecycle: Lifecycle;
  /** Unique over processes and restarts. */
  readonly owner: string;
}

interface Run {
  readonly progress: ReplayLog<CurationEvent>;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * Brings contexts' indexes up to date, one run a context at a time over all processes. Turns read the version before
 * until the new one is published in one transaction with its sources' outcomes; a run that fails or is killed
 * publishes nothing, and the next one finds the same sources to curate.
 */
export class Curator {
  readonly #options: CuratorOptions;
  readonly #runs = new Map<string, Run>();

  constructor(options: CuratorOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#runs.size;
  }

  /** The progress, from its start, of the run under way here, else of a new one or of the one elsewhere. */
  run(context: ContextRow): AsyncIterable<CurationEvent> {
    const running = this.#runs.get(context.id);
    if (running !== undefined) return running.progress.read();

    const progress = new ReplayLog<CurationEvent>();
    const controller = new AbortController();
    const done = this.#start(context, progress, controller.signal)
      .catch((error: unknown) => progress.fail(error))
      .finally(() => {
        this.#runs.delete(context.id);
        progress.close();
      });
    this.#runs.set(context.id, { progress, controller, done });
    return progress.read();
  }

  /** Ends the run of a context that is about to be deleted. */
  async stop(contextId: string): Promise<void> {
    const run = this.#runs.get(contextId);
    run?.controller.abort(new StopError('cancelled', 'the context is being deleted'));
    await run?.done;
  }

  /** Ends all runs; what they had not published is curated the next time. */
  async close(): Promise<void> {
    for (const { controller } of this.#runs.values()) {
      controller.abort(new StopError('shutdown', 'the gateway is shutting down'));
    }
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }

  async #start(context: ContextRow, progress: ReplayLog<CurationEvent>, signal: AbortSignal): Promise<void> {
    const { db, clock, newId, owner } = this.#options;
    for (;;) {
      const now = clock.now();
      const begun = { id: newId('cur'), contextId: context.id, owner, now, until: this.#leaseEnd() };
      const { kind, curation } = await startCuration(db, begun);
      if (kind === 'started') return this.#curate(context, curation, progress, signal);
      if (await this.#watch(context, curation, progress, signal)) return;
    }
  }

  /** Tells of a run elsewhere. False when that run's process went silent. */
  async #watch(
    { slug }: ContextRow,
    running: CurationRow,
    progress: ReplayLog<CurationEvent>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { db, clock } = this.#options;
    let row: CurationRow | undefined = running;
    while (row?.status === 'running' && row.leaseExpiresAt > clock.now()) {
      progress.push({ curation: toView(row, slug), source: null });
      await clock.sleep(WATCH_MS, signal);
      row = await getCuration(db, running.id);
    }
    if (row === undefined || row.status === 'running') return false;
    progress.push({ curation: toView(row, slug), source: null });
    return true;
  }

  async #curate(
    context: ContextRow,
    row: CurationRow,
    progress: ReplayLog<CurationEvent>,
    stopped: AbortSignal,
  ): Promise<void> {
    const { db, library, clock, lifecycle, owner } = this.#options;
    const lease: CurationLease = { curationId: row.id, owner };
    const named = { curationId: row.id, context: context.slug };
    const lost = new AbortController();
    const signal = AbortSignal.any([stopped, lost.signal]);
    let view = toView(row, context.slug);
    lifecycle.emit('curation:started', named);
    try {
      const task = await curationTask(db, context.id);
      view = { ...view, total: task.upsert.length, unchanged: task.unchanged, removed: task.remove.length };
      progress.push({ curation: view, source: null });

      const onSource = (outcome: SourceOutcome) => {
        view = { ...view, [outcome.status]: view[outcome.status] + 1 };
        const { path, status, reason } = outcome;
        progress.push({ curation: view, source: { path, status, reason } });
      };
      const heartbeat = async () => {
        const held = await recordProgress(db, lease, { counts: countsOf(view), until: this.#leaseEnd() });
        if (!held) lost.abort(new StopError('lease_lost', 'another process ended the curation'));
      };
      await using _beating = runPeriodically(heartbeat, { name: 'curation', everyMs: HEARTBEAT_MS, clock, lifecycle });
      const { version, chunks, sources } = await library.curate({ ...task, contextId: context.id }, onSource, signal);
      const hashes = new Map(task.upsert.map(({ sourceId, contentHash }) => [sourceId, contentHash]));
      const published = await publishCuration(db, lease, {
        version,
        chunks,
        counts: countsOf(view),
        sources: sources.map((source) => ({ ...source, contentHash: hashes.get(source.sourceId) ?? '' })),
        removed: task.remove,
        now: clock.now(),
      });
      progress.push({ curation: toView(published, context.slug), source: null });
      lifecycle.emit('curation:ended', { ...named, failed: false });
    } catch (error) {
      if (!signal.aborted) lifecycle.emit('fault', { during: 'curation', error });
      const why = signal.aborted ? 'The curation was stopped before it was whole. Curate again.' : publicMessage(error);
      const now = clock.now();
      await failCuration(db, lease, { error: why, now });
      const finishedAt = now.toISOString();
      progress.push({ curation: { ...view, status: 'failed', error: why, finishedAt }, source: null });
      lifecycle.emit('curation:ended', { ...named, failed: true });
    }
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + LEASE_MS);
  }
}

function countsOf({ total, parsed, unchanged, skipped, failed, removed }: CurationView) {
  return { total, parsed, unchanged, skipped, failed, removed };
}

function toView(row: CurationRow, contextSlug: string): CurationView {
  const { id, status, version, total, parsed, unchanged, skipped, failed, removed, chunks, error } = row;
  const counts = { total, parsed, unchanged, skipped, failed, removed };
  const startedAt = row.startedAt.toISOString();
  const finishedAt = row.finishedAt?.toISOString() ?? null;
  return { id, contextSlug, status, version, ...counts, chunks, error, startedAt, finishedAt };
}
