import type { Question } from './question-sets.ts';
import type { Answer } from './target.ts';

const MAX_WORDS = 60;

/** What was counted over a question set. */
export class Tally {
  answerable = 0;
  unanswerable = 0;
  failed = 0;
  firstRight = 0;
  anyRight = 0;
  judged = 0;
  contained = 0;
  falseRefusals = 0;
  honestRefusals = 0;
  #words = 0;
  #ms = 0;

  /** Counts the answer to a question whose source is in scope. */
  addAnswerable({ gold, answers }: Question, { status, text, citations, runtimeMs }: Answer): void {
    this.answerable += 1;
    this.#ms += runtimeMs;
    if (status !== 'COMPLETED') this.failed += 1;
    const words = text.match(/\S+/g)?.length ?? 0;
    if (citations.length === 0) this.falseRefusals += 1;
    else this.#words += words;
    if (gold.includes(citations[0]?.source ?? '')) this.firstRight += 1;
    if (citations.some(({ source }) => gold.includes(source))) this.anyRight += 1;
    if (answers.length === 0) return;
    this.judged += 1;
    const said = comparable(text);
    // A clause that is longer than an answer may be is answered by a part of it.
    const isContained = answers.some((answer) => {
      const wanted = comparable(answer);
      return said.includes(wanted) || (said.length > 60 && wanted.includes(said));
    });
    if (isContained && words <= MAX_WORDS) this.contained += 1;
  }

  /** Counts the answer to a question whose source is not in scope. */
  addUnanswerable({ status, citations }: Answer): void {
    this.unanswerable += 1;
    if (status === 'COMPLETED' && citations.length === 0) this.honestRefusals += 1;
  }

  report(): readonly string[] {
    const answered = this.answerable - this.falseRefusals;
    return [
      `answerable questions             ${this.answerable}${this.failed === 0 ? '' : ` (${this.failed} turns failed)`}`,
      `  first citation is right        ${rate(this.firstRight, this.answerable)}   of those answered ${rate(this.firstRight, answered)}`,
      `  any citation is right          ${rate(this.anyRight, this.answerable)}   of those answered ${rate(this.anyRight, answered)}`,
      `  answer contained, <= 60 words  ${rate(this.contained, this.judged)}`,
      `  false refusals                 ${rate(this.falseRefusals, this.answerable)}`,
      `questions without their source   ${this.unanswerable}`,
      `  honest refusals                ${rate(this.honestRefusals, this.unanswerable)}`,
      `words an answer ${(this.#words / Math.max(1, answered)).toFixed(1)}, milliseconds a turn ${(this.#ms / Math.max(1, this.answerable)).toFixed(1)}`,
    ];
  }
}

function rate(count: number, of: number): string {
  return of === 0 ? '-    ' : (count / of).toFixed(3);
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
