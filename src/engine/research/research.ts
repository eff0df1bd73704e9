import { abortable } from '../../lib/signals.ts';
import { publicMessage } from '../ending.ts';
import type { StepEvent } from '../events.ts';
import type { TokenUsage } from '../ports/compose.ts';
import type { Hit } from '../ports/knowledge.ts';
import type { Model } from '../ports/model.ts';
import type { ResearchExchange, ResearchMove, ResearchRequest } from '../ports/research.ts';
import { mayCall, plural, RESEARCH_TOOLS, strategyOf, type TurnScope } from '../turn-scope.ts';
import { Findings } from './findings.ts';
import { canResearch, Lineup, type Researcher } from './lineup.ts';
import { summaryOf, usedTools } from './move-summary.ts';
import { Toolbox } from './toolbox.ts';
import { shown } from './tools/place.ts';

const MAX_COMMENTARY = 400;

export interface Researched {
  /** Best first; empty when nothing was found, or no model looked. */
  readonly hits: readonly Hit[];
  /** The order in which to try the models from here on. */
  readonly models: readonly Model[];
}

/** Whether the turn's first model looks things up itself, and has anything to do it with. */
export function isResearched({ input }: TurnScope): boolean {
  const { controls, models } = input;
  return (
    controls.workflow === 'search' && canResearch(models[0]) && RESEARCH_TOOLS.some((tool) => mayCall(input, tool))
  );
}

/**
 * Lets a model look things up, move by move, until it wants nothing more or `max_steps` moves are made. Each move is
 * a step. A model that fails before its first move is passed over for the next one. One that fails later ends the
 * research, not the turn: what was found by then stands, and no word of the answer is out yet.
 * @throws what the last model threw when none could make a first move, and the signal's reason when it aborts.
 */
export async function* research(scope: TurnScope, standaloneAsk: string): AsyncGenerator<StepEvent, Researched> {
  const { input, ledger, knowledge, signal } = scope;
  const { maxSteps } = input.controls;
  const toolbox = new Toolbox(scope);
  const findings = new Findings(standaloneAsk, knowledge);
  const lineup = new Lineup(input.models);
  const exchanges: ResearchExchange[] = [];
  const result = (): Researched => ({ hits: findings.hits(), models: lineup.models });

  for (let step = 1; step <= maxSteps; step++) {
    const tools = toolbox.declarations;
    const names = tools.map(({ name }) => name);
    yield ledger.begin(
      `research_${step}`,
      step === 1 ? 'Deciding what to look up.' : 'Deciding what else to look up.',
      strategyOf(input, 'research', 'Look things up', names),
    );
    const request = toRequest(scope, {
      standaloneAsk,
      tools,
      exchanges: [...exchanges],
      stepsLeft: maxSteps - step + 1,
    });
    let move: ResearchMove | undefined;
    while (move === undefined) {
      const model = lineup.first;
      if (!canResearch(model)) {
        const says = 'The next model looks nothing up itself; the turn searches by its own rules.';
        yield ledger.complete([...lineup.notes, says].join(' '), []);
        return result();
      }
      try {
        move = await nextMove(model, request, step, scope);
      } catch (error) {
        if (signal.aborted) throw error;
        if (exchanges.length > 0) {
          yield* ledger.abandon(`${model.id} could not go on: ${publicMessage(error)} What was found so far stands.`);
          return result();
        }
        lineup.passOver(error);
      }
    }
    const notes = step === 1 ? lineup.notes : [];
    const says = shown(move.commentary.trim(), MAX_COMMENTARY);
    if (move.calls.length === 0) {
      yield ledger.complete([...notes, says, 'Nothing more to look up.'].filter(Boolean).join(' '), []);
      return result();
    }
    yield ledger.progress([...notes, says || `Calling ${plural(move.calls.length, 'tool')}.`].join(' '));
    const answered = await abortable(toolbox.answer(move.calls, maxSteps - step), signal);
    exchanges.push({ move, responses: answered.map(({ response }) => response) });
    for (const call of answered) findings.add(call);
    const end = toolbox.isSpent
      ? 'As much was read as one turn may; the research ends here.'
      : step === maxSteps
        ? `The limit of ${plural(maxSteps, 'move')} (max_steps) is reached.`
        : '';
    yield ledger.complete([...notes, says, summaryOf(answered), end].filter(Boolean).join(' '), usedTools(answered));
    if (toolbox.isSpent) break;
  }
  return result();
}

/** One call of the model, on the books of the open step. */
async function nextMove(
  model: Researcher,
  request: ResearchRequest,
  step: number,
  { ledger, signal }: TurnScope,
): Promise<ResearchMove> {
  const call = ledger.beginCall({
    fn: 'research',
    category: 'model',
    args: { model: model.id, move: step },
    decides: true,
  });
  let used: TokenUsage | undefined;
  const report = (usage: TokenUsage) => {
    used = usage;
  };
  try {
    const move = await abortable(model.research(request, signal, report), signal);
    used = move.usage;
    const { inputTokens, outputTokens } = move.usage;
    call.succeed({ calls: move.calls.length, input_tokens: inputTokens, output_tokens: outputTokens });
    return move;
  } catch (error) {
    call.fail(error);
    throw error;
  } finally {
    if (used !== undefined) ledger.spend(used, model.price);
  }
}

function toRequest(
  { input, knowledge }: TurnScope,
  rest: Pick<ResearchRequest, 'standaloneAsk' | 'tools' | 'exchanges' | 'stepsLeft'>,
): ResearchRequest {
  const { ask, history, systemPrompt, guardrails, vars, controls } = input;
  const { shape, thinkingLevel } = controls;
  return { ask, history, systemPrompt, guardrails, vars, shape, thinkingLevel, contexts: knowledge.contexts, ...rest };
}
