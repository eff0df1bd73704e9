/** A heading found by rule, with the level that its form implies. */
export interface PlainHeading {
  readonly level: number;
  readonly title: string;
}

const MAX_LENGTH = 100;
const NUMBERED = /^(§+\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})(\.?)(?:\s+(\p{Lu}[^!?;]*)|\s*)$/u;
const NAMED =
  /^(article|chapter|part|section|schedule|annex|appendix|exhibit)\s+([IVXLC]{1,7}|\d{1,3}(?:\.\d{1,3})*|[A-Z])\b/iu;
const RUN_IN = /^((?:§+\s*)?\d{1,3}(?:\.\d{1,3}){1,5}\.?\s+\p{Lu}[^.:;!?\n]{1,70})[.:]\s+\S/u;

export interface LineContext {
  /** Whether an empty line, or the end of the text, follows. */
  readonly standsAlone: boolean;
}

/**
 * Reads a line that follows an empty one as a heading, where its form leaves no doubt: "4.2 Payment terms",
 * "§ 4.2", "ARTICLE III", or capitals throughout. A heading that is missed costs a shorter section path; one that
 * is invented would tear a paragraph apart, so a list item ("1. Buy milk") has to stand alone to count.
 */
export function plainHeading(line: string, { standsAlone }: LineContext): PlainHeading | undefined {
  const title = line.trim();
  if (title.length > MAX_LENGTH || /[,;]$/.test(title)) return undefined;

  const named = NAMED.exec(title);
  if (named !== null && isHeadingLike(title)) {
    return { level: named[1]?.toLowerCase() === 'section' ? 2 + depth(named[2]) : 2, title };
  }
  const numbered = NUMBERED.exec(title);
  if (numbered !== null && isHeadingLike(title)) {
    const [, sign, number = '', , words] = numbered;
    const certain = sign !== undefined || depth(number) > 0;
    if (words === undefined ? sign !== undefined : certain || standsAlone) return { level: 3 + depth(number), title };
    return undefined;
  }
  if (standsAlone && isCapitals(title)) return { level: 1, title };
  return undefined;
}

/** The heading at the start of a numbered clause: "4.2 Payment terms. The Customer shall …". */
export function runInHeading(paragraph: string): PlainHeading | undefined {
  const title = RUN_IN.exec(paragraph)?.[1];
  if (title === undefined) return undefined;
  return { level: 3 + depth(/\d[\d.]*/.exec(title)?.[0].replace(/\.$/, '')), title };
}

function depth(number: string | undefined): number {
  return (number?.match(/\./g) ?? []).length;
}

/** A sentence ends in a full stop after more than a few words; a heading hardly ever does. */
function isHeadingLike(title: string): boolean {
  return !/[.:!?]$/.test(title) || title.split(/\s+/).length <= 8;
}

function isCapitals(title: string): boolean {
  return /\p{Lu}{3}/u.test(title) && !/\p{Ll}/u.test(title) && !/[.!?]$/.test(title);
}
