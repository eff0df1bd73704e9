import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS_DIRECTORY } from '../../../bench/retrieval/collection.ts';
import { GroundedText } from '../../../src/models/prompting/grounded-text.ts';
import { passage } from './support/passages.ts';

const present = existsSync(COLLECTIONS_DIRECTORY);
if (!present) console.warn('../shared/data is absent: the quality of grounding is not tested');

interface Row {
  readonly _id: string;
  readonly text: string;
}

interface Question extends Row {
  readonly answers: readonly [string];
  /** In code points. */
  readonly answer_start: number;
}

function rows(name: string, file: string): readonly Row[] {
  const lines = readFileSync(join(COLLECTIONS_DIRECTORY, name, file), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

function load(name: string) {
  const texts = new Map(rows(name, 'corpus.jsonl').map(({ _id, text }) => [_id, text]));
  const judged = readFileSync(join(COLLECTIONS_DIRECTORY, name, 'qrels.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const documentOf = new Map(judged.map((line) => line.split('\t') as [string, string]));
  return { texts, ids: [...texts.keys()], documentOf, questions: rows(name, 'queries.jsonl') as readonly Question[] };
}

/** What a marker behind the statement is worth in this text. */
function ground(statement: string, text: string) {
  const grounded = new GroundedText([passage(1, text)]);
  return [...grounded.push(`${statement} [1]`), ...grounded.finish()].find(({ kind }) => kind !== 'text');
}

describe.skipIf(!present)('Grounding on questions with known answers', () => {
  it.each([
    ['en', 0.9],
    ['de', 0.85],
    ['ru', 0.85],
    ['zh', 0.9],
    ['th', 0.8],
    ['ar', 0.8],
  ])('finds the sentence that holds the answer, and none in another text: %s', (language, share) => {
    const { texts, ids, documentOf, questions } = load(`xquad/${language}`);
    let [asked, found, elsewhere] = [0, 0, 0];
    for (const { _id, text, answers, answer_start } of questions.filter((_, at) => at % 6 === 0)) {
      const id = documentOf.get(_id) ?? '';
      const source = texts.get(id) ?? '';
      const start = Array.from(source).slice(0, answer_start).join('').length;
      const statement = `${text.replace(/[?？؟]/g, '')} ${answers[0]}`;
      const part = ground(statement, source);
      asked += 1;
      if (part?.kind === 'citation' && part.start <= start && start + answers[0].length <= part.end) found += 1;
      const other = texts.get(ids[(ids.indexOf(id) + 37) % ids.length] ?? '') ?? '';
      if (ground(statement, other)?.kind === 'citation') elsewhere += 1;
    }
    expect(asked).toBeGreaterThan(150);
    expect(found / asked).toBeGreaterThanOrEqual(share);
    expect(elsewhere / asked).toBeLessThanOrEqual(0.03);
  });
});
