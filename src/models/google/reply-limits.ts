/** What a reply may take at most. */
export interface ReplyLimits {
  /** Milliseconds from the request to the first bytes of what the reply says. A model thinks before it begins. */
  readonly firstByteMs: number;
  /** Milliseconds between two pieces of the reply after that. */
  readonly silenceMs: number;
  /** Milliseconds from the request to the end of the reply. */
  readonly replyMs: number;
  /** Bytes of the whole reply, as they are after decompression. */
  readonly replyBytes: number;
}
