import type { Step } from '../../knowql/query.ts';
import type { SynthesisEvent } from '../events.ts';
import type { Answer } from './answer.ts';

const PREVIEW_CHARS = 160;

/** What composing cost, read off its step. A turn that never came to composing has none. */
export function* toSynthesisEvent(step: Step | undefined, answer: Answer): Generator<SynthesisEvent, void> {
  if (step?.cost === undefined) return;
  const { tokensIn, tokensOut, decideMs, executeMs, tokensInCached, tokensInFresh } = step.cost;
  const text = answer.outputJson === null ? answer.text : JSON.stringify(answer.outputJson);
  yield {
    type: 'response.synthesis',
    synthesis: {
      status: step.status,
      tokensIn,
      tokensOut,
      ms: decideMs + executeMs,
      answerPreview: Array.from(text.slice(0, 4 * PREVIEW_CHARS))
        .slice(0, PREVIEW_CHARS)
        .join(''),
      ...(tokensInCached === undefined ? {} : { tokensInCached }),
      ...(tokensInFresh === undefined ? {} : { tokensInFresh }),
    },
  };
}
