import type { ComposePart, ComposeRequest } from '../../../src/engine/ports/compose.ts';
import { MODEL_CONTROLS, type Model } from '../../../src/engine/ports/model.ts';

export type Script = readonly (ComposePart | Error | 'hang')[];

export const text = (value: string): ComposePart => ({ kind: 'text', text: value });
export const cite = (passage: number, start: number, end: number, score = 1): ComposePart => ({
  kind: 'citation',
  passage,
  start,
  end,
  score,
});
export const json = (value: Extract<ComposePart, { kind: 'json' }>['value']): ComposePart => ({ kind: 'json', value });
export const finish = (inputTokens = 10, outputTokens = 5, cachedInputTokens = 0): ComposePart => ({
  kind: 'finish',
  usage: { inputTokens, outputTokens, cachedInputTokens },
});

/** A model that says what it is told to: one script a call, the last one again when there are more calls. */
export class ScriptedModel implements Model {
  readonly id: string;
  readonly honours = new Set(MODEL_CONTROLS);
  readonly canRepair: boolean;
  readonly requests: ComposeRequest[] = [];
  readonly #scripts: readonly Script[];

  constructor(id: string, scripts: readonly Script[], canRepair = false) {
    this.id = id;
    this.canRepair = canRepair;
    this.#scripts = scripts;
  }

  async *compose(request: ComposeRequest): AsyncGenerator<ComposePart> {
    const script = this.#scripts[Math.min(this.requests.length, this.#scripts.length - 1)] ?? [];
    this.requests.push(request);
    for (const part of script) {
      if (part instanceof Error) throw part;
      if (part === 'hang') await new Promise(() => {});
      else yield part;
    }
  }
}
