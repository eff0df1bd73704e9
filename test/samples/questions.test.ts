import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Question, readQuestions, SAMPLES } from './samples.ts';

const questions = readQuestions();

/** The one context of the scope that holds the source. */
async function readSource({ scope, source }: Question): Promise<string> {
  const texts = await Promise.all(
    scope.map((slug) => readFile(`${SAMPLES}${slug}/${source}`, 'utf8').catch(() => undefined)),
  );
  const found = texts.filter((text) => text !== undefined);
  if (found.length !== 1) throw new Error(`${source} is in ${found.length} of the contexts ${scope.join(', ')}`);
  return found.join('').replaceAll(/\s+/g, ' ');
}

describe('the sample questions', () => {
  it.each(questions)('have a source that answers: $question', async (question) => {
    const text = await readSource(question);
    expect(text).toContain(question.expect);
    expect(text).toContain(question.section ?? '');
  });

  it('follow only questions that are asked', () => {
    const asked = new Set(questions.map(({ question }) => question));
    const followed = questions.flatMap(({ follows }) => follows ?? []);
    expect(followed.filter((question) => !asked.has(question))).toEqual([]);
  });

  it('reach every sample context', async () => {
    const folders = (await readdir(SAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const reached = new Set(questions.flatMap(({ scope }) => scope));
    expect([...reached].toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});
