import type { HistoryTurn } from '../../engine/ports/compose.ts';
import { cutText } from '../../lib/visible-text.ts';

const MAX_TURNS = 8;
const MAX_ASK_CHARS = 2_000;
const MAX_ANSWER_CHARS = 4_000;
const MAX_CHARS = 24_000;

export interface PromptTurn {
  readonly role: 'user' | 'model';
  readonly text: string;
}

/** The conversation so far, oldest first: the last turns that fit, long ones cut. */
export function historyTurns(history: readonly HistoryTurn[]): readonly PromptTurn[] {
  const turns: PromptTurn[] = [];
  let chars = 0;
  for (const { ask, answer } of history.slice(-MAX_TURNS).toReversed()) {
    const user = cutText(ask, MAX_ASK_CHARS);
    const model = cutText(answer.trim() === '' ? '(no answer)' : answer, MAX_ANSWER_CHARS);
    chars += user.length + model.length;
    if (chars > MAX_CHARS) break;
    turns.unshift({ role: 'user', text: user }, { role: 'model', text: model });
  }
  return turns;
}
