const CURRENCY_CODES =
  'USD|EUR|GBP|JPY|CHF|CNY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|ZAR|SGD|HKD|KRW|TRY|ILS|AED|SAR';
const MONEY = new RegExp(
  `^(?<sign>[+−-]?)\\s*(?:(?<before>US\\$|A\\$|C\\$|[$€£¥₹]|${CURRENCY_CODES})\\s*(?<amount>[+−-]?[\\d.,'’\\s]+)|(?<first>[\\d.,'’\\s]+?)\\s*(?<after>[$€£¥₹]|${CURRENCY_CODES}))$`,
);
const GROUP = "[,.'’\\u00a0\\u202f ]";
const PLAIN = new RegExp(`^[+−-]?(?:\\d+|\\d{1,3}(?:${GROUP}\\d{3})+)(?:[.,]\\d+)?$`);
/** More digits are a name, and no `number` holds them. */
const MAX_DIGITS = 15;

export type DecimalMark = '.' | ',';

/** What a number's separators say about the mark before its decimals; undefined where they leave it open. */
export function markShownBy(amount: string): DecimalMark | undefined {
  const [, last] = /([.,])(?=\d+$)/.exec(amount) ?? [];
  if (last !== '.' && last !== ',') return undefined;
  const other = last === '.' ? ',' : '.';
  const times = amount.split(last).length - 1;
  if (times > 1) return other; // it groups thousands
  if (amount.includes(other)) return last;
  return /^[+−-]?\d{1,3}[.,]\d{3}$/.test(amount) && !/^[+−-]?0/.test(amount) ? undefined : last;
}

/** Plain and grouped digits; names that only look like numbers, such as `007`, are none. */
export function readNumber(cell: string, mark: DecimalMark): number | undefined {
  const bracketed = /^\((.+)\)$/.exec(cell)?.[1];
  const amount = (bracketed ?? cell).trim();
  if (!PLAIN.test(amount)) return undefined;
  const [whole, decimals] = splitAtMark(amount, mark);
  const digits = whole.replace(/[^\d]/g, '');
  if (decimals !== undefined && !/^\d+$/.test(decimals)) return undefined;
  if (/^0\d/.test(digits) || digits.length + (decimals?.length ?? 0) > MAX_DIGITS) return undefined;
  if (/[.,]/.test(whole) && !hasGroups(whole, mark)) return undefined;
  const value = Number(`${digits}.${decimals ?? '0'}`);
  return bracketed !== undefined || /^[−-]/.test(amount) ? -value : value;
}

function splitAtMark(amount: string, mark: DecimalMark): readonly [string, string?] {
  const at = amount.lastIndexOf(mark);
  return at < 0 ? [amount] : [amount.slice(0, at), amount.slice(at + 1)];
}

function hasGroups(whole: string, mark: DecimalMark): boolean {
  const group = mark === '.' ? ',' : '\\.';
  return new RegExp(`^[+−-]?\\d{1,3}(?:${group}\\d{3})+$`).test(whole);
}

export interface Money {
  /** Its symbol or its ISO code, as written. */
  readonly unit: string;
  readonly amount: string;
}

export function tryMoney(cell: string): Money | undefined {
  const groups = MONEY.exec(/^\((.+)\)$/.exec(cell)?.[1] ?? cell)?.groups;
  const unit = groups?.['before'] ?? groups?.['after'];
  const amount = groups?.['amount'] ?? groups?.['first'];
  if (groups === undefined || unit === undefined || amount === undefined) return undefined;
  const negative = cell.startsWith('(') || /[−-]/.test(groups['sign'] ?? '');
  return { unit, amount: `${negative ? '-' : ''}${amount.trim()}` };
}

const YES = /^(?:true|yes|y|ja|oui|sí|si|sì|sim|✓|✔|☑)$/iu;
const NO = /^(?:false|no|n|nein|nee|nej|non|não|✗|✘|☐)$/iu;

export function readBoolean(cell: string): boolean | undefined {
  if (YES.test(cell)) return true;
  return NO.test(cell) ? false : undefined;
}

/** What stands in a cell that holds nothing. */
export function isMissing(cell: string): boolean {
  return /^(?:|-|–|—|n\/?a|null|nil|\.\.\.|…)$/iu.test(cell);
}
