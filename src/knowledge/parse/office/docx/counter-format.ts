const ROMAN = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** A list's counter as Word writes it. Formats of other scripts are written as digits. */
export function formatCounter(count: number, format: string): string {
  switch (format) {
    case 'none':
      return '';
    case 'lowerRoman':
      return roman(count);
    case 'upperRoman':
      return roman(count).toUpperCase();
    case 'lowerLetter':
      return letters(count);
    case 'upperLetter':
      return letters(count).toUpperCase();
    case 'decimalZero':
      return String(count).padStart(2, '0');
    default:
      return String(count);
  }
}

function roman(count: number): string {
  if (count < 1 || count > 10_000) return String(count);
  let left = count;
  let text = '';
  for (const [value, sign] of ROMAN) {
    for (; left >= value; left -= value) text += sign;
  }
  return text;
}

/** a … z, aa, bb …: the letter is repeated. */
function letters(count: number): string {
  if (count < 1 || count > 780) return String(count);
  return String.fromCharCode(0x61 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}
