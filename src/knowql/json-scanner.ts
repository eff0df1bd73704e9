export interface TextFault {
  /** UTF-16 offset. */
  readonly position: number;
  readonly complaint: string;
}

const WHITE_SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
// oxlint-disable-next-line no-control-regex -- they are what JSON forbids in a string
const END_OF_RUN = /["\\\u0000-\u001f]/g;

/** Names seen in the open object; null stands for an open list. */
type Level = Set<string> | null;

/** Thrown and caught in here only. */
class Fault extends Error implements TextFault {
  readonly position: number;
  readonly complaint: string;

  constructor(position: number, complaint: string) {
    super(complaint);
    this.position = position;
    this.complaint = complaint;
  }
}

/** Finds the first place where a text stops being JSON. Open objects and lists are kept on a stack of its own. */
export class JsonScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #open: Level[] = [];
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  findFault(): TextFault | undefined {
    try {
      this.#scan();
      return undefined;
    } catch (error) {
      if (error instanceof Fault) return { position: error.position, complaint: error.complaint };
      throw error;
    }
  }

  #scan(): void {
    do this.#valueOrOpening();
    while (this.#closeAndContinue());
    this.#take(WHITE_SPACE);
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
  }

  /** Takes values up to and including the first one that is not an opening of something with content. */
  #valueOrOpening(): void {
    for (;;) {
      this.#take(WHITE_SPACE);
      const next = this.#text[this.#at];
      if (next !== '{' && next !== '[') return this.#scalar();
      if (this.#open.length >= this.#maxDepth) {
        throw new Fault(this.#at, `more than ${this.#maxDepth} levels of nesting`);
      }
      this.#at += 1;
      this.#open.push(next === '{' ? new Set() : null);
      this.#take(WHITE_SPACE);
      if (this.#text[this.#at] === (next === '{' ? '}' : ']')) return; // empty: closed by who continues
      if (next === '{') this.#name();
    }
  }

  /** After a value: closes what ends here. True when another value must follow. */
  #closeAndContinue(): boolean {
    for (let level = this.#open.at(-1); level !== undefined; level = this.#open.at(-1)) {
      this.#take(WHITE_SPACE);
      const next = this.#text[this.#at];
      if (next === ',') {
        this.#at += 1;
        if (level !== null) this.#name();
        return true;
      }
      const end = level === null ? ']' : '}';
      if (next !== end) throw this.#unexpected(`"," or "${end}"`);
      this.#at += 1;
      this.#open.pop();
    }
    return false;
  }

  #name(): void {
    this.#take(WHITE_SPACE);
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#unexpected('a name in double quotes');
    this.#string();
    const name = JSON.parse(this.#text.slice(start, this.#at)) as string;
    const names = this.#open.at(-1);
    if (names?.has(name)) throw new Fault(start, `the name ${JSON.stringify(name.slice(0, 64))} for the second time`);
    names?.add(name);
    this.#take(WHITE_SPACE);
    if (this.#text[this.#at] !== ':') throw this.#unexpected('":"');
    this.#at += 1;
  }

  #scalar(): void {
    if (this.#text[this.#at] === '"') return this.#string();
    if (!this.#take(NUMBER) && !this.#take(WORD)) throw this.#unexpected('a value');
  }

  #string(): void {
    this.#at += 1;
    for (;;) {
      END_OF_RUN.lastIndex = this.#at;
      const end = END_OF_RUN.exec(this.#text);
      this.#at = end?.index ?? this.#text.length;
      if (end?.[0] === '"') {
        this.#at += 1;
        return;
      }
      if (end === null) throw this.#unexpected('the end of a string');
      if (end[0] !== '\\') throw new Fault(this.#at, 'a control character that is not escaped');
      if (!this.#take(ESCAPE)) throw new Fault(this.#at, 'an escape that JSON does not have');
    }
  }

  /** Moves past what the sticky pattern matches here; false when it does not. */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #unexpected(wanted: string): Fault {
    const code = this.#text.codePointAt(this.#at);
    const found = code === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(code));
    return new Fault(this.#at, `${found} where ${wanted} should be`);
  }
}
