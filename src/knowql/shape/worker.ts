import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { compileShape, type FindViolation } from './compile.ts';
import { ShapeFault } from './shape-fault.ts';
import { READY, type ShapeAnswer, type ShapeJob } from './worker-protocol.ts';

/** A compiled shape is some hundred kilobytes of functions at most. */
const compiled = new LRUCache<string, FindViolation>({ max: 64 });

function answer({ key, shape, value }: ShapeJob): ShapeAnswer {
  try {
    const findViolation = compiled.get(key) ?? compileShape(shape);
    compiled.set(key, findViolation);
    const violation = value === undefined ? undefined : findViolation(value);
    return violation === undefined ? { kind: 'conforms' } : { kind: 'violation', violation };
  } catch (error) {
    if (error instanceof ShapeFault) return { kind: 'fault', pointer: error.pointer, complaint: error.message };
    if (error instanceof RangeError)
      return { kind: 'violation', violation: 'the answer is nested too deep to validate' };
    throw error;
  }
}

function say(message: ShapeAnswer | typeof READY): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}

parentPort?.on('message', (job: ShapeJob) => say(answer(job)));
say(READY);
