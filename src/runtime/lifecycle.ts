import { EventEmitter } from 'node:events';
import type { CompilingOutcome, EmbeddingOutcome } from '../knowledge/library.ts';
import type { TerminalStatus } from '../knowql/query.ts';

/**
 * What happens in the runtime, by name. Logs, metrics and tests hang off these and see the same things.
 * Nothing in here is a question's text or an answer's.
 */
export interface LifecycleEvents {
  'turn:accepted': [turn: { readonly queryId: string; readonly sessionId: string }];
  'turn:started': [turn: { readonly queryId: string }];
  'turn:ended': [turn: { readonly queryId: string; readonly status: TerminalStatus; readonly runtimeMs: number }];
  /** The lease went to another worker or the turn was ended from outside; what this worker had is dropped. */
  'turn:lost': [turn: { readonly queryId: string }];
  /** Turns whose worker died, ended as failed. */
  'turn:reaped': [turn: { readonly queryId: string }];
  'curation:started': [curation: { readonly curationId: string; readonly context: string }];
  'curation:embedded': [curation: EmbeddingOutcome & { readonly curationId: string; readonly context: string }];
  'curation:compiled': [curation: CompilingOutcome & { readonly curationId: string; readonly context: string }];
  'curation:ended': [curation: { readonly curationId: string; readonly context: string; readonly failed: boolean }];
  /** It was given back at a shutdown, or another process took it over: it goes on there. */
  'curation:left': [curation: { readonly curationId: string; readonly context: string }];
  /** Something failed that no caller waits for. It is logged; the work it belongs to is tried again or ended. */
  fault: [fault: { readonly during: string; readonly error: unknown }];
}

export type Lifecycle = EventEmitter<LifecycleEvents>;

export function createLifecycle(): Lifecycle {
  return new EventEmitter<LifecycleEvents>();
}
