import { queryRequestForm } from './canonical/request.ts';
import { toCanonicalName } from './names.ts';
import type { QueryRequest, Warning } from './query.ts';
import { warning } from './warnings.ts';

/** Names that the language keeps for later versions (§3.8). As extensions they are legal, and without effect. */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  'where',
  'ground',
  'budget',
  'explain',
  'as_of',
  'since',
  'window',
  'link',
  'resolve',
  'trace',
  'await',
  'apply',
]);

const KNOWN_FIELDS: ReadonlySet<string> = new Set(queryRequestForm.fields.map(({ canonical }) => canonical));

// A document may hold thousands of members that nobody knows; the answer need not repeat them all.
const MAX_WARNINGS = 20;
const MAX_NAME_LENGTH = 64;

/** One warning for each member of the request that the language does not define. */
export function extensionWarnings({ extensions = {} }: Pick<QueryRequest, 'extensions'>): readonly Warning[] {
  const names = Object.keys(extensions);
  const warnings = names.slice(0, MAX_WARNINGS).map(warningFor);
  const rest = names.length - warnings.length;
  if (rest === 0) return warnings;
  return [...warnings, { code: 'unknown_field', message: `${rest} more members are unknown and had no effect.` }];
}

function warningFor(fullName: string): Warning {
  const name = fullName.length > MAX_NAME_LENGTH ? `${fullName.slice(0, MAX_NAME_LENGTH)}…` : fullName;
  if (RESERVED_FIELDS.has(name)) {
    return warning('reserved_field', name, `${name} is reserved for a later version of KnowQL and had no effect.`);
  }
  const meant = toCanonicalName(name);
  const hint = KNOWN_FIELDS.has(meant) ? ` Did you mean ${meant}?` : '';
  return warning('unknown_field', name, `${name} is not a field of the query document and had no effect.${hint}`);
}
