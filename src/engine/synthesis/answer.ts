import type { JsonValue } from '../../lib/json.ts';
import type { OutputTextDeltaEvent } from '../events.ts';
import { CitationList } from './citations.ts';

/** What a turn has come to so far. A turn that breaks off ends with what is here. */
export class Answer {
  /** Catalogue id of the model that answers; null before one began to. */
  model: string | null = null;
  /** The concatenation of all deltas that were told. */
  text = '';
  outputJson: JsonValue = null;
  /** What its step is to say of how it came about. */
  readonly notes = new Set<string>();
  citations = new CitationList([], false);
}

/** Gives out a piece of the answer. Nothing is given out for nothing. */
export function* tell(answer: Answer, model: string | null, delta: string): Generator<OutputTextDeltaEvent, void> {
  if (delta === '') return;
  answer.model = model;
  answer.text += delta;
  yield { type: 'response.output_text.delta', delta };
}
