import { GatewayError } from '../../errors.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { type JsonObject, type JsonValue, jsonHash } from '../../lib/json.ts';
import { checkBounds } from './bounds.ts';
import { ShapeFault } from './shape-fault.ts';
import { ShapeCostError, ShapeWorker } from './shape-worker.ts';

export type ShapeVerdict =
  | { readonly valid: true }
  /** `violation`: the first fault, naming its place: `/discount_pct must be number`. */
  | { readonly valid: false; readonly violation: string };

/** Shapes of answers: whether one can be used, and whether an answer is of it. */
export interface ShapeValidator {
  /** Compiles a shape. Throws `invalid_shape` naming the JSON pointer of its first fault. */
  check(shape: JsonObject, signal: AbortSignal): Promise<void>;
  /** Holds a value against a shape that passed `check`. */
  validate(shape: JsonObject, value: JsonValue, signal: AbortSignal): Promise<ShapeVerdict>;
}

export interface ShapeValidatorOptions {
  readonly clock?: Pick<Clock, 'sleep'>;
  /** Milliseconds that one compilation or validation may take. 5,000 by default. */
  readonly budgetMs?: number;
}

/** Both methods reject with the signal's reason when it aborts. Dispose it to end its thread. */
export function createShapeValidator(options: ShapeValidatorOptions = {}): ShapeValidator & AsyncDisposable {
  const worker = new ShapeWorker(options.clock ?? systemClock, options.budgetMs ?? 5_000);
  return {
    async check(shape, signal) {
      try {
        checkBounds(shape);
        const answer = await worker.run({ key: jsonHash(shape), shape }, signal);
        if (answer.kind === 'fault') throw new ShapeFault(answer.pointer, answer.complaint);
      } catch (error) {
        throw toRefusal(error);
      }
    },

    async validate(shape, value, signal) {
      try {
        checkBounds(shape);
        const answer = await worker.run({ key: jsonHash(shape), shape, value }, signal);
        if (answer.kind === 'conforms') return { valid: true };
        if (answer.kind === 'violation') return { valid: false, violation: answer.violation };
        throw new ShapeFault(answer.pointer, answer.complaint);
      } catch (error) {
        if (error instanceof ShapeCostError) {
          return { valid: false, violation: `validating the answer ${error.message}; simplify the shape` };
        }
        // Handing over a value costs call frames too: one that is nested too deep does not get through.
        if (error instanceof RangeError)
          return { valid: false, violation: 'the answer is nested too deep to validate' };
        throw toRefusal(error);
      }
    },

    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ShapeCostError) {
    return new GatewayError('invalid_shape', `shape cannot be used: compiling it ${error.message}; simplify it.`, {
      field: 'shape',
      cause: error,
    });
  }
  if (!(error instanceof ShapeFault)) return error;
  const place = error.pointer === '' ? 'shape' : `shape: ${error.pointer}`;
  return new GatewayError('invalid_shape', `${place} ${error.message}.`, { field: 'shape', cause: error });
}
