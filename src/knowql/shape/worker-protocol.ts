import type { JsonObject, JsonValue } from '../../lib/json.ts';

/** What the worker is asked. One at a time; it answers each exactly once. */
export interface ShapeJob {
  /** Identity of the shape's content. */
  readonly key: string;
  readonly shape: JsonObject;
  /** Absent to compile only. */
  readonly value?: JsonValue;
}

export type ShapeAnswer =
  | { readonly kind: 'conforms' }
  | { readonly kind: 'violation'; readonly violation: string }
  /** The shape itself cannot be used. */
  | { readonly kind: 'fault'; readonly pointer: string; readonly complaint: string };

/** Said once, before the first job: the time that loading takes is nobody's budget. */
export const READY = 'ready';
