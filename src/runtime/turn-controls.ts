import type { ScopedContext } from '../engine/ports/knowledge.ts';
import type { Model, ModelCatalog } from '../engine/ports/model.ts';
import { toControls } from '../knowql/check.ts';
import type { TurnControls } from '../knowql/controls.ts';
import type { QueryRequest, Session } from '../knowql/query.ts';
import { warning } from '../knowql/warnings.ts';
import { resolveWorkflow } from '../knowql/workflow.ts';

export interface TurnSetting {
  /** Null for a turn that starts a session. Its workflow is the default of the turns that name none. */
  readonly session: Pick<Session, 'workflow'> | null;
  readonly contexts: readonly Pick<ScopedContext, 'kind'>[];
  readonly models: Pick<ModelCatalog, 'maxSteps' | 'defaultThinkingLevel'>;
  /** The model that answers first. */
  readonly model: Pick<Model, 'maxSteps'>;
}

/**
 * The controls of a turn where it runs. Work contexts have one way to be asked: a workflow is checked and changes
 * nothing.
 * @throws GatewayError `workflow_unavailable`
 */
export function controlsFor(request: QueryRequest, { session, contexts, models, model }: TurnSetting): TurnControls {
  const defaults = {
    maxSteps: models.maxSteps,
    thinkingLevel: models.defaultThinkingLevel,
    ...(model.maxSteps === undefined ? {} : { stepCaps: model.maxSteps }),
  };
  if (contexts[0]?.kind !== 'work') {
    const inherited = session?.workflow ? { workflow: resolveWorkflow(session.workflow) } : {};
    return toControls(request, { ...defaults, ...inherited });
  }
  const { workflow, ...rest } = request;
  const controls = toControls(rest, defaults);
  if (workflow === undefined) return controls;
  resolveWorkflow(workflow);
  const ignored = warning(
    'no_effect',
    'workflow',
    'Work contexts are always asked in the same way; workflow had no effect.',
  );
  return { ...controls, warnings: [...controls.warnings, ignored] };
}
