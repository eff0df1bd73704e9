import type { Chunk } from '../../src/engine/ports/knowledge.ts';
import type { SourceOutcome } from '../../src/knowledge/library.ts';
import type { Expected, Fact } from './expectations.ts';

/** What became of the files of one expectation. */
export interface Read {
  readonly outcomes: readonly SourceOutcome[];
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

export interface Verdict {
  readonly path: string;
  readonly found: number;
  readonly of: number;
  /** What is missing, or was reported otherwise. */
  readonly missing: readonly string[];
}

/** Words that a reason must hold to say what is the matter. */
const REASONS: Readonly<Record<string, RegExp>> = {
  encrypted: /encrypted|password/i,
  zero: /is empty/i,
  empty: /no text/i,
  binary: /binary|cannot be read/i,
};

export function judge(expected: Expected, { outcomes, text, chunks }: Read): Verdict {
  const { path } = expected;
  if (expected.kind === 'facts') {
    const title = outcomes[0]?.title ?? '';
    const missing = expected.facts.filter((fact) => !stands(fact, `${title}\n${text}`, chunks));
    const of = expected.facts.length;
    return { path, found: of - missing.length, of, missing: missing.map((fact) => fact.text) };
  }
  if (expected.kind === 'refusal') {
    const [outcome] = outcomes;
    const isSaid = outcome?.status !== 'parsed' && (REASONS[expected.why] ?? /./).test(outcome?.reason ?? '');
    return { path, found: isSaid ? 1 : 0, of: 1, missing: isSaid ? [] : [`${outcome?.status}: ${outcome?.reason}`] };
  }
  const parsed = new Set(outcomes.filter(({ status }) => status === 'parsed').map((outcome) => outcome.path));
  const wanted = new Set([...outcomes.map((outcome) => outcome.path), ...expected.among.map((name) => path + name)]);
  const missing = [...wanted].filter((name) => !parsed.has(name));
  return { path, found: wanted.size - missing.length, of: wanted.size, missing };
}

/** Line ends are the layout's. A page's text is that of the chunks which touch it. */
function stands({ text, page }: Fact, whole: string, chunks: readonly Chunk[]): boolean {
  const place =
    page === undefined
      ? whole
      : chunks
          .filter(({ pages }) => pages.includes(page))
          .map((chunk) => chunk.text)
          .join('\n');
  return flat(place).includes(flat(text));
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
