import type { Query, QueryStatus, Step } from '../knowql/query.ts';
import type { TurnEvent } from './events.ts';

/** The status that a terminal event leaves its turn in. */
export const STATUS_AFTER = {
  'response.completed': 'completed',
  'response.failed': 'failed',
  'response.cancelled': 'cancelled',
} as const satisfies Record<string, QueryStatus>;

/** The state of a turn after one more event. Pure; unknown to it is only what no event says. */
export function foldEvent(query: Query, event: TurnEvent): Query {
  switch (event.type) {
    case 'response.created':
      return event.query;
    case 'response.step':
      return { ...query, steps: withStep(query.steps, event.step) };
    case 'response.output_text.delta':
      return { ...query, output: assistantText(outputText(query) + event.delta) };
    case 'response.turn_rollup':
      return { ...query, rollup: event.rollup };
    case 'response.synthesis':
      return { ...query, synthesis: event.synthesis };
    case 'response.trace':
      return { ...query, traceRef: event.traceRef };
    case 'response.completed':
    case 'response.failed':
    case 'response.cancelled':
      return {
        ...query,
        ...event.result,
        status: STATUS_AFTER[event.type],
        error: event.type === 'response.completed' ? null : event.error,
        // A completed turn has at least one assistant item, also when its answer is in `output_json` alone.
        output: event.type === 'response.completed' ? assistantText(outputText(query)) : query.output,
      };
  }
}

/**
 * The state of a turn after `events`, which begin with `response.created`.
 * @throws RangeError when they do not.
 */
export function fold(events: Iterable<TurnEvent>): Query {
  let query: Query | undefined;
  for (const event of events) {
    if (query === undefined && event.type !== 'response.created') {
      throw new RangeError(`a turn's first event is response.created, not ${event.type}`);
    }
    query = query === undefined && event.type === 'response.created' ? event.query : foldEvent(query as Query, event);
  }
  if (query === undefined) throw new RangeError('a turn has at least one event');
  return query;
}

/** The answer's text: every `output_text` of the assistant's items, joined. */
export function outputText(query: Pick<Query, 'output'>): string {
  return query.output.flatMap((item) => item.content.map((content) => content.text)).join('');
}

function assistantText(text: string): Query['output'] {
  return [{ role: 'assistant', content: [{ type: 'output_text', text }] }];
}

function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const at = steps.findIndex(({ stepId }) => stepId === step.stepId);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}
