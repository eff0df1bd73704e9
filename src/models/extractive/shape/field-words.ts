/** Short forms that names of fields use and texts do not. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  pct: 'percent',
  perc: 'percent',
  qty: 'quantity',
  num: 'number',
  no: 'number',
  addr: 'address',
  amt: 'amount',
  org: 'organization',
  dob: 'date of birth',
  tel: 'telephone',
  qtr: 'quarter',
  yr: 'year',
  yrs: 'years',
  usd: 'dollar',
  eur: 'euro',
};

/** The name of a field as words: `discount_pct` and `discountPct` are "discount percent". */
export function fieldWords(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => LONG_FORMS[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
}

/** What a value counts, or that it is one: the value shows it ("12.5%"), the text need not say it. */
const UNIT_WORDS =
  /\b(?:percent|percentage|dollars?|euros?|amount|number|value|count|total|flag|days?|weeks?|months?|years?|hours?|minutes?)\b/gu;

/** The words of a field that a text which speaks of it has: without units, unless there are only units. */
export function subjectWords(words: string): string {
  const subject = words.replaceAll(UNIT_WORDS, ' ').replaceAll(/\s+/g, ' ').trim();
  return subject === '' ? words : subject;
}
