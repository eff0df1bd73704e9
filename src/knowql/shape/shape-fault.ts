/** What is wrong with a shape, and where in it. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';
  /** JSON pointer into the shape; empty for its root. */
  readonly pointer: string;

  constructor(pointer: string, complaint: string) {
    super(complaint);
    this.pointer = pointer;
  }
}

/** One more step of a JSON pointer. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
