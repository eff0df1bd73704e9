import type { Block, Section } from './document.ts';

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Longer headings are paragraphs that were styled as one; the path keeps what a reader needs to find the place. */
const MAX_HEADING = 200;

/** Gathers blocks in their order and cuts them into sections at the headings. */
export class SectionBuilder {
  readonly #sections: Section[] = [];
  #open: readonly Heading[] = [];
  #blocks: Block[] = [];

  /** Headings above what is added next. */
  get path(): readonly string[] {
    return this.#open.map(({ title }) => title);
  }

  /** Begins a section below the headings of a smaller level. The block that names it is for the caller to add. */
  open(level: number, title: string): void {
    this.#close();
    const name = title.replace(/\s+/g, ' ').trim().slice(0, MAX_HEADING);
    const above = this.#open.filter((heading) => heading.level < level);
    this.#open = name === '' ? above : [...above, { level, title: name }];
  }

  add(block: Block): void {
    if (block.end > block.start) this.#blocks.push(block);
  }

  /** Takes over a section of another document as it is. What was open goes on after it. */
  insert(section: Section): void {
    this.#close();
    this.#sections.push(section);
  }

  /** Ends the document. */
  sections(): readonly Section[] {
    this.#close();
    return this.#sections;
  }

  #close(): void {
    const [first, last] = [this.#blocks[0], this.#blocks.at(-1)];
    if (first === undefined || last === undefined) return;
    this.#sections.push({ headingPath: this.path, start: first.start, end: last.end, blocks: this.#blocks });
    this.#blocks = [];
  }
}
