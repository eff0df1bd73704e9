import { createHash } from 'node:crypto';
import type { ChunkRow } from '../lance/chunk-table.ts';

/** What is embedded of a chunk: what it stands under, then its text. */
export function embeddingText({
  title,
  heading_path,
  text,
}: Pick<ChunkRow, 'title' | 'heading_path' | 'text'>): string {
  return `${heading_path.length > 0 ? heading_path.join(' › ') : title}\n\n${text}`;
}

/** Names a text among those that one embedder embedded. */
export function embeddingKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
