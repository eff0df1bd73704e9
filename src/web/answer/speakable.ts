const SENTENCE_END = /[.!?…]["'”’)\]]*\s|[。！？]|\n/g;

/** Characters that are worth an announcement of their own: a screen reader that is fed single words stammers. */
const LEAST = 60;

/**
 * How much of `text`, from `from` on, can be read out now: whole sentences, and enough of them. Returns where the
 * next announcement starts; `from` itself when it is too early.
 */
export function speakableEnd(text: string, from: number): number {
  let end = from;
  SENTENCE_END.lastIndex = from;
  for (let match = SENTENCE_END.exec(text); match !== null; match = SENTENCE_END.exec(text)) {
    end = match.index + match[0].length;
  }
  return end - from >= LEAST ? end : from;
}

/** An answer's text as it should be heard: without the signs that are only for the eye. */
export function toSpeech(text: string): string {
  return text
    .replaceAll(/\[(\d{1,3})\]/g, '')
    .replaceAll(/[*`#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
