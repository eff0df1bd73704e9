import type { ComposePart, ComposeRequest } from '../../../src/engine/ports/compose.ts';
import { MODEL_CONTROLS, type ModelCatalog } from '../../../src/engine/ports/model.ts';
import { type CatalogModel, createCatalog } from '../../../src/models/catalog.ts';

/** One call of the model, which goes on until the test ends it or its signal aborts. */
export interface PromptedCall {
  readonly ask: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  readonly finish: () => void;
}

/**
 * A model that says "Well " and then what the test has it say. It hears its signal as a call over the network would:
 * by the abort, after which it throws the reason.
 */
export class PromptedModel implements CatalogModel {
  readonly id = 'test/prompted';
  readonly label = 'Says what it is told';
  readonly honours = new Set(MODEL_CONTROLS);
  readonly calls: PromptedCall[] = [];
  readonly #waiting = new Set<() => void>();

  catalog(): ModelCatalog {
    return createCatalog([this]);
  }

  /** The call for a turn's ask, made by now or to be made. */
  async called(ask: string): Promise<PromptedCall> {
    for (;;) {
      const call = this.calls.find((made) => made.ask === ask);
      if (call !== undefined) return call;
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  async *compose({ ask }: ComposeRequest, signal: AbortSignal): AsyncGenerator<ComposePart, void> {
    const said: string[] = ['Well '];
    let finished = false;
    let wake = () => {};
    const change = (apply: () => void) => {
      apply();
      wake();
    };
    signal.addEventListener('abort', () => wake(), { once: true });
    this.calls.push({
      ask,
      signal,
      say: (text) => change(() => said.push(text)),
      finish: () =>
        change(() => {
          finished = true;
        }),
    });
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();

    for (;;) {
      signal.throwIfAborted();
      const text = said.shift();
      if (text !== undefined) yield { kind: 'text', text };
      else if (finished) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield { kind: 'finish', usage: { inputTokens: 1, outputTokens: 1 } };
  }
}
