/** Words that SQL has another use for: a column is never called one of them. */
const RESERVED = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from grant group having in initially ' +
    'intersect into lambda lateral leading limit not null offset on only or order pivot placing primary qualify ' +
    'references returning select show some summarize symmetric table then to trailing true union unique unpivot using ' +
    'variadic when where window with'
  ).split(' '),
);
const MAX_NAME = 60;

/** Names to use in SQL without quotes, different from each other: `Running term ends` → `running_term_ends`. */
export function columnNames(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label, at) => {
    const name = toName(label) || `column_${at + 1}`;
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
    taken.add(free);
    return free;
  });
}

function toName(label: string): string {
  const words = label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/%/g, ' percent ')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const name = words?.join('_').slice(0, MAX_NAME).replace(/_+$/, '') ?? '';
  if (RESERVED.has(name)) return `${name}_`;
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}
