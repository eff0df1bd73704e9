import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedEvent, TurnEvent } from '../../src/engine/events.ts';
import { fold } from '../../src/engine/fold.ts';
import type { ScopedContext } from '../../src/engine/ports/knowledge.ts';
import { runTurn } from '../../src/engine/turn.ts';
import type { TurnInput } from '../../src/engine/turn-input.ts';
import { createLibrary } from '../../src/knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../../src/knowledge/library.ts';
import type { Query } from '../../src/knowql/query.ts';
import { createShapeValidator } from '../../src/knowql/shape/shape-validator.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createExtractiveModel } from '../../src/models/extractive/model.ts';
import type { AnswerTarget, BenchDocument } from './target.ts';

const never = new AbortController().signal;

/** The engine over a knowledge library in a temporary folder, without store and runtime. */
export async function createEngineTarget(): Promise<AnswerTarget> {
  const directory = await mkdtemp(join(tmpdir(), 'answers-'));
  const library = await createLibrary({ uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') });
  const shapes = createShapeValidator();
  const contexts = new Map<string, ScopedContext>();
  const models = [createExtractiveModel()];

  return {
    async load(slug, documents) {
      const id = `ctx_${slug}`;
      const version = await curate(library, id, documents);
      contexts.set(slug, { id, slug, kind: 'search', version });
    },
    async without(slug, path, work) {
      const context = knownContext(contexts, slug);
      const plan = { contextId: context.id, baseVersion: context.version, upsert: [], remove: [sourceId(path)] };
      const { version } = await library.curate(plan, () => {}, never);
      contexts.set(slug, { ...context, version });
      try {
        return await work();
      } finally {
        contexts.set(slug, context);
      }
    },
    async ask(question, scope) {
      const input = turnInput(
        question,
        scope.map((slug) => knownContext(contexts, slug)),
        models,
      );
      const work = { stepsOf: () => Promise.resolve(new Map()) };
      const ports = { retriever: library, clock: systemClock, shapes, work };
      const events: TurnEvent[] = [created(input)];
      for await (const event of runTurn(input, ports, never)) events.push(event);
      return fold(events);
    },
    async [Symbol.asyncDispose]() {
      await shapes[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function curate(
  library: KnowledgeLibrary,
  contextId: string,
  documents: readonly BenchDocument[],
): Promise<number> {
  const upsert = [];
  for (const { path, content, mediaType } of documents) {
    const { contentHash } = await library.putBlob(once(content), 2 ** 28);
    upsert.push({ sourceId: sourceId(path), path, mediaType, contentHash });
  }
  const { version, sources } = await library.curate(
    { contextId, baseVersion: null, upsert, remove: [] },
    () => {},
    never,
  );
  for (const { path, status, reason } of sources)
    if (status !== 'parsed') console.log(`${path} was ${status}: ${reason}`);
  return version;
}

function turnInput(ask: string, contexts: readonly ScopedContext[], models: TurnInput['models']): TurnInput {
  return {
    queryId: 'qry_bench',
    ask,
    contexts,
    models,
    controls: {
      mode: 'compose',
      workflow: 'search',
      shape: null,
      timeoutSeconds: 900,
      maxSteps: 8,
      thinkingLevel: 'low',
      maxRetrieved: 20,
      maxRetrievedChars: null,
      warnings: [],
    },
    history: [],
    systemPrompt: null,
    guardrails: null,
    vars: {},
    tools: [],
    traceRef: 'qry_bench',
  };
}

function created({ queryId, ask }: TurnInput): CreatedEvent {
  const query: Query = {
    id: queryId,
    sessionId: 'ses_bench',
    model: null,
    created: 0,
    status: 'in_progress',
    error: null,
    previousQueryId: null,
    input: [{ role: 'user', content: ask }],
    output: [],
    outputJson: null,
    citations: [],
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    runtimeMs: 0,
  };
  return { type: 'response.created', query };
}

function knownContext(contexts: ReadonlyMap<string, ScopedContext>, slug: string): ScopedContext {
  const context = contexts.get(slug);
  if (context === undefined) throw new Error(`context ${slug} was not loaded`);
  return context;
}

function sourceId(path: string): string {
  return `src_${path.replaceAll(/[^a-z0-9]+/gi, '_')}`;
}

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
