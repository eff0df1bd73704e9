import type { Citation } from '../knowql/query.ts';
import type { WorkLog } from './ports/turn.ts';

/** The turn whose record a source of a work context is; undefined for any other path. */
export function queryIdOfWork(sourcePath: string): string | undefined {
  return /^ses_[0-9A-Za-z_-]+\/(qry_[0-9A-Za-z_-]+)\.md$/.exec(sourcePath)?.[1];
}

/** Citations of recorded work say which turn they come from, and by which of its steps that turn came to its answer. */
export async function withWorkOrigins(citations: readonly Citation[], work: WorkLog): Promise<readonly Citation[]> {
  const ids = citations.flatMap(({ source }) => queryIdOfWork(source) ?? []);
  if (ids.length === 0) return citations;
  const steps = await work.stepsOf([...new Set(ids)]);
  return citations.map((citation) => {
    const queryId = queryIdOfWork(citation.source);
    if (queryId === undefined) return citation;
    return { ...citation, sourcePath: citation.source, queryId, steps: steps.get(queryId) ?? [] };
  });
}
