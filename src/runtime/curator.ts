import { publicMessage } from '../engine/ending.ts';
import type { KnowledgeLibrary } from '../knowledge/library.ts';
import type { Clock } from '../lib/clock.ts';
import type { IdFactory } from '../lib/ids.ts';
import { ReplayLog } from '../lib/replay-log.ts';
import { isStop, StopError } from '../lib/signals.ts';
import {
  type CurationLease,
  type CurationRow,
  contextsToCurate,
  failCuration,
  getCuration,
  recordProgress,
  releaseCuration,
  startCuration,
} from '../store/curations.ts';
import type { Database } from '../store/database.ts';
import { curateContext } from './curate-context.ts';
import { CurationState, toCurationView } from './curation-state.ts';
import type { Lifecycle } from './lifecycle.ts';
import { runPeriodically } from './periodic.ts';
import type { CurationEvent } from './services.ts';

/** How long a curation's process may be silent before the curation is taken for dead. */
const LEASE_MS = 10_000;
const HEARTBEAT_MS = 2_000;
/** How often a curation that another process runs is looked at. */
const WATCH_MS = 500;
const SHUT_DOWN = new StopError('shutdown', 'the gateway is shutting down');

export interface CuratorOptions {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
  readonly clock: Clock;
  readonly newId: IdFactory;
  readonly lifecycle: Lifecycle;
  /** Unique over processes and restarts. */
  readonly owner: string;
}

export interface NamedContext {
  readonly id: string;
  readonly slug: string;
}

interface Run {
  readonly progress: ReplayLog<CurationEvent>;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * Brings contexts' indexes up to date, one run a context at a time over all processes. The row of a curation is its job:
 *
 *     started ──▶ held ──▶ completed, failed
 *                 │  ▲
 *     given back ─┤  └─ taken over, by whoever is asked for it or looks for work
 *     lease out  ─┘
 *
 * Turns read the version before until the new one is published in one transaction with its sources' outcomes. What a run
 * got done when its process stopped or died is a draft that the next holder goes on from; so does the next run after one
 * that failed.
 */
export class Curator {
  readonly #options: CuratorOptions;
  readonly #runs = new Map<string, Run>();
  #closed = false;

  constructor(options: CuratorOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#runs.size;
  }

  /**
   * The progress, from its start, of the run under way here, else of a new one or of the one elsewhere. It ends without
   * a final state when this gateway shuts down first.
   */
  run(context: NamedContext): AsyncIterable<CurationEvent> {
    const running = this.#runs.get(context.id);
    if (running !== undefined) return running.progress.read();

    const progress = new ReplayLog<CurationEvent>();
    const controller = new AbortController();
    if (this.#closed) controller.abort(SHUT_DOWN);
    const done = this.#start(context, progress, controller.signal)
      .catch((error: unknown) => {
        if (!isStop(error)) progress.fail(error);
      })
      .finally(() => {
        this.#runs.delete(context.id);
        progress.close();
      });
    this.#runs.set(context.id, { progress, controller, done });
    return progress.read();
  }

  /** Goes on with curations that nobody is at. */
  async takeUp(): Promise<void> {
    if (this.#closed) return;
    const { db, clock, lifecycle } = this.#options;
    for (const context of await contextsToCurate(db, clock.now())) {
      // Nobody may be following; should it not even begin, it is looked for again.
      untilOver(this.run(context)).catch((error: unknown) => lifecycle.emit('fault', { during: 'curation', error }));
    }
  }

  /** Ends the run of a context that is about to be deleted. */
  async stop(contextId: string): Promise<void> {
    const run = this.#runs.get(contextId);
    run?.controller.abort(new StopError('cancelled', 'the context is being deleted'));
    await run?.done;
  }

  /** Ends all runs and gives them back. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { controller } of this.#runs.values()) controller.abort(SHUT_DOWN);
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }

  async #start(context: NamedContext, progress: ReplayLog<CurationEvent>, signal: AbortSignal): Promise<void> {
    const { db, clock, newId, owner } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const now = clock.now();
      const begun = { id: newId('cur'), contextId: context.id, owner, now, until: this.#leaseEnd() };
      const { kind, curation } = await startCuration(db, begun);
      const isOver =
        kind === 'started'
          ? await this.#hold(context, curation, progress, signal)
          : await this.#watch(context, curation, progress, signal);
      if (isOver) return;
    }
  }

  /** Tells of a run elsewhere. False when nobody is at it any more. */
  async #watch(
    { slug }: NamedContext,
    running: CurationRow,
    progress: ReplayLog<CurationEvent>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { db, clock } = this.#options;
    let row: CurationRow | undefined = running;
    while (row?.status === 'running' && row.leaseOwner !== null && row.leaseExpiresAt > clock.now()) {
      progress.push({ curation: toCurationView(row, slug), source: null });
      await clock.sleep(WATCH_MS, signal);
      row = await getCuration(db, running.id);
    }
    if (row === undefined || row.status === 'running') return false;
    progress.push({ curation: toCurationView(row, slug), source: null });
    return true;
  }

  /** Does a curation. False when it was taken away. */
  async #hold(
    context: NamedContext,
    row: CurationRow,
    progress: ReplayLog<CurationEvent>,
    stopped: AbortSignal,
  ): Promise<boolean> {
    const { db, library, clock, lifecycle, owner } = this.#options;
    const lease: CurationLease = { curationId: row.id, owner };
    const named = { curationId: row.id, context: context.slug };
    const lost = new AbortController();
    const signal = AbortSignal.any([stopped, lost.signal]);
    const state = new CurationState(toCurationView(row, context.slug), progress);
    lifecycle.emit('curation:started', named);
    try {
      const heartbeat = async () => {
        const held = await recordProgress(db, lease, { counts: state.counts, until: this.#leaseEnd() });
        if (!held) lost.abort(new StopError('lease_lost', 'another process took the curation over'));
      };
      await using _beating = runPeriodically(heartbeat, { name: 'curation', everyMs: HEARTBEAT_MS, clock, lifecycle });
      const published = await curateContext(
        { contextId: context.id, slug: context.slug, lease, leaseEnd: () => this.#leaseEnd(), state, signal },
        {
          db,
          library,
          clock,
          onEmbedded: (outcome) => lifecycle.emit('curation:embedded', { ...named, ...outcome }),
          onCompiled: (outcome) => lifecycle.emit('curation:compiled', { ...named, ...outcome }),
        },
      );
      state.tell(toCurationView(published, context.slug));
      lifecycle.emit('curation:ended', { ...named, failed: false });
      return true;
    } catch (error) {
      const now = clock.now();
      if (isStop(error, 'lease_lost')) {
        lifecycle.emit('curation:left', named);
        return false;
      }
      if (isStop(error, 'shutdown')) {
        await releaseCuration(db, lease, { counts: state.counts, now });
        lifecycle.emit('curation:left', named);
        return true;
      }
      if (!isStop(error)) lifecycle.emit('fault', { during: 'curation', error });
      const why = isStop(error) ? 'The context was deleted.' : publicMessage(error);
      await failCuration(db, lease, { error: why, now });
      state.tell({ status: 'failed', error: why, finishedAt: now.toISOString() });
      lifecycle.emit('curation:ended', { ...named, failed: true });
      return true;
    }
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + LEASE_MS);
  }
}

async function untilOver(events: AsyncIterable<CurationEvent>): Promise<void> {
  for await (const _event of events);
}
