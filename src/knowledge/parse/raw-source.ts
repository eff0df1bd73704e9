import { decodeText } from './decode.ts';

/** A source as it was uploaded. */
export interface RawSource {
  readonly bytes: Uint8Array;
  /** Path inside its context. */
  readonly path: string;
  /** What the caller said it is: a hint. */
  readonly mediaType: string;
  /** The first kilobyte, byte for byte: enough to recognise a format by. */
  readonly head: string;
  /**
   * The bytes as text, decoded once.
   * @throws UnreadableSource when they are no text.
   */
  text(): string;
}

const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w:-]+)/i;

export function toRawSource(bytes: Uint8Array, path: string, mediaType: string): RawSource {
  const head = String.fromCharCode(...bytes.subarray(0, 1_024));
  const declared = CHARSET.exec(head);
  let text: string | undefined;
  return {
    bytes,
    path,
    mediaType,
    head,
    text: () => (text ??= decodeText(bytes, declared?.[1] ?? declared?.[2])),
  };
}
