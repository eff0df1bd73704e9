import { MAX_TIMEOUT_SECONDS } from './canonical/request.ts';
import type { AnswerMode, TurnControls } from './controls.ts';
import { extensionWarnings } from './extension-warnings.ts';
import { toCanonicalName } from './names.ts';
import { isContinuing } from './pinned.ts';
import type { QueryRequest, ThinkingLevel, Warning, Workflow } from './query.ts';
import { warning } from './warnings.ts';
import { resolveWorkflow } from './workflow.ts';

/** Items of a retrieval envelope when the document sets no `max_retrieved`, and at most. */
export const DEFAULT_MAX_RETRIEVED = 20;
export const MAX_RETRIEVED = 200;

/** What holds where the document says nothing. */
export interface ControlDefaults {
  /** Of the session that the turn continues; `search` when it has none. */
  readonly workflow?: Workflow;
  readonly maxSteps: Readonly<Record<Workflow, number>>;
  readonly thinkingLevel: ThinkingLevel;
  /** The most steps that the model which answers first may be asked for. */
  readonly stepCaps?: Readonly<Record<Workflow, number>>;
}

/**
 * The controls of a turn: defaults filled in, precedence decided, and a warning for everything that was sent in
 * vain, unknown members included. What depends on the session (pinned fields) or on the model is not known here.
 * @throws GatewayError `workflow_unavailable`
 */
export function toControls(request: QueryRequest, defaults: ControlDefaults): TurnControls {
  const workflow = request.workflow === undefined ? (defaults.workflow ?? 'search') : resolveWorkflow(request.workflow);
  const { mode, warnings: lost } = decideMode(request);
  const composes = mode === 'compose';
  const stepCap = defaults.stepCaps?.[workflow] ?? Number.POSITIVE_INFINITY;
  return {
    mode,
    workflow,
    shape: composes ? (request.shape ?? null) : null,
    timeoutSeconds: request.timeoutSeconds ?? MAX_TIMEOUT_SECONDS,
    maxSteps: Math.min(request.maxSteps ?? defaults.maxSteps[workflow], stepCap),
    thinkingLevel: request.thinkingLevel ?? defaults.thinkingLevel,
    maxRetrieved: Math.min(request.maxRetrieved ?? DEFAULT_MAX_RETRIEVED, MAX_RETRIEVED),
    maxRetrievedChars: request.maxRetrievedChars ?? null,
    warnings: [
      ...extensionWarnings(request),
      ...lost,
      ...(composes ? composingWarnings(request) : retrievalWarnings(request, mode)),
      ...maxStepsWarnings(request, workflow, mode, stepCap),
      ...modelWarnings(request, composes),
    ],
  };
}

type RetrievalControl = 'chunksOnly' | 'artifactsOnly' | 'pointersOnly' | 'retrievalOnly' | 'compose';

/**
 * Highest first (§8.3). `retrieval_only` and `pointers_only` share a place there; the narrower of them decides.
 * `compose: false` says what `retrieval_only` says, and the envelope names that.
 */
const PRECEDENCE: readonly { readonly control: RetrievalControl; readonly on: boolean; readonly mode: AnswerMode }[] = [
  { control: 'chunksOnly', on: true, mode: 'chunks_only' },
  { control: 'artifactsOnly', on: true, mode: 'artifacts_only' },
  { control: 'pointersOnly', on: true, mode: 'pointers_only' },
  { control: 'retrievalOnly', on: true, mode: 'retrieval_only' },
  { control: 'compose', on: false, mode: 'retrieval_only' },
];

function decideMode(request: QueryRequest): { readonly mode: AnswerMode; readonly warnings: readonly Warning[] } {
  const [winner, ...losers] = PRECEDENCE.filter(({ control, on }) => request[control] === on);
  if (winner === undefined) return { mode: 'compose', warnings: [] };
  const lost: RetrievalControl[] = losers.map(({ control }) => control);
  if (request.compose === true) lost.push('compose');
  const deciding = toCanonicalName(winner.control);
  return {
    mode: winner.mode,
    warnings: lost.map((control) => {
      const name = toCanonicalName(control);
      return warning('control_overridden', name, `${deciding} decided how this turn answers; ${name} had no effect.`);
    }),
  };
}

function composingWarnings(request: QueryRequest): readonly Warning[] {
  return (['maxRetrieved', 'maxRetrievedChars'] as const)
    .filter((control) => request[control] !== undefined)
    .map((control) => {
      const name = toCanonicalName(control);
      return warning(
        'no_effect',
        name,
        `${name} limits what a retrieval-only turn returns; this turn composed an answer.`,
      );
    });
}

function retrievalWarnings(request: QueryRequest, mode: AnswerMode): readonly Warning[] {
  const warnings: Warning[] = [];
  if (request.shape !== undefined) {
    warnings.push(warning('shape_ignored', 'shape', `${mode} returns what was retrieved; shape had no effect.`));
  }
  if (request.thinkingLevel !== undefined) {
    warnings.push(warning('no_effect', 'thinking_level', `${mode} calls no model; thinking_level had no effect.`));
  }
  if (mode === 'pointers_only' && request.maxRetrievedChars !== undefined) {
    warnings.push(
      warning('no_effect', 'max_retrieved_chars', 'pointers_only returns no text; max_retrieved_chars had no effect.'),
    );
  }
  if (request.maxRetrieved !== undefined && request.maxRetrieved > MAX_RETRIEVED) {
    warnings.push(warning('value_limited', 'max_retrieved', `At most ${MAX_RETRIEVED} items are returned.`));
  }
  return warnings;
}

function maxStepsWarnings(
  { maxSteps }: QueryRequest,
  workflow: Workflow,
  mode: AnswerMode,
  stepCap: number,
): readonly Warning[] {
  if (maxSteps === undefined) return [];
  if (mode === 'artifacts_only') {
    return [warning('no_effect', 'max_steps', 'artifacts_only searches no passages; max_steps had no effect.')];
  }
  if (workflow === 'search_rag') {
    return [warning('no_effect', 'max_steps', 'search_rag searches once; max_steps had no effect.')];
  }
  if (maxSteps <= stepCap) return [];
  return [warning('value_limited', 'max_steps', `The model may take at most ${stepCap} steps a turn.`)];
}

function modelWarnings(request: QueryRequest, composes: boolean): readonly Warning[] {
  const { model, models } = request;
  const warnings: Warning[] = [];
  if (model !== undefined && models !== undefined) {
    warnings.push(warning('control_overridden', 'model', 'models decided which models answer; model had no effect.'));
  }
  // On a turn that starts a session they are pinned, which is an effect.
  const deciding = models === undefined ? (model === undefined ? undefined : 'model') : 'models';
  if (deciding !== undefined && !composes && isContinuing(request)) {
    warnings.push(warning('no_effect', deciding, `This turn calls no model; ${deciding} had no effect.`));
  }
  return warnings;
}
