import { toCanonical } from '../knowql/canonical.ts';
import type { Citation } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import { abortable } from '../lib/signals.ts';
import { type Ending, toEnding } from './ending.ts';
import type { TerminalEvent, TurnEvent, TurnResult } from './events.ts';
import { gather } from './gather.ts';
import { TurnLedger } from './ledger.ts';
import type { KnowledgeSnapshot, Retriever } from './ports/knowledge.ts';
import type { ShapeValidator, WorkLog } from './ports/turn.ts';
import { retrieveArtifacts } from './retrieval/artifacts.ts';
import { toEnvelope } from './retrieval/envelope.ts';
import { withNeighbours } from './retrieval/neighbours.ts';
import { planRetrieval, type RetrievalPlan } from './retrieval/plan.ts';
import { retrieve } from './retrieval/retrieve.ts';
import { Answer } from './synthesis/answer.ts';
import { compose } from './synthesis/compose.ts';
import { toSynthesisEvent } from './synthesis/synthesis-event.ts';
import type { TurnInput } from './turn-input.ts';
import { plural, strategyOf, type TurnScope } from './turn-scope.ts';
import { withWorkOrigins } from './work-origins.ts';

export interface TurnPorts {
  readonly retriever: Retriever;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly shapes: ShapeValidator;
  readonly work: WorkLog;
}

/**
 * Runs one turn and says what happens, from its first step to its terminal event, which comes exactly once and
 * last. (`response.created` is written by whoever accepted the turn.)
 *
 * It does not throw: whatever goes wrong ends the turn as `response.failed` or, when the signal's reason is
 * `cancelled`, as `response.cancelled`. The one exception is `lease_lost`: the turn then ends elsewhere.
 * Text that was given out before a failure stands, with the citations that came with it.
 */
export async function* runTurn(
  input: TurnInput,
  ports: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void> {
  const ledger = new TurnLedger(ports.clock);
  const answer = new Answer();
  let workCitations: readonly Citation[] | undefined;
  let ending: Ending | { readonly type: 'response.completed' } = { type: 'response.completed' };
  try {
    signal.throwIfAborted();
    yield* answerAsk(input, ports, ledger, answer, signal);
    if (input.contexts.some(({ kind }) => kind === 'work')) {
      workCitations = await abortable(withWorkOrigins(answer.citations.toArray(), ports.work), signal);
    }
  } catch (error) {
    ending = toEnding(error, signal, input.controls);
    yield* ledger.abandon(ending.error);
  }
  yield ledger.rollup();
  yield* toSynthesisEvent(ledger.step('compose'), answer);
  yield { type: 'response.trace', traceRef: input.traceRef };
  yield toTerminalEvent(ending, { answer, ledger, citations: workCitations ?? answer.citations.toArray() });
}

async function* answerAsk(
  input: TurnInput,
  { retriever, shapes }: TurnPorts,
  ledger: TurnLedger,
  answer: Answer,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void> {
  const { controls } = input;
  yield ledger.begin('plan', 'Deciding what to search for.', strategyOf(input, 'plan', 'Plan the retrieval', []));
  await using knowledge = await openKnowledge(retriever, input, signal);
  const plan = planRetrieval(input, knowledge);
  yield ledger.complete([planCommentary(plan), ...knowledge.notices].join(' '));

  const scope: TurnScope = { input, knowledge, ledger, signal };
  const { mode } = controls;
  if (mode === 'compose') {
    const { passages, models } = yield* gather(scope, plan);
    yield* compose({ ...scope, input: { ...input, models } }, plan.standaloneAsk, passages, shapes, answer);
  } else {
    const { maxRetrieved } = controls;
    const found = mode === 'artifacts_only' ? [] : yield* retrieve(scope, plan, maxRetrieved);
    const hits = await withNeighbours(scope, found, maxRetrieved - found.length);
    const artifacts = mode === 'chunks_only' ? [] : yield* retrieveArtifacts(scope, plan, maxRetrieved);
    const envelope = toEnvelope({ hits, artifacts }, plan, { ...controls, mode });
    answer.outputJson = toCanonical('RetrievalEnvelope', envelope);
  }
}

/** Opens the scope's knowledge. A snapshot that arrives after the turn was stopped is closed again. */
async function openKnowledge(
  retriever: Retriever,
  { contexts }: TurnInput,
  signal: AbortSignal,
): Promise<KnowledgeSnapshot> {
  const opening = retriever.open(contexts);
  try {
    return await abortable(opening, signal);
  } catch (error) {
    // Whoever waited is gone; a failure of the late opening or closing is nobody's any more.
    opening.then((late) => late[Symbol.asyncDispose]()).catch(() => {});
    throw error;
  }
}

function planCommentary({ carried, queryVariants }: RetrievalPlan): string {
  const followUp = carried.length === 0 ? '' : ` The ask leans on earlier turns: ${carried.join(' · ')}`;
  return `Planned ${plural(queryVariants.length, 'query variant')}.${followUp}`;
}

function toTerminalEvent(
  ending: Ending | { readonly type: 'response.completed' },
  { answer, ledger, citations }: { answer: Answer; ledger: TurnLedger; citations: readonly Citation[] },
): TerminalEvent {
  const result: TurnResult = {
    model: answer.model,
    outputJson: answer.outputJson,
    citations,
    usage: ledger.usage(),
    runtimeMs: ledger.runtimeMs(),
  };
  return { ...ending, result };
}
