import { askAndWait, askInBackground, askStreaming } from './api.ts';
import type { ServedProgram } from './served-program.ts';

/** Turns of a round: more than run at once, so that some wait. */
const TURNS = { streaming: 6, waiting: 4, background: 8 };

export interface KillOptions {
  /** How many signs of life, answers and events of streams, the gateway gives before it is killed. */
  readonly signs: number;
  /** A question like no other. */
  readonly nextDocument: () => object;
}

/** Asks in every way at once and kills the gateway amid it. Returns the ids of the turns that it acknowledged. */
export async function killAmidTurns(
  gateway: ServedProgram,
  { signs, nextDocument }: KillOptions,
): Promise<readonly string[]> {
  let kill = () => {};
  const enough = new Promise<void>((resolve) => {
    kill = resolve;
  });
  let left = signs;
  const acknowledged: string[] = [];
  const sign = () => {
    left -= 1;
    if (left === 0) kill();
  };
  const acknowledge = (id: string) => {
    acknowledged.push(id);
    sign();
  };
  const { url } = gateway;
  const waiting = async () => acknowledge((await askAndWait(url, nextDocument())).id);
  const background = async () => acknowledge((await askInBackground(url, nextDocument())).id);
  const streaming = async () => {
    const { id, rest } = await askStreaming(url, nextDocument());
    acknowledge(id);
    for await (const _frame of rest) sign();
  };
  const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);
  const asks = [
    ...times(TURNS.streaming, streaming),
    ...times(TURNS.waiting, waiting),
    ...times(TURNS.background, background),
  ];
  // A request that was under way when the gateway died ends in an error, which is what the test is about.
  const over = Promise.allSettled(asks);
  await Promise.race([enough, over]);
  gateway.child.kill('SIGKILL');
  await gateway.finished;
  await over;
  return acknowledged;
}
