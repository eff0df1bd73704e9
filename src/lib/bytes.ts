const encoder = new TextEncoder();

/** Bytes as they come: text as UTF-8 in one piece, a stream of bytes as it is. */
export async function* bytesOf(content: string | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  if (typeof content === 'string') yield encoder.encode(content);
  else yield* content;
}
