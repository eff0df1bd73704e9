/** A document that is not of its form: where, and what was expected there. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  /** Dotted and indexed canonical path, `scope[2]`; empty for the document itself. */
  readonly path: string;

  constructor(path: string, complaint: string) {
    super(`${path === '' ? 'The document' : path} ${complaint}`);
    this.path = path;
  }
}

/** What a value is, for a sentence: `a list`, `null`, `the number 3`. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return `${value}`;
  if (typeof value === 'object') return 'an object';
  return `of type ${typeof value}, which JSON does not have`;
}
