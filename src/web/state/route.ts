/** The session that an address names: `#/sessions/ses_…`. Null for a new conversation. */
export function sessionInHash(hash: string): string | null {
  return /^#\/sessions\/(ses_[\w-]+)$/.exec(hash)?.[1] ?? null;
}

export const hashOf = (sessionId: string | null): string => (sessionId === null ? '#/' : `#/sessions/${sessionId}`);
