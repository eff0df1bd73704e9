import type { IndexWriter } from '../lance/index-writer.ts';
import { tryReadLexicon, writeLexicon } from '../lance/lexicon-table.ts';
import type { Connection } from '../lance/native.ts';
import { buildLexiconAside } from '../lexicon/build-lexicon.ts';
import { mustFit } from '../lexicon/lexicon.ts';

export interface BuiltVersion {
  readonly contextId: string;
  readonly baseVersion: number | null;
  readonly version: number;
  readonly chunks: number;
  /** Chunks that came or went since the base. */
  readonly changed: number;
}

/** Says what a new version's words are, before anybody hears of the version. */
export async function curateLexicon(
  built: BuiltVersion,
  { connection, writer }: { readonly connection: Connection; readonly writer: Pick<IndexWriter, 'terms'> },
  signal: AbortSignal,
): Promise<void> {
  const { contextId, baseVersion, version, chunks } = built;
  const before = baseVersion === null ? undefined : await tryReadLexicon(connection, contextId, baseVersion);
  const fitting = {
    space: before?.space,
    fitted: before?.fitted ?? 0,
    changed: (before?.changed ?? 0) + built.changed,
  };
  const fits = mustFit(fitting);
  const lexicon = await buildLexiconAside(await writer.terms(), fits ? undefined : fitting.space, signal);
  const stand = fits ? { fitted: chunks, changed: 0 } : { fitted: fitting.fitted, changed: fitting.changed };
  await writeLexicon(connection, contextId, version, { ...lexicon, ...stand });
}
