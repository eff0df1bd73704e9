import { GatewayError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../lib/json.ts';
import { publicMessage } from '../ending.ts';
import type { OutputTextDeltaEvent, TurnEvent } from '../events.ts';
import type { ComposeRequest, Passage } from '../ports/compose.ts';
import type { Model } from '../ports/model.ts';
import type { ShapeValidator, ShapeVerdict } from '../ports/turn.ts';
import { plural, strategyOf, type TurnScope } from '../turn-scope.ts';
import { type Answer, tell } from './answer.ts';
import { attempt } from './attempt.ts';
import { nothingFound } from './nothing-found.ts';

interface Composed {
  readonly model: Model;
  readonly json: JsonValue;
  /** What the step says of the models that were passed over. */
  readonly notes: readonly string[];
}

/**
 * Composes the answer from the passages into `answer`, in one step. Without passages no model is asked: it could
 * only answer from its memory.
 */
export async function* compose(
  scope: TurnScope,
  standaloneAsk: string,
  passages: readonly Passage[],
  shapes: ShapeValidator,
  answer: Answer,
): AsyncGenerator<TurnEvent, void> {
  const { input, ledger, signal } = scope;
  const { shape } = input.controls;
  yield ledger.begin(
    'compose',
    `Composing ${shape === null ? 'an answer' : 'a shaped answer'} from ${plural(passages.length, 'passage')}.`,
    strategyOf(input, 'synthesis', shape === null ? 'Compose with citations' : 'Fill the shape', ['compose']),
  );
  if (passages.length === 0) {
    const nothing = nothingFound(input.contexts);
    if (shape === null) yield* tell(answer, null, nothing);
    else answer.outputJson = mustConform(await shapes.validate(shape, {}, signal), {}, `${nothing} An empty object`);
    yield ledger.complete('Nothing was retrieved, so no model was asked.');
    return;
  }
  const request = toComposeRequest(scope, standaloneAsk, passages);
  const composed = yield* firstAnswer(scope, request, answer);
  if (shape !== null) answer.outputJson = yield* conforming(scope, request, shape, composed, shapes, answer);
  yield ledger.complete([...composed.notes, ...answer.notes, summary(answer)].join(' '));
}

/**
 * Tries the models in order. One that fails before its first word is passed over; one that fails after it fails the
 * turn, since its text is already out.
 */
async function* firstAnswer(
  scope: TurnScope,
  request: ComposeRequest,
  answer: Answer,
): AsyncGenerator<OutputTextDeltaEvent, Composed> {
  const { models } = scope.input;
  const notes: string[] = [];
  let lastError: unknown;
  for (const model of models) {
    try {
      return { model, json: yield* attempt(model, request, answer, scope), notes };
    } catch (error) {
      if (scope.signal.aborted || answer.text !== '') throw error;
      lastError = error;
      notes.push(`${model.id} could not answer: ${publicMessage(error)}`);
    }
  }
  if (models.length === 1) throw lastError;
  throw models.length === 0
    ? new GatewayError('model_unavailable', 'No model is available to compose an answer. Name one in model or models.')
    : new GatewayError('internal', `No model could answer. ${notes.join(' ')}`, { cause: lastError });
}

/** The shaped answer once it conforms, after at most one more call of the model that gave it. */
async function* conforming(
  scope: TurnScope,
  request: ComposeRequest,
  shape: JsonObject,
  { model, json }: Composed,
  shapes: ShapeValidator,
  answer: Answer,
): AsyncGenerator<OutputTextDeltaEvent, JsonValue> {
  const verdict = await shapes.validate(shape, json, scope.signal);
  if (verdict.valid || model.canRepair !== true) return mustConform(verdict, json);
  const repair = { value: json, violation: verdict.violation };
  const repaired = yield* attempt(model, { ...request, repair }, answer, scope);
  return mustConform(await shapes.validate(shape, repaired, scope.signal), repaired);
}

function mustConform(verdict: ShapeVerdict, value: JsonValue, subject = 'The answer'): JsonValue {
  if (verdict.valid) return value;
  throw new GatewayError('internal', `${subject} does not conform to the shape: ${verdict.violation}`, {
    field: 'shape',
  });
}

function toComposeRequest(
  { input, knowledge }: TurnScope,
  standaloneAsk: string,
  passages: readonly Passage[],
): ComposeRequest {
  const { ask, history, systemPrompt, guardrails, vars, controls } = input;
  const { shape, thinkingLevel } = controls;
  return { ask, standaloneAsk, history, passages, knowledge, systemPrompt, guardrails, vars, shape, thinkingLevel };
}

function summary({ model, citations }: Answer): string {
  const { length } = citations.toArray();
  const cited = length === 0 ? 'cited nothing' : `cited ${plural(length, 'span')}`;
  const dropped =
    citations.dropped === 0 ? '' : ` ${plural(citations.dropped, 'reference')} to nothing retrieved left out.`;
  return `${model ?? 'The model'} answered and ${cited}.${dropped}`;
}
