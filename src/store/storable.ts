import type { Prisma } from './prisma/client.ts';

/** Text that PostgreSQL can keep: it refuses NUL, which no document that was let in contains, but an error may. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** The text of a `json` column; null for the absent value, which is stored as NULL. */
export function toJsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A domain value as Prisma types the content of a JSON column. */
export function toJsonColumn(value: object): Prisma.InputJsonValue {
  return value;
}
