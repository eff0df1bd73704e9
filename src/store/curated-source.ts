/** How a curation left a source. */
export interface CuratedSource {
  readonly sourceId: string;
  /** Of the bytes that were read, which may not be the source's any more. */
  readonly contentHash: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly title: string;
  readonly mediaType: string;
  readonly chunkCount: number;
  /** A model failed at it: the next curation tries again, should nothing have changed. */
  readonly isUnfinished: boolean;
}
