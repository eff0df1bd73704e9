import type { ModelCatalog } from '../engine/ports/model.ts';
import { TURN_TOOLS } from '../engine/turn-scope.ts';
import { GatewayError } from '../errors.ts';
import { toCanonical } from '../knowql/canonical.ts';
import type { TurnControls } from '../knowql/controls.ts';
import { isContinuing, pinnedFieldWarnings } from '../knowql/pinned.ts';
import type { QueryRequest, Session } from '../knowql/query.ts';
import type { ShapeValidator } from '../knowql/shape/shape-validator.ts';
import { titleOf } from '../knowql/title.ts';
import { jsonHash } from '../lib/json.ts';
import type { Database } from '../store/database.ts';
import type { NewSession, NewTurn } from '../store/insert-turn.ts';
import { queryNotFound } from '../store/not-found.ts';
import { getSession } from '../store/sessions.ts';
import { turnHead } from '../store/turns.ts';
import { modelPreference, resolveModels } from './model-preference.ts';
import { resolveScope, sessionScope } from './scope.ts';
import type { SubmitOptions } from './services.ts';
import { controlsFor } from './turn-controls.ts';
import { unheededWarnings } from './unheeded.ts';

export interface AdmissionDeps {
  readonly db: Database;
  readonly models: ModelCatalog;
  readonly shapes: ShapeValidator;
}

/** What an admitted turn's row is made of, but for its identity, its lease and its time. */
export type AdmittedTurn = Omit<NewTurn, 'id' | 'sessionId' | 'lease' | 'createdAt'> & {
  /** Null for a turn that starts a session. */
  readonly sessionId: string | null;
};

/**
 * Everything that is checked before anything is created: the session and the chain it continues, every context of
 * its scope, every model it may run on, its tools, its shape.
 * @throws GatewayError with the code and the field of the first fault.
 */
export async function admitTurn(
  request: QueryRequest,
  { viewer, idempotencyKey, warnings = [] }: SubmitOptions,
  deps: AdmissionDeps,
): Promise<AdmittedTurn> {
  const { workspaceId } = viewer;
  const session = isContinuing(request) ? await continuedSession(request, workspaceId, deps.db) : null;
  const contexts =
    session === null
      ? await resolveScope(deps.db, workspaceId, request.scope ?? [])
      : await sessionScope(deps.db, session.id);
  checkTools(request.tools ?? []);
  const field = request.models === undefined ? 'model' : 'models';
  const [model] = resolveModels(deps.models, modelPreference(request, session), field);
  const controls = controlsFor(request, { session, contexts, models: deps.models, model });
  if (controls.shape !== null) await deps.shapes.check(controls.shape, AbortSignal.timeout(30_000));

  return {
    workspaceId,
    sessionId: session?.id ?? null,
    session: session === null ? newSession(request, controls, contexts) : null,
    previousQueryId: request.previousQueryId ?? null,
    request,
    input: [{ role: 'user', content: request.ask }],
    workflow: controls.workflow,
    maxSteps: controls.maxSteps,
    thinkingLevel: controls.thinkingLevel,
    timeoutSeconds: controls.timeoutSeconds,
    warnings: [...pinnedFieldWarnings(request), ...controls.warnings, ...unheededWarnings(request, model), ...warnings],
    comparisonGroup: request.comparisonGroup ?? null,
    idempotency:
      idempotencyKey === undefined
        ? null
        : { key: idempotencyKey, documentHash: jsonHash(toCanonical('QueryRequest', request)) },
  };
}

async function continuedSession(request: QueryRequest, workspaceId: string, db: Database): Promise<Session> {
  const { sessionId, previousQueryId } = request;
  if (previousQueryId === undefined) return namedSession(sessionId ?? '', workspaceId, db);
  const named = sessionId === undefined ? undefined : await namedSession(sessionId, workspaceId, db);
  const previous = await turnHead(db, previousQueryId, workspaceId);
  if (previous === undefined) throw atField(queryNotFound(previousQueryId), 'previous_query_id');
  if (named === undefined) return getSession(db, previous.sessionId, workspaceId);
  if (previous.sessionId === named.id) return named;
  throw new GatewayError(
    'bad_request',
    `The query "${previousQueryId}" is no turn of the session "${named.id}". Send the one or the other, or two that belong together.`,
    { field: 'previous_query_id' },
  );
}

async function namedSession(sessionId: string, workspaceId: string, db: Database): Promise<Session> {
  try {
    return await getSession(db, sessionId, workspaceId);
  } catch (error) {
    throw error instanceof GatewayError ? atField(error, 'session_id') : error;
  }
}

function atField({ code, message }: GatewayError, field: string): GatewayError {
  return new GatewayError(code, message, { field });
}

function newSession(request: QueryRequest, controls: TurnControls, contexts: NewSession['contexts']): NewSession {
  return {
    title: titleOf(request.ask),
    systemPrompt: request.systemPrompt ?? null,
    guardrails: request.guardrails ?? null,
    models: modelPreference(request, null),
    tools: request.tools ?? [],
    vars: request.vars ?? {},
    workflow: controls.workflow,
    contexts,
  };
}

function checkTools(tools: readonly string[]): void {
  const known: readonly string[] = TURN_TOOLS;
  const at = tools.findIndex((tool) => !known.includes(tool));
  if (at === -1) return;
  throw new GatewayError('bad_request', `There is no tool "${tools[at]}"; a turn may be given ${known.join(', ')}.`, {
    field: `tools[${at}]`,
  });
}
