import { createReadStream } from 'node:fs';
import { toWireEvent } from '../../engine/wire-event.ts';
import { toContextDocument, toCurationDocument } from '../../http/json/view-document.ts';
import { toCanonical } from '../../knowql/canonical.ts';
import { parseQueryDocument } from '../../knowql/parse.ts';
import type { JsonObject } from '../../lib/json.ts';
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
import { toAskUpdate, toContextDetails, toContextSummary, toCurationProgress } from './wire.ts';

/** A gateway in this process, over the services themselves; what they give is shown as it would be over HTTP. */
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
    return (await services.contexts.list(viewer)).map((context) => toContextSummary(toContextDocument(context)));
  }

  async showContext(slug: string): Promise<ContextDetails> {
    const { services, viewer } = this.#gateway;
    return toContextDetails(toContextDocument(await services.contexts.get(slug, viewer)));
  }

  async createContext(context: NewContext): Promise<ContextSummary> {
    const { services, viewer } = this.#gateway;
    return toContextSummary(toContextDocument(await services.contexts.create(context, viewer)));
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
    for await (const event of services.contexts.curate(slug, viewer)) {
      yield toCurationProgress(toCurationDocument(event));
    }
  }

  async *ask(document: JsonObject, signal: AbortSignal): AsyncIterable<AskUpdate> {
    const { services, viewer } = this.#gateway;
    const { id } = await services.turns.submit(parseQueryDocument(document), { viewer });
    yield { kind: 'accepted', queryId: id };
    for await (const event of await services.turns.follow(id, 0, viewer, signal)) {
      const update = toAskUpdate(toWireEvent(event));
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
