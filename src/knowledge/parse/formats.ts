import { CONTAINER_FORMATS } from './container-formats.ts';
import type { Format } from './format.ts';
import type { RawSource } from './raw-source.ts';
import { formatOfNamelessText, TEXT_FORMATS } from './text-formats.ts';

const FORMATS: readonly Format[] = [...CONTAINER_FORMATS, ...TEXT_FORMATS];

/**
 * The format of a source: by its content where that tells, then by its name, then by what the caller said.
 * @throws UnreadableSource when it is neither a known kind of file nor text.
 */
export function formatOf(source: RawSource): Format {
  const extension = /\.([^./]+)$/.exec(source.path)?.[1]?.toLowerCase() ?? '';
  const mediaType = source.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (
    FORMATS.find((format) => format.sniff(source)) ??
    FORMATS.find((format) => format.extensions.includes(extension)) ??
    FORMATS.find((format) => format.mediaType === mediaType || format.aliases.includes(mediaType)) ??
    formatOfNamelessText(source)
  );
}
