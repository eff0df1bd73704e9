import { MODEL_CONTROLS, type Model } from '../engine/ports/model.ts';
import { toCanonicalName } from '../knowql/names.ts';
import { isContinuing } from '../knowql/pinned.ts';
import type { QueryRequest, Warning } from '../knowql/query.ts';
import { warning } from '../knowql/warnings.ts';

/**
 * One warning for each field that starts a session and that the model which answers first does not heed. A continuing
 * turn has none: there these fields are ignored for being pinned, and warned of as such.
 */
export function unheededWarnings(
  request: QueryRequest,
  { id, honours }: Pick<Model, 'id' | 'honours'>,
): readonly Warning[] {
  if (isContinuing(request)) return [];
  return MODEL_CONTROLS.filter((control) => request[control] !== undefined && !honours.has(control)).map((control) => {
    const name = toCanonicalName(control);
    return warning(
      'no_effect',
      name,
      `${id} does not read ${name}, so that it changed nothing; the session keeps it for turns that another model answers.`,
    );
  });
}
