import type { ArtifactType } from './artifacts.ts';
import type { ReportUsage } from './compose.ts';
import type { Chunk } from './knowledge.ts';

/** The kinds of artifact that take a model's reading. */
export const COMPILED_TYPES = ['summary', 'topic', 'entity', 'event'] as const satisfies readonly ArtifactType[];
export type CompiledType = (typeof COMPILED_TYPES)[number];

export interface CompileRequest {
  readonly types: readonly CompiledType[];
  readonly sourcePath: string;
  readonly title: string;
  /** The source's text, cut to what a model is to read. */
  readonly chunks: readonly Chunk[];
}

export interface CompiledArtifact {
  readonly type: CompiledType;
  readonly name: string;
  readonly text: string;
}

/** Reads a source once for all that will be asked of it. */
export interface Compiler {
  /** Model and instructions: what it compiled under another id is compiled again. */
  readonly id: string;
  /** @throws when the model cannot, or what it said is of no use. */
  compile(request: CompileRequest, signal: AbortSignal, report: ReportUsage): Promise<readonly CompiledArtifact[]>;
}
