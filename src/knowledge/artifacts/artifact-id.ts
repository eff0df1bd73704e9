import { createHash } from 'node:crypto';

const HASH_LENGTH = 16;

/**
 * The same artifact of a context keeps its id over curations, whatever it says. The id holds its context's, so that it
 * can be found by its id alone.
 */
export function artifactId(contextId: string, identity: readonly string[]): string {
  const hash = createHash('sha256').update(identity.join('\n')).digest('base64url');
  return `art_${contextId.replace(/^ctx_/, '')}_${hash.slice(0, HASH_LENGTH)}`;
}

/** The id of the context that an artifact of this id would be in; undefined for what is no artifact's id. */
export function tryContextOf(id: string): string | undefined {
  const suffix = /^art_([\w-]+)_[\w-]{16}$/.exec(id)?.[1];
  return suffix === undefined ? undefined : `ctx_${suffix}`;
}
