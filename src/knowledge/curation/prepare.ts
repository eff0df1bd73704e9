import { createHash } from 'node:crypto';
import { tryGuessLanguage } from '../analysis/guess-language.ts';
import { DEFAULT_LANGUAGE, type Language } from '../analysis/languages.ts';
import { termsOf } from '../analysis/terms.ts';
import { rowsOfSource, type UnnamedArtifactRow } from '../artifacts/artifact-rows.ts';
import { compileByRule } from '../artifacts/source-artifacts.ts';
import { chunkDocument, type DocumentChunk } from '../chunking/chunk.ts';
import type { ChunkRow } from '../lance/chunk-table.ts';
import type { Manifest } from '../manifest.ts';
import type { ParsedDocument } from '../parse/document.ts';
import { parseSource } from '../parse/parse-source.ts';

/** Members of an archive that are named when they cannot be read; the others are counted. */
const MAX_NOTES = 20;

export interface PreparedSource {
  readonly title: string;
  readonly mediaType: string;
  /** What of the source is not in the rows, for the person who added it; null when all of it is. */
  readonly reason: string | null;
  readonly rows: readonly ChunkRow[];
  readonly artifacts: readonly UnnamedArtifactRow[];
}

export interface SourceBytes {
  readonly sourceId: string;
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly manifest: Pick<Manifest, 'chunking' | 'languages' | 'artifacts'>;
}

/**
 * Everything between a source's bytes and its rows in the index. Pure but for its time, which a hostile file can
 * make long: it runs on a thread that can be ended.
 * @throws UnreadableSource when the source is left out.
 */
export async function prepareSource({
  sourceId,
  path,
  mediaType,
  bytes,
  manifest,
}: SourceBytes): Promise<PreparedSource> {
  const parsed = await parseSource(bytes, path, mediaType);
  const { text } = parsed.document;
  const chunks = chunkDocument(parsed.document, manifest.chunking);
  const among = manifest.languages.length === 0 ? {} : { among: manifest.languages };
  const language = tryGuessLanguage(text, among) ?? manifest.languages[0] ?? DEFAULT_LANGUAGE;

  const rows = chunks.map((chunk, ordinal): ChunkRow => {
    // A document may quote another language; a chunk needs more evidence than a document to differ from it.
    const own = tryGuessLanguage(chunk.text, { ...among, minimum: 6 }) ?? language;
    const head = headTerms(path, parsed.title, chunk, own);
    const terms = [...head, ...termsOf(chunk.text, own)];
    return {
      id: chunkId(sourceId, ordinal, chunk.text),
      source_id: sourceId,
      source_path: path,
      title: parsed.title,
      heading_path: chunk.headingPath,
      start: chunk.start,
      end: chunk.end,
      ordinal,
      pages: chunk.pages,
      lead: text.slice(chunks[ordinal - 1]?.end ?? 0, chunk.start), // "" where it overlaps the one before
      text: chunk.text,
      trail: ordinal === chunks.length - 1 ? text.slice(chunk.end) : '',
      language: own,
      head_terms: head.length,
      term_count: terms.length,
      terms: terms.join(' '),
    };
  });
  const { title, document } = parsed;
  const found = manifest.artifacts.byRule ? compileByRule(title, document) : [];
  const artifacts = rowsOfSource(found, { sourceId, path, language });
  return { title, mediaType: parsed.mediaType, reason: reasonOf(document), rows, artifacts };
}

function reasonOf({ notes = [] }: ParsedDocument): string | null {
  if (notes.length === 0) return null;
  const shown = notes.slice(0, MAX_NOTES).join(' ');
  return notes.length > MAX_NOTES ? `${shown} And ${notes.length - MAX_NOTES} more.` : shown;
}

/** What stands above a chunk: its document's title and name, its headings. Each term once; numbers in names say nothing. */
function headTerms(path: string, title: string, chunk: DocumentChunk, language: Language): readonly string[] {
  const name = termsOf(path.replace(/\.[a-z0-9]{1,5}$/i, ''), language).filter((term) => /\p{L}/u.test(term));
  return [
    ...new Set([...termsOf(title, language), ...chunk.headingPath.flatMap((each) => termsOf(each, language)), ...name]),
  ];
}

/** The same text at the same place keeps its id over curations. */
function chunkId(sourceId: string, ordinal: number, text: string): string {
  const hash = createHash('sha256').update(`${sourceId}\n${ordinal}\n`).update(text).digest('base64url');
  return `chk_${hash.slice(0, 26)}`;
}
