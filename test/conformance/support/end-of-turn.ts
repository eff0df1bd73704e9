import type { JsonObject } from '../../../src/lib/json.ts';

/** The terminal document of a turn, however far it was when it was answered. */
export async function endOfTurn({ url }: { readonly url: string }, queryId: string): Promise<JsonObject> {
  // The stream of its events ends when the turn has.
  await (await fetch(`${url}/api/queries/${queryId}/events`)).text();
  return (await (await fetch(`${url}/api/queries/${queryId}`)).json()) as JsonObject;
}
