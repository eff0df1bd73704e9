import type { StepStrategy } from '../knowql/query.ts';
import type { TurnLedger } from './ledger.ts';
import type { KnowledgeSnapshot } from './ports/knowledge.ts';
import type { TurnInput } from './turn-input.ts';

/** What the parts of a turn share while it runs. */
export interface TurnScope {
  readonly input: TurnInput;
  readonly knowledge: KnowledgeSnapshot;
  readonly ledger: TurnLedger;
  readonly signal: AbortSignal;
}

/** What a model that researches may call. */
export const RESEARCH_TOOLS = [
  'outline',
  'search',
  'search_keyword',
  'read_source',
  'list_artifacts',
  'read_artifact',
  'query_table',
] as const;
export type ResearchToolName = (typeof RESEARCH_TOOLS)[number];

/** What may be called in a turn, as `tools` names it. An empty list of tools allows all of them. */
export const TURN_TOOLS = [...RESEARCH_TOOLS, 'read_neighbours'] as const;
export type TurnTool = (typeof TURN_TOOLS)[number];

export function mayCall({ tools }: Pick<TurnInput, 'tools'>, tool: TurnTool): boolean {
  return tools.length === 0 || tools.includes(tool);
}

/** A step's strategy over the whole scope. */
export function strategyOf(
  { contexts }: Pick<TurnInput, 'contexts'>,
  kind: string,
  label: string,
  fns: readonly string[],
): StepStrategy {
  return { kind, fns, label, scope: contexts.map(({ slug }) => slug) };
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
