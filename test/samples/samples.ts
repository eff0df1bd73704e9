import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

/** A question of samples/questions.json and what a right answer rests on. */
export interface Question {
  readonly question: string;
  /** The question before it in the same session. */
  readonly follows?: string;
  readonly scope: readonly string[];
  readonly source: string;
  /** A heading above the passage; null for a source without headings. */
  readonly section: string | null;
  /** A phrase of the passage. */
  readonly expect: string;
}

export function readQuestions(): readonly Question[] {
  return JSON.parse(readFileSync(`${SAMPLES}questions.json`, 'utf8')) as readonly Question[];
}
