import type { ComposePart, ComposeRequest } from '../../../src/engine/ports/compose.ts';
import { MODEL_CONTROLS } from '../../../src/engine/ports/model.ts';
import { GatewayError } from '../../../src/errors.ts';
import { abortable } from '../../../src/lib/signals.ts';
import type { CatalogModel } from '../../../src/models/catalog.ts';

const WORDS = ['Net ', '30 ', 'days.'];
const never = () => new Promise<never>(() => {});

/** What may become of a call, by what an ask says of it. */
const FATES: Readonly<Record<string, (signal: AbortSignal) => AsyncGenerator<ComposePart, void>>> = {
  async *answers() {
    yield* words();
    yield finish;
  },
  // oxlint-disable-next-line require-yield -- it fails before it says anything
  async *fails() {
    throw new TypeError('the model has a fault');
  },
  // oxlint-disable-next-line require-yield -- it refuses before it says anything
  async *refuses() {
    throw new GatewayError('internal', 'The model refused to answer. Change the ask.');
  },
  async *falters() {
    yield* words();
    throw new GatewayError('internal', 'The model is overloaded. Ask again later.');
  },
  async *stops() {
    yield* words();
  },
  async *shrugs() {
    yield finish;
  },
  // oxlint-disable-next-line require-yield -- it waits for its end
  async *dawdles(signal) {
    await abortable(never(), signal);
  },
  async *stalls(signal) {
    yield* words();
    await abortable(never(), signal);
  },
};

const finish: ComposePart = { kind: 'finish', usage: { inputTokens: 1, outputTokens: 1 } };

async function* words(): AsyncGenerator<ComposePart, void> {
  for (const text of WORDS) yield { kind: 'text', text };
}

/** A model that does what the ask says: "Which terms, if it falters?" */
export function createFatefulModel(): CatalogModel {
  return {
    id: 'test/fateful',
    label: 'Meets the fate that the ask names',
    honours: new Set(MODEL_CONTROLS),
    compose({ ask }: ComposeRequest, signal) {
      const fate = FATES[/if it (\w+)/.exec(ask)?.[1] ?? ''];
      if (fate === undefined) throw new RangeError(`no fate in "${ask}"`);
      return fate(signal);
    },
  };
}
