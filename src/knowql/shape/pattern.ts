import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';

class LinearPattern implements RegExpLike {
  readonly #pattern: string;
  readonly #compiled: RE2JS;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  }

  test(text: string): boolean {
    return this.#compiled.matcher(text).find();
  }

  /** The validator tells the patterns of a schema apart by their text: without this, each would be the first one. */
  toString(): string {
    return `/${this.#pattern}/`;
  }
}

/**
 * A pattern that is matched in time linear to the text, whatever it says. The engine knows no look-around and no
 * back-references.
 * @throws Error when the pattern does not compile
 */
export function compilePattern(pattern: string): RegExpLike {
  return new LinearPattern(pattern);
}

/** For `code.regExp` of ajv. Its `code` names the engine in standalone output, which is not used. */
export const linearTime: RegExpEngine = Object.assign((pattern: string) => compilePattern(pattern), {
  code: 'linearTime',
});
