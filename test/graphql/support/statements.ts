import { PGlite } from '@electric-sql/pglite';
import { vi } from 'vitest';

/** The SQL that the embedded database is asked while the recorder lives, statement by statement. */
export function recordStatements(): { readonly statements: readonly string[] } & Disposable {
  const spy = vi.spyOn(PGlite.prototype, 'query');
  return {
    get statements() {
      return spy.mock.calls.map(([sql]) => sql);
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
