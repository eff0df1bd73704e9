import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COLLECTIONS_DIRECTORY } from '../retrieval/collection.ts';
import type { BenchDocument } from './target.ts';

/** A question with what is known of its answer. */
export interface Question {
  readonly text: string;
  /** The context that is asked. */
  readonly slug: string;
  /** Paths of the sources that hold the answer; empty when none does. */
  readonly gold: readonly string[];
  /** Wordings of the answer, any of which is right; empty when only the source is known. */
  readonly answers: readonly string[];
}

export interface QuestionSet {
  readonly contexts: ReadonlyMap<string, readonly BenchDocument[]>;
  readonly questions: readonly Question[];
  /** Whether each question is asked once more with its gold source taken away. */
  readonly withoutGold: boolean;
}

interface Row {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
  readonly context_id?: string;
  readonly answers?: readonly string[];
  readonly evidence?: readonly { readonly text: string }[];
  readonly answerable?: boolean;
}

/** Product documentation: a source a page part, the question's gold parts known. */
export async function claudeDocs(): Promise<QuestionSet> {
  const [documents, queries, gold] = await readCollection('claude-docs');
  const paths = new Map(documents.map(({ _id }, at) => [_id, `${at}.md`]));
  return {
    contexts: new Map([['claude-docs', documents.map((row) => toMarkdown(row, paths.get(row._id) ?? ''))]]),
    questions: queries.map(({ _id, text }) => ({
      text,
      slug: 'claude-docs',
      gold: (gold.get(_id) ?? []).map((id) => paths.get(id) ?? id),
      answers: [],
    })),
    withoutGold: false,
  };
}

/** Reading comprehension: all passages of a language are one context. */
export async function xquad(language: string): Promise<QuestionSet> {
  const [documents, queries, gold] = await readCollection(`xquad/${language}`);
  const slug = `xquad-${language}`;
  return {
    contexts: new Map([[slug, documents.map((row) => toMarkdown(row, `${row._id}.md`))]]),
    questions: queries.map(({ _id, text, answers }) => ({
      text,
      slug,
      gold: (gold.get(_id) ?? []).map((id) => `${id}.md`),
      answers: answers ?? [],
    })),
    withoutGold: true,
  };
}

/** Contracts: each is a context of its own, and most questions have no answer in theirs. */
export async function cuad(): Promise<QuestionSet> {
  const [documents, queries] = await readCollection('cuad-60');
  return {
    contexts: new Map(documents.map((row) => [row._id, [toMarkdown(row, `${row._id}.md`)]])),
    questions: queries.map(({ text, context_id: slug = '', answerable, evidence }) => ({
      text,
      slug,
      gold: answerable === true ? [`${slug}.md`] : [],
      answers: answerable === true ? (evidence ?? []).map(({ text }) => text) : [],
    })),
    withoutGold: false,
  };
}

async function readCollection(name: string): Promise<[readonly Row[], readonly Row[], Map<string, string[]>]> {
  const read = (file: string) => readFile(join(COLLECTIONS_DIRECTORY, name, file), 'utf8');
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const [corpus, queries, qrels] = await Promise.all(['corpus.jsonl', 'queries.jsonl', 'qrels.tsv'].map(read));
  const gold = new Map<string, string[]>();
  for (const line of lines(qrels ?? '').slice(1)) {
    const [query = '', document = '', score] = line.split('\t');
    if (Number(score) > 0) gold.set(query, [...(gold.get(query) ?? []), document]);
  }
  const rows = (text = '') => lines(text).map((line) => JSON.parse(line) as Row);
  return [rows(corpus), rows(queries), gold];
}

function toMarkdown({ title = '', text }: Row, path: string): BenchDocument {
  const heading = title === '' ? '' : `# ${title.replaceAll(/[\s_]+/g, ' ')}\n\n`;
  return { path, content: `${heading}${text}\n` };
}
