import { PGlite } from '@electric-sql/pglite';
import type { ComposePart, ComposeRequest } from '../../src/engine/ports/compose.ts';
import { MODEL_CONTROLS } from '../../src/engine/ports/model.ts';
import { type CatalogModel, createCatalog } from '../../src/models/catalog.ts';
import { openTestGateway } from '../../test/support/gateway.ts';
import { measureMemory, serveCommands } from './server-process.ts';

// The whole gateway on the embedded database, with a model that says what the benchmark has it say.
const waiting: (() => void)[] = [];
let pieces: string[] = [];
let over = false;
let queryId = '';
let told: () => void = () => {};

const model: CatalogModel = {
  id: 'bench/told',
  label: 'Says what it is told',
  honours: new Set(MODEL_CONTROLS),
  async *compose({ ask }: ComposeRequest): AsyncGenerator<ComposePart, void> {
    if (ask.startsWith('Time')) {
      for (let at = 0; at < 20; at += 1) yield { kind: 'text', text: `word ${at} ` };
    } else {
      for (const wake of waiting.splice(0)) wake();
      for (;;) {
        const text = pieces.shift();
        if (text !== undefined) yield { kind: 'text', text };
        else if (over) break;
        else {
          await new Promise<void>((resolve) => {
            told = resolve;
          });
        }
      }
    }
    yield { kind: 'finish', usage: { inputTokens: 1, outputTokens: 1 } };
  },
};

let statements = 0;
// A driver that counts: each statement of the store goes through this method.
// oxlint-disable-next-line typescript/unbound-method -- it is applied to its own instance below
const { query } = PGlite.prototype;
Object.defineProperty(PGlite.prototype, 'query', {
  value(this: PGlite, ...args: Parameters<PGlite['query']>) {
    statements += 1;
    return Reflect.apply(query, this, args);
  },
});

const gateway = await openTestGateway({ models: createCatalog([model]) });
await gateway.addContext('notes', {
  'notes.md': '# Notes\n\nThe time of words and the words of time are noted here.\n',
});
const { services, viewer } = gateway.runtime;

async function submit(ask: string): Promise<string> {
  return (await services.turns.submit({ ask, scope: ['notes'] }, { viewer })).id;
}

serveCommands(Number(new URL(gateway.url).port), async ({ name, count }) => {
  switch (name) {
    case 'begin': {
      [pieces, over] = [[], false];
      const composing = new Promise<void>((resolve) => waiting.push(resolve));
      queryId = await submit('What do the words of the notes say?');
      await composing;
      return { queryId };
    }
    case 'say':
      for (let at = 0; at < count; at += 1) pieces.push(`word ${at} `);
      told();
      return {};
    case 'sayKilobytes':
      for (let at = 0; at < count; at += 2) pieces.push('word '.repeat(410));
      told();
      return {};
    case 'end':
      over = true;
      told();
      await services.turns.wait(queryId, viewer, new AbortController().signal);
      return {};
    case 'measure':
      return { ...measureMemory(), statements };
  }
});
