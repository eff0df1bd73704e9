/** A source that is left out for what it is: nothing went wrong, and the message says what to do. */
export class UnreadableSource extends Error {
  override readonly name: string = 'UnreadableSource';
  /** Media type as far as the content shows it. */
  readonly mediaType: string;

  constructor(message: string, mediaType: string) {
    super(message);
    this.mediaType = mediaType;
  }
}
