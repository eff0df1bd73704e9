import { expect } from 'vitest';
import type { Query, Session } from '../../../src/knowql/query.ts';
import type { JsonObject } from '../../../src/lib/json.ts';

/** A response document, as far as the cases look into it: canonical JSON. */
export interface Answered extends JsonObject {
  readonly id: string;
  readonly session_id: string;
  readonly status: Query['status'];
  readonly error: string | null;
  readonly model: string | null;
  readonly output: readonly {
    readonly role: string;
    readonly content: readonly { readonly type: string; readonly text: string }[];
  }[];
  readonly citations: readonly { readonly source: string; readonly grounding: string }[];
  readonly steps: readonly { readonly step_id: string; readonly status: string; readonly commentary: string }[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number; readonly total_tokens: number };
}

export interface Refusal {
  readonly code: unknown;
  readonly field: unknown;
}

/** A session's pinned configuration, in the domain's names. */
export type Pinned = Pick<
  Session,
  'scope' | 'systemPrompt' | 'guardrails' | 'models' | 'tools' | 'vars' | 'workflow' | 'lastQueryId'
>;

/** One of the surfaces, speaking canonical documents. */
export interface Api {
  /** The terminal document. */
  ask(document: JsonObject): Promise<Answered>;
  /** What a document was refused with, its field by its canonical name. */
  refusal(document: JsonObject): Promise<Refusal>;
  session(id: string): Promise<Pinned>;
  /** Asks with `stream: true`: the status that is told first, and the types of the events up to the end. */
  stream(document: JsonObject): Promise<{ readonly events: readonly string[]; readonly last: Answered }>;
  /** Asks with `background: true`: the status that is answered, and the document at the end. */
  background(document: JsonObject): Promise<{ readonly status: string; readonly last: Answered }>;
  contextId(slug: string): Promise<string>;
}

export function textOf({ output }: Answered): string {
  return output.flatMap(({ content }) => content.map(({ text }) => text)).join('');
}

export function sourcesOf({ citations }: Answered): readonly string[] {
  return citations.map(({ source }) => source);
}

export function searchesOf({ steps }: Answered): number {
  return steps.filter(({ step_id }) => step_id.startsWith('retrieve')).length;
}

/** `no_effect system_prompt`, one a warning. */
export function warningsOf(document: Answered): readonly string[] {
  const warnings = (document['warnings'] ?? []) as readonly { readonly code: string; readonly field?: string }[];
  return warnings.map(({ code, field }) => `${code} ${field ?? ''}`.trim());
}

export function completed(document: Answered): Answered {
  const { status, error } = document;
  expect({ status, error }).toEqual({ status: 'completed', error: null });
  return document;
}
