import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DOCUMENTS_DIRECTORY } from '../formats/expectations.ts';
import type { Question, QuestionSet } from './question-sets.ts';
import type { BenchDocument } from './target.ts';

const INDEX = 'INDEX.tsv';
const SLUG = 'docs';

/**
 * Real files of every format. The facts that the folder's index expects in a file are asked for as
 * they stand; of the Markdown tree, each heading that occurs in one file only is asked for.
 */
export async function files(): Promise<QuestionSet> {
  const entries = await readdir(DOCUMENTS_DIRECTORY, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== INDEX)
    .map(({ parentPath, name }) => relative(DOCUMENTS_DIRECTORY, join(parentPath, name)));
  const documents: BenchDocument[] = [];
  for (const path of paths.toSorted())
    documents.push({ path, content: await readFile(join(DOCUMENTS_DIRECTORY, path)) });
  const loaded = new Set(documents.map(({ path }) => path));
  const facts = (await readFile(join(DOCUMENTS_DIRECTORY, INDEX), 'utf8')).split('\n').flatMap((line) => {
    const columns = line.split('\t');
    const [path = '', expected = ''] = [columns[0], columns.at(-1)];
    return loaded.has(path) ? expected.split(' || ').flatMap((fact) => factQuestion(fact, path)) : [];
  });
  return {
    contexts: new Map([[SLUG, documents]]),
    questions: [...facts, ...headingQuestions(documents)],
    withoutGold: false,
  };
}

/** `p3: fact` and `*: fact` say where; `!outcome` is no fact of the text. */
function factQuestion(fact: string, path: string): readonly Question[] {
  const text = fact.replace(/^(?:p\d+|\*):\s*/, '').trim();
  return text === '' || text.startsWith('!') ? [] : [{ text, slug: SLUG, gold: [path], answers: [text] }];
}

function headingQuestions(documents: readonly BenchDocument[]): readonly Question[] {
  const pathsOf = new Map<string, Set<string>>();
  for (const { path, content } of documents) {
    if (!path.endsWith('.md')) continue;
    const prose = Buffer.from(content)
      .toString('utf8')
      .replaceAll(/^```[\s\S]*?^```/gm, '');
    for (const [, heading = ''] of prose.matchAll(/^#{2,3}\s+(.+)$/gm)) {
      const key = heading.replaceAll(/[*`_]|\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
      pathsOf.set(key, (pathsOf.get(key) ?? new Set()).add(path));
    }
  }
  return [...pathsOf]
    .filter(([heading, paths]) => paths.size === 1 && heading.split(/\s+/).length >= 2)
    .map(([heading, paths]) => ({
      text: heading.endsWith('?') ? heading : `What does the documentation say about ${heading}?`,
      slug: SLUG,
      gold: [...paths],
      answers: [],
    }));
}
