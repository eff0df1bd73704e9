import { readEvents, type SseFrame } from '../../support/sse-reader.ts';

export interface TurnDocument {
  readonly id: string;
  readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
  readonly error: string | null;
  readonly runtime_ms: number;
}

/** Asks over the JSON binding. Whatever is not an answer is thrown. */
export async function post(url: string, document: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(document),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

export async function askAndWait(url: string, document: object): Promise<TurnDocument> {
  return (await (await post(url, document)).json()) as TurnDocument;
}

/** A turn in the background: its document as it was accepted. */
export function askInBackground(url: string, document: object): Promise<TurnDocument> {
  return askAndWait(url, { ...document, background: true });
}

export interface StreamedTurn {
  readonly id: string;
  /** What follows the first event, the frame with the document at the end included. */
  readonly rest: AsyncGenerator<SseFrame & { readonly event: string }>;
}

/** Asks with a stream, and is back with its first event. */
export async function askStreaming(url: string, document: object): Promise<StreamedTurn> {
  const rest = readEvents(await post(url, { ...document, stream: true }));
  const { value } = await rest.next();
  const { query_id: id } = JSON.parse(value?.data ?? '{}') as { query_id: string };
  return { id, rest };
}

/** The document of a turn as it stands. */
export async function turnOf(url: string, id: string): Promise<TurnDocument> {
  const response = await fetch(`${url}/api/queries/${id}`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as TurnDocument;
}

/** The whole document of a turn, once that is over. */
export async function untilOver(url: string, id: string): Promise<TurnDocument> {
  const response = await fetch(`${url}/api/queries/${id}/events`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  for await (const { event, data } of readEvents(response)) if (event === 'query') return JSON.parse(data ?? '');
  throw new Error(`the stream of ${id} ended before the turn`);
}
