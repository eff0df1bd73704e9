import type { SourceRow } from '../store/sources.ts';
import type { SourceView } from './services.ts';

export function toSourceView(row: SourceRow): SourceView {
  const { id, path, title, mediaType, byteSize, contentHash, status, reason, chunkCount, updatedAt } = row;
  return {
    id,
    path,
    title,
    mediaType,
    byteSize,
    contentHash,
    status,
    reason,
    chunkCount,
    updatedAt: updatedAt.toISOString(),
  };
}
