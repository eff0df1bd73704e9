import type { ContextService, CurationEvent, Viewer } from '../../runtime/services.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import { encodeFrame } from '../sse/frames.ts';
import { JSON_DIALECT } from './streaming.ts';
import { toCurationDocument } from './view-document.ts';

/** Starts a curation, or joins the one that runs. Its first state is there when this returns, so that what is refused
 * is refused before anything is answered. */
async function start(contexts: ContextService, slugOrId: string, viewer: Viewer) {
  const progress = contexts.curate(slugOrId, viewer)[Symbol.asyncIterator]();
  const first = await progress.next();
  if (first.done === true) throw new RangeError('a curation has at least one event');
  return { progress, first: first.value };
}

/** The state at the start, the curation going on by itself (docs/protocol.md §14.1). */
export async function curate(contexts: ContextService, slugOrId: string, viewer: Viewer): Promise<Response> {
  const { progress, first } = await start(contexts, slugOrId, viewer);
  await progress.return?.();
  return Response.json(toCurationDocument(first), { status: 202 });
}

/** The state after each source, until the last one. */
export async function followCuration(
  contexts: ContextService,
  slugOrId: string,
  { viewer, streams }: { readonly viewer: Viewer; readonly streams: EventStreams },
): Promise<Response> {
  const { progress, first } = await start(contexts, slugOrId, viewer);
  let held: IteratorResult<CurationEvent> | undefined = { done: false, value: first };
  const frames: AsyncIterator<Uint8Array> = {
    async next() {
      const event = held ?? (await progress.next());
      held = undefined;
      return event.done === true ? { done: true, value: undefined } : { done: false, value: toFrame(event.value) };
    },
    async return() {
      await progress.return?.();
      return { done: true, value: undefined };
    },
  };
  return streams.respond(frames, { dialect: JSON_DIALECT, release: () => {} });
}

function toFrame(event: CurationEvent): Uint8Array {
  const { status } = event.curation;
  return encodeFrame({
    event: status === 'running' ? 'curation' : `curation.${status}`,
    data: JSON.stringify(toCurationDocument(event)),
  });
}
