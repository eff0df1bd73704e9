import { el } from '../dom.ts';
import { type Block, type Inline, parseAnswer, withoutOpenLine } from './parse-answer.ts';

export interface AnswerView {
  readonly element: HTMLElement;
  /** `sources` is the number of footnotes that a marker can lead to; null while it is not known yet. */
  update(text: string, sources: number | null): void;
}

/** The answer as it grows: finished blocks stay in place, so that a selection in them survives. */
export function createAnswerView(onMarker: (number: number) => void): AnswerView {
  const element = el('div', { class: 'answer' });
  let drawn: readonly string[] = [];

  const drawInline = (inline: readonly Inline[], sources: number | null): (Node | string)[] =>
    inline.map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind !== 'marker') return el(piece.kind, {}, piece.text);
      const { number } = piece;
      if (sources === null) return el('span', { class: 'marker' }, String(number));
      if (number < 1 || number > sources) return `[${number}]`;
      const label = `Source ${number}`;
      const attributes = { type: 'button', class: 'marker', 'aria-label': label, onclick: () => onMarker(number) };
      return el('button', attributes, String(number));
    });

  const drawBlock = (block: Block, sources: number | null): HTMLElement => {
    switch (block.kind) {
      case 'paragraph':
        return el('p', {}, ...drawInline(block.inline, sources));
      case 'heading':
        return el('h4', {}, ...drawInline(block.inline, sources));
      case 'code':
        return el('pre', { tabindex: 0 }, el('code', {}, block.text));
      case 'list':
        return el(
          block.ordered ? 'ol' : 'ul',
          {},
          ...block.items.map((item) => el('li', {}, ...drawInline(item, sources))),
        );
    }
  };

  return {
    element,
    update(text, sources) {
      const blocks = parseAnswer(sources === null ? withoutOpenLine(text) : text);
      const next = blocks.map((block) => `${sources} ${block.kind} ${block.source}`);
      let same = 0;
      while (same < next.length && next[same] === drawn[same]) same += 1;
      if (same === drawn.length && same === next.length) return;
      while (element.children.length > same) element.lastElementChild?.remove();
      element.append(...blocks.slice(same).map((block) => drawBlock(block, sources)));
      drawn = next;
    },
  };
}
