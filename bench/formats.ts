/**
 * How much of what people's files say is found in them: real files of every format, each curated alone on the thread
 * and within the limits that the product reads them in.
 *
 *   npm run bench:formats [-- part-of-a-name …]
 */
import { existsSync } from 'node:fs';
import { DOCUMENTS_DIRECTORY, readExpectations } from './formats/expectations.ts';
import { judge, type Verdict } from './formats/judge.ts';
import { FileReader } from './formats/read-files.ts';

type Timed = Verdict & { readonly ms: number };

if (existsSync(DOCUMENTS_DIRECTORY)) report(await run(process.argv.slice(2)));
else console.log(`Skipped: there are no documents in ${DOCUMENTS_DIRECTORY}`);

async function run(names: readonly string[]): Promise<readonly Timed[]> {
  const expectations = await readExpectations();
  const chosen = expectations.filter(({ path }) => names.length === 0 || names.some((name) => path.includes(name)));
  await using reader = await FileReader.create();
  const results: Timed[] = [];
  for (const expected of chosen) {
    const begun = performance.now();
    const read = await reader.read(expected);
    results.push({ ...judge(expected, read), ms: Math.round(performance.now() - begun) });
  }
  return results;
}

function report(results: readonly Timed[]): void {
  const width = Math.max(...results.map(({ path }) => path.length));
  for (const { path, found, of, missing, ms } of results) {
    const score = `${found}/${of}`.padStart(7);
    console.log(`${path.padEnd(width)} ${score} ${String(ms).padStart(6)} ms  ${missing.join(' || ')}`);
  }
  const sum = (count: (verdict: Verdict) => number) => results.reduce((total, each) => total + count(each), 0);
  const score = {
    files: results.length,
    filesWhole: sum(({ missing }) => (missing.length === 0 ? 1 : 0)),
    facts: sum(({ of }) => of),
    factsFound: sum(({ found }) => found),
  };
  console.log(`\n${JSON.stringify(score)}`);
}
