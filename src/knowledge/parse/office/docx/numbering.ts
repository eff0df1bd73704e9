import { childAt, childrenNamed, type XmlElement } from '../../xml/xml-tree.ts';
import { formatCounter } from './counter-format.ts';
import { valueOf } from './styles.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  /** `%1.%2)`: the counters of the levels above and its own. */
  readonly text: string;
  /** The paragraph style that implies this level. */
  readonly style: string | undefined;
}

interface List {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Levels that begin anew when this list is first used. */
  readonly restarts: ReadonlyMap<number, number>;
}

export interface Label {
  readonly text: string;
  readonly isBullet: boolean;
}

/** Counts the numbers that Word writes in front of paragraphs: they are nowhere in the text. */
export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #counters = new Map<string, number[]>();
  readonly #used = new Set<string>();

  constructor(part: XmlElement | undefined) {
    const root = childAt(part, 'w:numbering');
    const abstracts = new Map(
      childrenNamed(root, 'w:abstractNum').map((each) => [each.attributes['w:abstractNumId'] ?? '', levelsOf(each)]),
    );
    for (const list of childrenNamed(root, 'w:num')) {
      const abstractId = valueOf(childAt(list, 'w:abstractNumId')) ?? '';
      const levels = new Map(abstracts.get(abstractId));
      const restarts = new Map<number, number>();
      for (const override of childrenNamed(list, 'w:lvlOverride')) {
        const level = Number(override.attributes['w:ilvl'] ?? 0);
        for (const [, own] of levelsOf(override)) levels.set(level, own);
        const start = valueOf(childAt(override, 'w:startOverride'));
        if (start !== undefined) restarts.set(level, Number(start));
      }
      this.#lists.set(list.attributes['w:numId'] ?? '', { abstractId, levels, restarts });
    }
  }

  /** The level of a list that a paragraph style implies. */
  levelOf(list: string, style: string | undefined): number | undefined {
    for (const [level, about] of this.#lists.get(list)?.levels ?? []) {
      if (style !== undefined && about.style === style) return level;
    }
    return undefined;
  }

  /** Counts one paragraph and says what stands in front of it. */
  next(id: string, level: number): Label | undefined {
    const list = this.#lists.get(id);
    const about = list?.levels.get(level);
    if (list === undefined || about === undefined) return undefined;
    const counters = this.#countersOf(id, list);
    counters[level] = (counters[level] ?? about.start - 1) + 1;
    counters.length = level + 1;
    if (about.format === 'bullet') return { text: '-', isBullet: true };
    const text = about.text.replace(/%([1-9])/g, (_, place: string) => {
      const at = Number(place) - 1;
      const other = list.levels.get(at);
      return formatCounter(counters[at] ?? other?.start ?? 1, other?.format ?? 'decimal');
    });
    return text.trim() === '' ? undefined : { text: text.trim(), isBullet: false };
  }

  #countersOf(id: string, { abstractId, restarts }: List): number[] {
    const counters = this.#counters.get(abstractId) ?? [];
    this.#counters.set(abstractId, counters);
    if (!this.#used.has(id)) {
      this.#used.add(id);
      for (const [level, start] of restarts) counters[level] = start - 1;
    }
    return counters;
  }
}

function levelsOf(parent: XmlElement): ReadonlyMap<number, Level> {
  return new Map(
    childrenNamed(parent, 'w:lvl').map((level) => [
      Number(level.attributes['w:ilvl'] ?? 0),
      {
        start: Number(valueOf(childAt(level, 'w:start')) ?? 1),
        format: valueOf(childAt(level, 'w:numFmt')) ?? 'decimal',
        text: valueOf(childAt(level, 'w:lvlText')) ?? '',
        style: valueOf(childAt(level, 'w:pStyle')),
      },
    ]),
  );
}
