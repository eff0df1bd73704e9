/** Tells on standard error how far a long run is. */
export class Progress {
  readonly #total: number;
  #done = 0;

  constructor(total: number) {
    this.#total = total;
  }

  step(): void {
    this.#done += 1;
    if (this.#done % 100 === 0 && this.#done < this.#total) console.error(`  ${this.#done} of ${this.#total} asked`);
  }
}
