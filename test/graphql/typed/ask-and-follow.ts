/** A client as a reader of this project would write one, over documents that codegen typed. */
import { QueryEventsDocument, RunQueryDocument, type RunQueryInput, type TurnFragment } from '../generated/graphql.ts';
import type { TypedApi } from '../support/typed-api.ts';

export interface Answer {
  /** The deltas, joined. */
  readonly streamed: string;
  readonly final: TurnFragment;
}

export async function askAndFollow(api: TypedApi, ask: Omit<RunQueryInput, 'stream'>): Promise<Answer> {
  const { runQuery } = await api.run(RunQueryDocument, { input: { ...ask, stream: true, thinkingLevel: 'LOW' } });
  let streamed = '';
  for await (const { queryEvents } of api.follow(QueryEventsDocument, { queryId: runQuery.id })) {
    if (queryEvents.__typename === 'OutputTextDeltaEvent') streamed += queryEvents.delta;
    if (queryEvents.__typename !== 'TerminalEvent') continue;
    if (queryEvents.query === null) throw new Error(`the turn is gone: ${queryEvents.error}`);
    return { streamed, final: queryEvents.query };
  }
  throw new Error('the stream ended without a terminal event');
}
