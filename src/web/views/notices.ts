import { whenChanged } from '../dom.ts';
import type { Link, PageState } from '../state/page-state.ts';

const LINK_TEXT: Readonly<Record<Link, string>> = {
  up: '',
  lost: 'Connection lost. Reconnecting; nothing of the answer is lost.',
  back: 'Connected again.',
};

/** The quiet note about the live connection and the message of an action that failed. */
export function createNotices(link: HTMLElement, problem: HTMLElement): (state: PageState) => void {
  const setLink = whenChanged((state: Link) => {
    link.textContent = LINK_TEXT[state];
    link.dataset['link'] = state;
  });
  const setProblem = whenChanged((message: string) => {
    problem.textContent = message;
    problem.hidden = message === '';
  });
  return (state) => {
    setLink(state.link);
    setProblem(state.problem?.message ?? '');
  };
}
