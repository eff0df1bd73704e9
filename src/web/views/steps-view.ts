import type { StepItem, StepStatus } from '../api/operations.ts';
import { el, whenChanged } from '../dom.ts';

const STATUS_TEXT: Readonly<Record<StepStatus, string>> = { RUNNING: 'running', COMPLETED: 'done', FAILED: 'failed' };

export interface StepsView {
  readonly element: HTMLDetailsElement;
  readonly update: (steps: readonly StepItem[]) => void;
}

/** What the turn does, step by step. Open where it is watched live, folded where it is read later. */
export function createStepsView(open: boolean): StepsView {
  const summary = el('summary');
  const list = el('ol', { class: 'steps' });
  const element = el('details', { class: 'steps-box', hidden: true, open }, summary, list);

  return {
    element,
    update: whenChanged((steps) => {
      element.hidden = steps.length === 0;
      summary.textContent = steps.length === 1 ? '1 step' : `${steps.length} steps`;
      list.replaceChildren(
        ...steps.map(({ status, commentary }) =>
          el(
            'li',
            { class: 'step', 'data-status': STATUS_TEXT[status] },
            el('span', {}, commentary),
            el('span', { class: 'unseen' }, ` (${STATUS_TEXT[status]})`),
          ),
        ),
      );
    }),
  };
}
