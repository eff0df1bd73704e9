const encoder = new TextEncoder();

/** One server-sent event. `data` is text without line breaks; JSON never has any. */
export interface Frame {
  readonly id?: number;
  readonly event: string;
  readonly data: string;
}

export function encodeFrame({ id, event, data }: Frame): Uint8Array {
  const text = `event: ${event}\ndata: ${data}\n\n`;
  return encoder.encode(id === undefined ? text : `id: ${id}\n${text}`);
}

/** A comment: bytes that a reader of the body sees and that no event is made of. */
export function encodeComment(text: string): Uint8Array {
  return encoder.encode(text === '' ? ':\n\n' : `: ${text}\n\n`);
}
