import type { JsonObject } from '../../lib/json.ts';
import type { Chunk, Hit } from '../ports/knowledge.ts';
import type { ToolDeclaration } from '../ports/research.ts';
import type { ResearchToolName, TurnScope } from '../turn-scope.ts';
import { type ArgumentsOf, type Parameters, readArguments, toSchema } from './parameters.ts';

export interface ToolOutcome {
  /** For the model. Bounded; the texts in it are of documents. */
  readonly response: JsonObject;
  /** What a step shows of it. */
  readonly summary: JsonObject;
  /** Hits of a search, best first. */
  readonly hits?: readonly Hit[];
  /** Chunks that were read because the model asked for them, in order. */
  readonly read?: readonly Chunk[];
}

export interface ResearchTool {
  readonly declaration: ToolDeclaration & { readonly name: ResearchToolName };
  /** Kind of tool, as the rollup counts calls. */
  readonly category: 'retrieval' | 'reading';
  readonly scoreSpace?: string;
  /** @throws ToolFault when the arguments are not what was declared, or name what the scope does not have. */
  run(args: JsonObject, scope: TurnScope): Promise<ToolOutcome>;
}

export interface ToolDefinition<P extends Parameters> extends Pick<ResearchTool, 'category' | 'scoreSpace'> {
  readonly name: ResearchToolName;
  readonly description: string;
  readonly parameters: P;
  readonly run: (args: ArgumentsOf<P>, scope: TurnScope) => Promise<ToolOutcome>;
}

export function defineTool<P extends Parameters>(definition: ToolDefinition<P>): ResearchTool {
  const { name, description, parameters, run, ...kind } = definition;
  return {
    ...kind,
    declaration: { name, description, parameters: toSchema(parameters) },
    run: async (args, scope) => run(readArguments(parameters, args), scope),
  };
}
