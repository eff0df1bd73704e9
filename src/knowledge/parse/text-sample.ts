/** Units of a text, or bytes, that are looked at to tell what it is. */
export const SAMPLE = 65_536;

/** C0 controls that text does not hold: all but tab, line ends, form feed, escape, and the separators of records. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const CONTROL = /[\u0000-\u0008\u000e-\u001a]/g;

export function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8: the caller tries the next encoding
  }
}

/** Controls in the sample of a text. */
export function controls(text: string): number {
  return sampleOf(text).match(CONTROL)?.length ?? 0;
}

/** The beginning and the end of a long text. */
export function sampleOf(text: string): string {
  return text.length > SAMPLE ? text.slice(0, SAMPLE / 2) + text.slice(-SAMPLE / 2) : text;
}
