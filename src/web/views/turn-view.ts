import { createAnswerView } from '../answer/answer-view.ts';
import { el, whenChanged } from '../dom.ts';
import type { Turn } from '../state/turn.ts';
import { createSourcesView } from './sources-view.ts';
import { createStepsView } from './steps-view.ts';

export interface TurnView {
  readonly element: HTMLElement;
  readonly update: (turn: Turn) => void;
}

/** One question with its steps, its answer and its footnotes. */
export function createTurnView(first: Turn): TurnView {
  const ask = el('h2', { class: 'ask', tabindex: -1 });
  const steps = createStepsView(first.status === 'IN_PROGRESS');
  const sources = createSourcesView();
  const answer = createAnswerView((number) => sources.show(number));
  const waiting = el('p', { class: 'waiting' });
  const ending = el('p', { class: 'ending', hidden: true });
  const notes = el('ul', { class: 'warnings', hidden: true, 'aria-label': 'Notes' });
  const facts = el('p', { class: 'facts', hidden: true });
  const element = el(
    'article',
    { class: 'turn' },
    ask,
    steps.element,
    waiting,
    answer.element,
    ending,
    notes,
    sources.element,
    facts,
  );

  return {
    element,
    update: whenChanged((turn) => {
      ask.textContent = turn.ask;
      element.dataset['status'] = turn.status.toLowerCase();
      element.setAttribute('aria-busy', String(turn.status === 'IN_PROGRESS'));
      steps.update(turn.steps);
      answer.update(turn.text, turn.status === 'IN_PROGRESS' ? null : turn.citations.length);
      sources.update(turn.citations);

      waiting.textContent = turn.id === null ? 'Sending…' : 'Reading your documents…';
      waiting.hidden = turn.status !== 'IN_PROGRESS' || turn.text !== '';
      ending.textContent = endingText(turn);
      ending.hidden = ending.textContent === '';
      notes.replaceChildren(...turn.warnings.map((warning) => el('li', {}, warning)));
      notes.hidden = turn.warnings.length === 0;
      facts.textContent = factsText(turn);
      facts.hidden = facts.textContent === '';
    }),
  };
}

function endingText({ status, error }: Turn): string {
  if (status === 'FAILED') return error ?? 'The question failed.';
  if (status === 'CANCELLED') return 'Cancelled. What had arrived by then stands above.';
  return '';
}

function factsText({ status, model, runtimeMs, totalTokens }: Turn): string {
  if (status === 'IN_PROGRESS') return '';
  const seconds = runtimeMs < 10_000 ? (runtimeMs / 1_000).toFixed(1) : Math.round(runtimeMs / 1_000).toString();
  const facts = [`${seconds} s`];
  if (model !== null) facts.unshift(model);
  if (totalTokens > 0) facts.push(`${totalTokens.toLocaleString('en')} tokens`);
  return facts.join(' · ');
}
