import type { ComposePart, ComposeRequest } from '../../../src/engine/ports/compose.ts';
import { MODEL_CONTROLS } from '../../../src/engine/ports/model.ts';
import type { CatalogModel } from '../../../src/models/catalog.ts';

export const TELLING = 'test/telling';
export const FAILING = 'test/failing';

/** A model that heeds everything, and shows it: its answer tells what it was given. An ask to wait is waited on. */
export const tellingModel: CatalogModel = {
  id: TELLING,
  label: 'Tells what it was given',
  honours: new Set(MODEL_CONTROLS),
  async *compose(request: ComposeRequest): AsyncGenerator<ComposePart, void> {
    const { ask, systemPrompt, guardrails, vars, thinkingLevel, history, passages } = request;
    if (ask.startsWith('Wait')) await new Promise(() => {});
    const told = {
      systemPrompt,
      guardrails,
      vars,
      thinkingLevel,
      history: history.map((turn) => turn.ask),
      passages: passages.length,
    };
    yield { kind: 'text', text: JSON.stringify(told) };
    yield { kind: 'finish', usage: { inputTokens: 1, outputTokens: 1 } };
  },
};

/** A model that cannot answer. */
export const failingModel: CatalogModel = {
  id: FAILING,
  label: 'Cannot answer',
  honours: new Set(MODEL_CONTROLS),
  // oxlint-disable-next-line require-yield -- it fails before its first word
  async *compose(): AsyncGenerator<ComposePart, void> {
    throw new Error('the provider is down');
  },
};
