import type { TurnControls } from '../knowql/controls.ts';
import type { JsonObject } from '../lib/json.ts';
import type { HistoryTurn } from './ports/compose.ts';
import type { ScopedContext } from './ports/knowledge.ts';
import type { Model } from './ports/model.ts';

/** One accepted turn, ready to run: everything the engine needs, nothing it would have to look up. */
export interface TurnInput {
  readonly queryId: string;
  readonly ask: string;
  readonly controls: TurnControls;
  readonly contexts: readonly ScopedContext[];
  /** Oldest first, along the chain of `previous_query_id`. */
  readonly history: readonly HistoryTurn[];
  /** In the order to try them. */
  readonly models: readonly Model[];
  readonly systemPrompt: string | null;
  readonly guardrails: string | null;
  readonly vars: JsonObject;
  /** Tool names that the turn may call; empty for all of them. */
  readonly tools: readonly string[];
  /** Where the trace will be found once it is stored. */
  readonly traceRef: string;
}
