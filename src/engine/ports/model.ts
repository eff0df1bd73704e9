import type { ThinkingLevel, Workflow } from '../../knowql/query.ts';
import type { ComposePart, ComposeRequest, ModelPrice, ReportUsage } from './compose.ts';
import type { ResearchMove, ResearchRequest } from './research.ts';

/** What a session may tell the models that answer in it, and not every model can heed. */
export const MODEL_CONTROLS = [
  'systemPrompt',
  'guardrails',
  'vars',
] as const satisfies readonly (keyof ComposeRequest)[];
export type ModelControl = (typeof MODEL_CONTROLS)[number];

/**
 * Composes an answer from passages. A model that cannot finish throws; it never finishes early in silence.
 * It stops and releases what it holds when `signal` aborts.
 */
export interface Model {
  /** Catalogue id, `provider/name`. */
  readonly id: string;
  /** What of a request changes its answers. Whoever sends anything else is warned that it has no effect. */
  readonly honours: ReadonlySet<ModelControl>;
  /** Whether asking again with `repair` can lead to another answer; false when absent. */
  readonly canRepair?: boolean;
  /** Absent where the model has none in the catalogue: what it costs is then not known. */
  readonly price?: ModelPrice;
  /** The most steps that a turn may ask for under each workflow; without a limit of its own when absent. */
  readonly maxSteps?: Readonly<Record<Workflow, number>>;
  /** Decides what to look up next. Absent in a model that cannot: the turn then searches by its own rules. */
  research?(request: ResearchRequest, signal: AbortSignal, report?: ReportUsage): Promise<ResearchMove>;
  compose(request: ComposeRequest, signal: AbortSignal, report?: ReportUsage): AsyncIterable<ComposePart>;
}

export interface ModelDescription {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly available: boolean;
  /** Why it is not available and what would change that; null when it is. */
  readonly unavailableReason: string | null;
  /** The levels that it tells apart, lowest first; empty where thinking is nothing that it can do more or less of. */
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** The most steps that a turn may ask for under each workflow; null without a limit of its own. */
  readonly maxSteps: Readonly<Record<Workflow, number>> | null;
  /** Null where the catalogue has none. */
  readonly price: ModelPrice | null;
}

/** The models of this deployment. */
export interface ModelCatalog {
  /** Id used when nothing is asked for. */
  readonly default: string;
  readonly models: readonly ModelDescription[];
  /** Tier name (`lite`, `standard`, `pro`) to model id. */
  readonly tiers: Readonly<Record<string, string>>;
  readonly maxSteps: Readonly<Record<Workflow, number>>;
  readonly defaultThinkingLevel: ThinkingLevel;
  /** The model behind an id or a tier name, or undefined when there is none or it is not available. */
  resolve(idOrTier: string): Model | undefined;
}
