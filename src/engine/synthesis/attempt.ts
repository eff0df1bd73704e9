import { GatewayError } from '../../errors.ts';
import type { JsonValue } from '../../lib/json.ts';
import type { OutputTextDeltaEvent } from '../events.ts';
import type { ComposeRequest, TokenUsage } from '../ports/compose.ts';
import type { Model } from '../ports/model.ts';
import type { TurnScope } from '../turn-scope.ts';
import { untilAborted } from '../until-aborted.ts';
import { type Answer, tell } from './answer.ts';
import { CitationList } from './citations.ts';
import { DeltaBuffer } from './delta-buffer.ts';

/**
 * One call of one model. Its text and citations go into `answer` as they come; a shaped answer is returned, to be
 * validated first.
 * @throws whatever the model threw, and a GatewayError when it broke off or said nothing.
 */
export async function* attempt(
  model: Model,
  request: ComposeRequest,
  answer: Answer,
  { input, ledger, signal }: TurnScope,
): AsyncGenerator<OutputTextDeltaEvent, JsonValue> {
  const call = ledger.beginCall({
    fn: 'compose',
    category: 'model',
    args: { model: model.id, passages: request.passages.length, repair: request.repair !== undefined },
  });
  const deltas = new DeltaBuffer();
  answer.citations = new CitationList(request.passages, input.contexts.length > 1);
  let json: JsonValue | undefined;
  let isFinished = false;
  let used: TokenUsage | undefined;
  const report = (usage: TokenUsage) => {
    used = usage;
  };
  try {
    for await (const part of untilAborted(model.compose(request, signal, report), signal)) {
      switch (part.kind) {
        case 'text':
          yield* tell(answer, model.id, deltas.push(part.text));
          break;
        case 'note':
          answer.notes.add(part.text);
          break;
        case 'json':
          json = part.value;
          break;
        case 'citation':
          answer.citations.add(part);
          break;
        case 'reference':
          answer.citations.refer(part);
          break;
        case 'finish':
          isFinished = true;
          used = part.usage;
          break;
      }
    }
    yield* tell(answer, model.id, deltas.flush());
    const fault = isFinished ? faultOf(request, answer, json) : BROKE_OFF;
    if (fault !== undefined) throw new GatewayError('internal', `${model.id} ${fault}`);
  } catch (error) {
    call.fail(error);
    throw error;
  } finally {
    if (used !== undefined) ledger.spend(used, model.price);
  }
  answer.model = model.id;
  call.succeed({
    input_tokens: used?.inputTokens ?? 0,
    output_tokens: used?.outputTokens ?? 0,
    citations: answer.citations.toArray().length,
  });
  return json ?? null;
}

const BROKE_OFF = 'broke off before its answer was finished. Ask again.';

function faultOf({ shape }: ComposeRequest, { text }: Answer, json: JsonValue | undefined): string | undefined {
  if (shape !== null && json === undefined) return 'gave no shaped answer.';
  if (shape === null && text === '') return 'gave an empty answer.';
  return undefined;
}
