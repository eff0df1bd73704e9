import type { ModelCatalog } from '../engine/ports/model.ts';
import type { TurnInput } from '../engine/turn-input.ts';
import type { Database } from '../store/database.ts';
import { getSession } from '../store/sessions.ts';
import { historyOf } from '../store/turns.ts';
import { modelPreference, resolveModels } from './model-preference.ts';
import { sessionScope } from './scope.ts';
import { controlsFor } from './turn-controls.ts';
import type { HeldTurn } from './turn-worker.ts';

/**
 * What a turn needs to run, read when it begins: a turn that waited for a worker, on this process or another, runs
 * on the knowledge and the history of that moment.
 * @throws GatewayError when something that it was accepted with is gone by now.
 */
export async function prepareTurn(
  { queryId, workspaceId, sessionId, request }: HeldTurn,
  { db, models }: { readonly db: Database; readonly models: ModelCatalog },
): Promise<TurnInput> {
  const session = await getSession(db, sessionId, workspaceId);
  const [contexts, history] = await Promise.all([sessionScope(db, sessionId), historyOf(db, queryId)]);
  const candidates = resolveModels(models, modelPreference(request, session));
  return {
    queryId,
    ask: request.ask,
    controls: controlsFor(request, { session, contexts, models, model: candidates[0] }),
    contexts,
    history,
    models: candidates,
    systemPrompt: session.systemPrompt,
    guardrails: session.guardrails,
    vars: session.vars,
    tools: session.tools,
    traceRef: `traces/${queryId}`,
  };
}
