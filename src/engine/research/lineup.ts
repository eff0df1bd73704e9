import { GatewayError } from '../../errors.ts';
import { publicMessage } from '../ending.ts';
import type { Model } from '../ports/model.ts';

export type Researcher = Model & Required<Pick<Model, 'research'>>;

export function canResearch(model: Model | undefined): model is Researcher {
  return model?.research !== undefined;
}

/** The models of a turn in the order in which they are still to be tried. */
export class Lineup {
  readonly #passedOver: Model[] = [];
  #waiting: readonly Model[];
  /** What the step says of the models that were passed over. */
  readonly notes: string[] = [];

  constructor(models: readonly Model[]) {
    this.#waiting = models;
  }

  get first(): Model | undefined {
    return this.#waiting[0];
  }

  /** Those that failed come last: the others have not been tried at all. */
  get models(): readonly Model[] {
    return [...this.#waiting, ...this.#passedOver];
  }

  /** @throws what `first` threw, or a GatewayError that names every failure, when it was the last one. */
  passOver(error: unknown): void {
    const [failed, ...rest] = this.#waiting;
    if (failed === undefined) throw error;
    this.notes.push(`${failed.id} could not look anything up: ${publicMessage(error)}`);
    if (rest.length === 0) {
      throw this.#passedOver.length === 0
        ? error
        : new GatewayError('internal', `No model could answer. ${this.notes.join(' ')}`, { cause: error });
    }
    this.#passedOver.push(failed);
    this.#waiting = rest;
  }
}
