import { createReadStream } from 'node:fs';
import type { TurnEvent } from '../../engine/events.ts';
import { toCanonical } from '../../knowql/canonical.ts';
import { parseQueryDocument } from '../../knowql/parse.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ContextView, CurationEvent } from '../../runtime/services.ts';
import type { OpenGateway } from '../command-context.ts';
import type {
  AskUpdate,
  Change,
  Client,
  ContextDetails,
  ContextSummary,
  CurationProgress,
  NewContext,
  Upload,
} from './client.ts';

/** A gateway in this process, over the services themselves. */
export class LocalClient implements Client {
  readonly place: string;
  readonly #gateway: OpenGateway;

  /** @param gateway Disposed with the client. */
  constructor(gateway: OpenGateway, home: string) {
    this.place = home;
    this.#gateway = gateway;
  }

  async listContexts(): Promise<readonly ContextSummary[]> {
    const { services, viewer } = this.#gateway;
    return (await services.contexts.list(viewer)).map(toSummary);
  }

  async showContext(slug: string): Promise<ContextDetails> {
    const { services, viewer } = this.#gateway;
    const context = await services.contexts.get(slug, viewer);
    const { description, instructions, effectiveManifest, sampleQueries } = context;
    return { ...toSummary(context), description, instructions, effectiveManifest, sampleQueries };
  }

  async createContext(context: NewContext): Promise<ContextSummary> {
    const { services, viewer } = this.#gateway;
    return toSummary(await services.contexts.create(context, viewer));
  }

  async deleteContext(slug: string): Promise<void> {
    const { services, viewer } = this.#gateway;
    await services.contexts.delete(slug, viewer);
  }

  async addSource(slug: string, { path, file }: Upload): Promise<Change> {
    const { services, viewer } = this.#gateway;
    const { change } = await services.contexts.addSource(slug, { path, content: createReadStream(file) }, viewer);
    return change;
  }

  async *curate(slug: string): AsyncIterable<CurationProgress> {
    const { services, viewer } = this.#gateway;
    for await (const event of services.contexts.curate(slug, viewer)) yield toProgress(event);
  }

  async *ask(document: JsonObject, signal: AbortSignal): AsyncIterable<AskUpdate> {
    const { services, viewer } = this.#gateway;
    const { id } = await services.turns.submit(parseQueryDocument(document), { viewer });
    yield { kind: 'accepted', queryId: id };
    for await (const { event } of await services.turns.follow(id, 0, viewer, signal)) {
      const update = toUpdate(event);
      if (update !== undefined) yield update;
    }
    yield { kind: 'finished', document: toCanonical('Query', await services.turns.get(id, viewer)) };
  }

  async cancel(queryId: string): Promise<void> {
    const { services, viewer } = this.#gateway;
    await services.turns.cancel(queryId, viewer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway[Symbol.asyncDispose]();
  }
}

function toSummary({ slug, title, kind, queryable, sourceCount, curatedAt }: ContextView): ContextSummary {
  return { slug, title, kind, queryable, sourceCount, curatedAt };
}

function toProgress({ curation, source }: CurationEvent): CurationProgress {
  const { status, total, parsed, skipped, failed, chunks, error } = curation;
  return { status, total, done: parsed + skipped + failed, chunks, error, source };
}

function toUpdate(event: TurnEvent): AskUpdate | undefined {
  if (event.type === 'response.output_text.delta') return { kind: 'text', delta: event.delta };
  if (event.type !== 'response.step') return undefined;
  return { kind: 'step', commentary: event.step.commentary, status: event.step.status };
}
