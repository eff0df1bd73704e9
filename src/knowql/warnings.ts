import type { Warning } from './query.ts';

/** Every code that a `warnings` entry of a response document can have. */
export const WARNING_CODES = [
  /** A session-level field on a continuing turn: the session's own value stays in force. */
  'pinned_field_ignored',
  /** A name that the language reserves for a later version. */
  'reserved_field',
  /** A member that neither the language nor this gateway knows. */
  'unknown_field',
  /** A control that another one outranks (§8.3). */
  'control_overridden',
  /** `shape` on a turn that composes nothing. */
  'shape_ignored',
  /** A control that changes nothing on a turn of this kind, or with the model that answered. */
  'no_effect',
  /** A number above what the deployment allows; the limit is used instead. */
  'value_limited',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** @param field canonical name of what was sent in vain. */
export function warning(code: WarningCode, field: string, message: string): Warning {
  return { code, field, message };
}
