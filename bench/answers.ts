/**
 * How often answers are right, and how often they are rightly withheld: whole question sets, asked through
 * `runQuery` of a gateway. Every rate is of the run that prints it.
 *
 *   node --import ./bench/register.mjs bench/answers.ts [--every n] [docs | claude-docs | xquad-en … | cuad-60]…
 *
 * `--every n` asks each n-th question only. Without names, xquad-en and cuad-60 are asked.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { files } from './answers/files.ts';
import { createGatewayTarget } from './answers/gateway-target.ts';
import { Progress } from './answers/progress.ts';
import { claudeDocs, cuad, type Question, type QuestionSet, xquad } from './answers/question-sets.ts';
import { Tally } from './answers/tally.ts';
import type { AnswerTarget } from './answers/target.ts';
import { COLLECTIONS_DIRECTORY } from './retrieval/collection.ts';

const SETS: Readonly<Record<string, () => Promise<QuestionSet>>> = {
  docs: files,
  'claude-docs': claudeDocs,
  'cuad-60': cuad,
  ...Object.fromEntries(
    ['en', 'de', 'ru', 'zh', 'th', 'ar'].map((language) => [`xquad-${language}`, () => xquad(language)]),
  ),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});
if (!existsSync(COLLECTIONS_DIRECTORY)) {
  console.log(`Skipped: the question sets are not in ${COLLECTIONS_DIRECTORY}`);
} else {
  for (const name of positionals.length > 0 ? positionals : ['xquad-en', 'cuad-60']) {
    const load = SETS[name];
    if (load === undefined) throw new Error(`${name} is no question set; there are ${Object.keys(SETS).join(', ')}`);
    await using target = await createGatewayTarget();
    console.log(`\n${name}`);
    const tally = await measure(await load(), target, Number(values.every));
    for (const line of tally.report()) console.log(line);
  }
}

async function measure(set: QuestionSet, target: AnswerTarget, every: number): Promise<Tally> {
  const tally = new Tally();
  const questions = set.questions.filter((_, at) => at % every === 0);
  for (const [slug, documents] of set.contexts) await target.load(slug, documents);
  const progress = new Progress(questions.length * (set.withoutGold ? 2 : 1));
  for (const question of questions) {
    const answer = await target.ask(question.text, question.slug);
    if (question.gold.length > 0) tally.addAnswerable(question, answer);
    else tally.addUnanswerable(answer);
    progress.step();
  }
  if (!set.withoutGold) return tally;
  // One removal serves all questions of a source.
  for (const [path, asked] of bySource(questions)) {
    const slug = asked[0]?.slug ?? '';
    await target.without(slug, path, async () => {
      for (const { text } of asked) {
        tally.addUnanswerable(await target.ask(text, slug));
        progress.step();
      }
    });
  }
  return tally;
}

function bySource(questions: readonly Question[]): ReadonlyMap<string, readonly Question[]> {
  const groups = new Map<string, Question[]>();
  for (const question of questions) {
    const source = question.gold[0] ?? '';
    groups.set(source, [...(groups.get(source) ?? []), question]);
  }
  return groups;
}
