/** What a text may weigh: parsing holds it several times over, and a text of this size is a library. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;
/** What any source may weigh. Most of a large PDF or presentation is pictures. */
export const MAX_CONTAINER_BYTES = 100 * 1024 * 1024;

/** Why a file is too large to be read, or undefined. Beyond what any format takes it need not even be opened. */
export function refusalOfSize(bytes: number, limit = MAX_CONTAINER_BYTES): string | undefined {
  if (bytes <= limit) return undefined;
  return `The file is larger than ${limit / 1024 / 1024} MiB. Split it into several files.`;
}
