import type { Compiler } from '../engine/ports/compiler.ts';
import type { Embedder } from '../engine/ports/embedder.ts';
import type { ModelCatalog } from '../engine/ports/model.ts';
import { createLibrary } from '../knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../knowledge/library.ts';
import { createShapeValidator } from '../knowql/shape/shape-validator.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { Disposables } from '../lib/disposables.ts';
import { createIdFactory } from '../lib/ids.ts';
import { createCatalog } from '../models/catalog.ts';
import { createExtractiveModel } from '../models/extractive/model.ts';
import { CANCEL_CHANNEL } from '../store/channels.ts';
import { endLeasesOfOthers } from '../store/curations.ts';
import type { Database } from '../store/database.ts';
import { createFeed, type Feed } from '../store/feed.ts';
import { reapTurns } from '../store/reap-turns.ts';
import { stepIdsOf } from '../store/turns.ts';
import { ensureWorkspace } from '../store/workspaces.ts';
import { createContextService } from './context-service.ts';
import { Curator } from './curator.ts';
import type { Lifecycle } from './lifecycle.ts';
import { runPeriodically } from './periodic.ts';
import type { Services, Viewer } from './services.ts';
import { createSessionService } from './session-service.ts';
import { prepareTurn } from './turn-input.ts';
import { createTurnService } from './turn-service.ts';
import { TurnWorker } from './turn-worker.ts';

/** How soon the death of a process is noticed by the others, in milliseconds. */
export interface Vigilance {
  /** How long a worker may be silent before its turns are taken for dead. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  readonly reapMs: number;
}

const VIGILANCE: Vigilance = { leaseMs: 30_000, heartbeatMs: 5_000, reapMs: 10_000 };
/** How long a waiting turn waits at most when the word of it did not arrive. */
const CLAIM_MS = 2_000;
/** A model call is aborted within a fraction of this; a dead worker's turn is not waited for. */
const CANCEL_PATIENCE_MS = 10_000;
/** Turns that compose at once; the database pool and two cores are what they share. */
const CONCURRENT_TURNS = 16;

/** Everything behind the surfaces, running. */
export interface Runtime extends AsyncDisposable {
  readonly services: Services;
  readonly db: Database;
  readonly feed: Feed;
  readonly worker: TurnWorker;
  /** Whether the knowledge can be read. */
  readonly knowledge: Pick<KnowledgeLibrary, 'ping'>;
  /** The workspace of a gateway without tenants. */
  readonly viewer: Viewer;
  /** Takes no more waiting turns, lets the running ones end within `graceMs`, then ends them as failed. */
  drain(graceMs: number): Promise<void>;
}

export interface RuntimeOptions {
  readonly config: {
    /** Folder or object-store URI of the index. */
    readonly knowledgeUri: string;
    /** Folder of the uploaded bytes. */
    readonly blobDirectory: string;
  };
  /** The caller's: it outlives the runtime. */
  readonly db: Database;
  readonly lifecycle: Lifecycle;
  readonly clock?: Clock;
  /** The models at hand; by default the extractive one alone. */
  readonly models?: ModelCatalog;
  /** Gives chunks and queries their vectors; without one, search goes by words. */
  readonly embedder?: Embedder;
  /** Compiles the artifacts that take a model; without one, they are left out. */
  readonly compiler?: Compiler;
  readonly vigilance?: Vigilance;
}

/** Opens the knowledge, ends what a dead process left behind, and starts to work. */
export async function openRuntime({
  config,
  db,
  lifecycle,
  clock = systemClock,
  models = createCatalog([createExtractiveModel()]),
  embedder,
  compiler,
  vigilance = VIGILANCE,
}: RuntimeOptions): Promise<Runtime> {
  await using stack = new Disposables();
  const fault = (during: string) => (error: unknown) => {
    lifecycle.emit('fault', { during, error });
  };

  const newId = createIdFactory(clock);
  const workspaceId = await ensureWorkspace(db, { id: newId('wsp'), slug: 'default', name: 'Default' });
  const { knowledgeUri: uri, blobDirectory } = config;
  const library = stack.use(
    await createLibrary({ uri, blobDirectory, ...(embedder && { embedder }), ...(compiler && { compiler }) }),
  );
  const shapes = stack.use(createShapeValidator());
  const feed = stack.use(await createFeed(db, { clock, onError: fault('feed') }));

  const worker = new TurnWorker({
    db,
    clock,
    lifecycle,
    ports: { retriever: library, clock, shapes, work: { stepsOf: (queryIds) => stepIdsOf(db, queryIds) } },
    prepare: (turn) => prepareTurn(turn, { db, models }),
    concurrency: CONCURRENT_TURNS,
    leaseMs: vigilance.leaseMs,
  });
  stack.defer(() => worker.close(0));
  const curator = new Curator({ db, library, clock, newId, lifecycle, owner: worker.owner });
  stack.defer(() => curator.close());
  if (db.kind === 'pglite') await endWhatOthersLeft(db, worker.owner, { clock, lifecycle });

  stack.use(
    await db.listen(CANCEL_CHANNEL, (queryId) => {
      if (queryId === '') void worker.heartbeat().catch(fault('heartbeat'));
      else worker.stop(queryId, 'cancelled', 'the turn was cancelled');
    }),
  );
  const every = (name: string, everyMs: number, job: () => Promise<void>) =>
    stack.use(runPeriodically(job, { name, everyMs, clock, lifecycle }));
  every('heartbeat', vigilance.heartbeatMs, () => worker.heartbeat());
  every('reaper', vigilance.reapMs, () => reap(db, { clock, lifecycle }));
  every('claim', CLAIM_MS, async () => worker.claim());
  every('curations', CLAIM_MS, () => curator.takeUp());

  const services: Services = {
    models,
    turns: createTurnService({
      db,
      feed,
      worker,
      clock,
      newId,
      lifecycle,
      models,
      shapes,
      cancelPatienceMs: CANCEL_PATIENCE_MS,
    }),
    sessions: createSessionService({ db, worker, clock }),
    contexts: createContextService({ db, library, curator, clock, newId }),
  };
  const owned = stack.move();
  return {
    services,
    db,
    feed,
    worker,
    knowledge: library,
    viewer: { workspaceId },
    drain: (graceMs) => worker.close(graceMs),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

interface Reaping {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
}

/** An embedded database has one process at a time: whatever is held there as this one opens it, nobody works on. */
async function endWhatOthersLeft(db: Database, owner: string, reaping: Reaping): Promise<void> {
  await endLeasesOfOthers(db, { owner, now: reaping.clock.now() });
  await reap(db, { ...reaping, onlyWorker: owner });
}

async function reap(
  db: Database,
  { clock, lifecycle, onlyWorker }: Reaping & { readonly onlyWorker?: string },
): Promise<void> {
  const message = 'The gateway process that ran this turn ended before the turn did. Ask again.';
  const only = onlyWorker === undefined ? {} : { onlyWorker };
  for (const { id: queryId } of await reapTurns(db, { now: clock.now(), message, ...only })) {
    lifecycle.emit('turn:reaped', { queryId });
  }
}
