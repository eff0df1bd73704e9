/** A run of a table's rows as Arrow keeps one text column of them: the bytes, and where each text begins. */
export interface TextRun {
  readonly values: Uint8Array;
  /** One more than there are texts. */
  readonly offsets: Int32Array;
}

export function textsOf(runs: readonly TextRun[]): readonly string[] {
  return runs.flatMap(({ values, offsets }) => {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    return Array.from({ length: offsets.length - 1 }, (_, at) => bytes.toString('utf8', offsets[at], offsets[at + 1]));
  });
}
