import type { Vigilance } from '../../../src/runtime/open-runtime.ts';

/** Notices a death in a few seconds. Long enough for a busy machine not to take its own turns for dead. */
export const VIGILANT: Vigilance = { leaseMs: 5_000, heartbeatMs: 500, reapMs: 500 };
