import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { TurnEvent, TurnResult } from '../../src/engine/events.ts';
import { toWireEvent } from '../../src/engine/wire-event.ts';
import type { Query } from '../../src/knowql/query.ts';

const CONTRACT = new URL('../../../shared/contract/knowql.schema.json', import.meta.url);

const USAGE = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
const RESULT: TurnResult = { model: null, outputJson: null, citations: [], usage: USAGE, runtimeMs: 1 };
const QUERY: Query = {
  ...RESULT,
  id: 'qry_1',
  sessionId: 'ses_1',
  created: 1,
  status: 'in_progress',
  error: null,
  previousQueryId: null,
  input: [{ role: 'user', content: 'a' }],
  output: [],
  steps: [],
};

const EVENTS: readonly (readonly [TurnEvent, object])[] = [
  [{ type: 'response.created', query: QUERY }, { session_id: 'ses_1' }],
  [
    { type: 'response.step', step: { stepId: 's1', status: 'running', commentary: 'Looking.', cumInputTokens: 3 } },
    { step_id: 's1', status: 'running', commentary: 'Looking.', cum_input_tokens: 3 },
  ],
  [{ type: 'response.output_text.delta', delta: 'Net 30' }, { delta: 'Net 30' }],
  [
    { type: 'response.turn_rollup', rollup: { nSteps: 1, nToolCalls: 0, totalHits: 4, durationMs: 7 } },
    { n_steps: 1, n_tool_calls: 0, total_hits: 4, duration_ms: 7 },
  ],
  [
    { type: 'response.synthesis', synthesis: { status: 'completed', tokensIn: 1, tokensOut: 2, ms: 3 } },
    { status: 'completed', tokens_in: 1, tokens_out: 2, ms: 3 },
  ],
  [{ type: 'response.trace', traceRef: 'queries/qry_1/trace' }, { trace_ref: 'queries/qry_1/trace' }],
  [{ type: 'response.completed', result: RESULT }, {}],
  [{ type: 'response.failed', error: 'It broke.', result: RESULT }, { error: 'It broke.' }],
  [{ type: 'response.cancelled', error: 'It was cancelled.', result: RESULT }, { error: 'It was cancelled.' }],
];

describe('toWireEvent', () => {
  it.each(EVENTS)('says $type with its place in the log', (event, body) => {
    const head = { type: event.type, query_id: 'qry_1', seq: 5 };
    expect(toWireEvent({ queryId: 'qry_1', seq: 5, event })).toStrictEqual({ ...head, ...body });
  });

  it('does not let a step pass for another event', () => {
    const step = {
      stepId: 's',
      status: 'running',
      commentary: '',
      extensions: { type: 'x', seq: 9, note: 1 },
    } as const;
    expect(toWireEvent({ queryId: 'qry_1', seq: 5, event: { type: 'response.step', step } })).toMatchObject({
      type: 'response.step',
      seq: 5,
      note: 1,
    });
  });

  it.skipIf(!existsSync(CONTRACT))('keeps to the contract (../shared/contract)', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(JSON.parse(readFileSync(CONTRACT, 'utf8')) as object, 'contract');
    const validate = ajv.compile({ $ref: 'contract#/$defs/QueryEvent' });
    const faults = EVENTS.filter(([event]) => !validate(toWireEvent({ queryId: 'qry_1', seq: 1, event })));
    expect(faults).toStrictEqual([]);
  });
});
