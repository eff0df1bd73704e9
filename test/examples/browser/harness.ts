import { RECIPES } from '../support/recipes.ts';

export interface Heard {
  readonly seqs: number[];
  text: string;
  drops: number;
  end: string | null;
  /** Status of the cached turn, each time it changed. */
  readonly states: string[];
}

/** What a test calls from outside: runs a whole turn with one recipe and keeps what it heard. */
export function begin(name: 'urql' | 'apollo', transport: 'sse' | 'websocket') {
  const { origin } = (globalThis as unknown as { readonly location: { readonly origin: string } }).location;
  const recipe = RECIPES[name]({ url: `${origin}/graphql`, transport });
  const heard: Heard = { seqs: [], text: '', drops: 0, end: null, states: [] };
  let id = '';

  return {
    heard,
    async start() {
      ({ id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] }));
      recipe.watch(id, (status) => {
        if (heard.states.at(-1) !== status) heard.states.push(status);
      });
    },
    async follow() {
      for await (const event of recipe.follow(id, { onDrop: () => (heard.drops += 1) })) {
        heard.seqs.push(event.seq);
        if (event.__typename === 'OutputTextDeltaEvent') heard.text += event.delta;
        if (event.__typename === 'TerminalEvent') heard.end = event.status;
      }
    },
    cancel: () => recipe.cancel(id),
  };
}

Object.assign(globalThis, { begin });
