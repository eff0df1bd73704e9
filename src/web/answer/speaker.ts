import { el } from '../dom.ts';
import type { Turn } from '../state/turn.ts';
import { speakableEnd, toSpeech } from './speakable.ts';

const KEPT = 6;

/**
 * Reads a running answer out to assistive technology, a few sentences at a time, and says how it ended. What was
 * loaded whole is not read out. `region` is a live region.
 */
export function createSpeaker(region: HTMLElement): (turn: Turn | undefined) => void {
  let listening = false;
  let ask = '';
  let spoken = 0;

  const say = (text: string) => {
    if (text === '') return;
    region.append(el('p', {}, text));
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };

  return (turn) => {
    if (turn === undefined) {
      listening = false;
      return;
    }
    if (turn.status === 'IN_PROGRESS') {
      if (!listening || turn.ask !== ask || turn.text.length < spoken) {
        spoken = 0;
        region.replaceChildren();
        say('Looking for the answer.');
      }
      listening = true;
      ask = turn.ask;
      const end = speakableEnd(turn.text, spoken);
      say(toSpeech(turn.text.slice(spoken, end)));
      spoken = end;
    } else if (listening) {
      listening = false;
      say(toSpeech(turn.text.slice(spoken)));
      say(ending(turn));
    }
  };
}

function ending({ status, citations, error }: Turn): string {
  if (status === 'CANCELLED') return 'Cancelled.';
  if (status === 'FAILED') return `The question failed. ${error ?? ''}`;
  return `Answer complete, ${citations.length === 1 ? '1 source' : `${citations.length} sources`}.`;
}
