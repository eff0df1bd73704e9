import { toCanonicalName } from './names.ts';
import type { QueryRequest, Warning } from './query.ts';
import { warning } from './warnings.ts';

/**
 * What a session pins when it is created. `model` and `models` are pinned as its preference, and on a continuing
 * turn override it for that turn alone, so they are never sent in vain. `workflow` is no pin either: the reference
 * lets it ride the turn (the turns of one comparison differ in it), and the session keeps the first one only as
 * the default of the turns that name none.
 */
const PINNED_FIELDS = [
  'scope',
  'systemPrompt',
  'guardrails',
  'vars',
  'tools',
] as const satisfies readonly (keyof QueryRequest)[];

/** Whether the document continues a session instead of starting one. */
export function isContinuing(request: Pick<QueryRequest, 'sessionId' | 'previousQueryId'>): boolean {
  return request.sessionId !== undefined || request.previousQueryId !== undefined;
}

/** One warning for each pinned field that a continuing turn sent; none on a turn that starts a session. */
export function pinnedFieldWarnings(request: QueryRequest): readonly Warning[] {
  if (!isContinuing(request)) return [];
  return PINNED_FIELDS.filter((field) => request[field] !== undefined).map((field) => {
    const name = toCanonicalName(field);
    return warning(
      'pinned_field_ignored',
      name,
      `${name} is fixed when a session starts; this turn ran with the session's own. Start a new session to change it.`,
    );
  });
}
