import type { TurnEvent } from '../../src/engine/events.ts';
import type { Query } from '../../src/knowql/query.ts';
import { createIdFactory } from '../../src/lib/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import { insertTurn, type NewTurn } from '../../src/store/insert-turn.ts';

export const NOW = new Date('2026-03-01T12:00:00.000Z');
export const later = (ms: number) => new Date(NOW.getTime() + ms);

let ticks = 0;
/** Ids that rise strictly, made at `NOW` and after. */
export const id = createIdFactory({ now: () => later(ticks++) });

export const WORKSPACE = 'wsp_one';
export const STRANGER = 'wsp_two';
export const OWNER = 'worker-one';

export interface SeededContext {
  readonly id: string;
  readonly slug: string;
}

/** Two workspaces; the first has a context `contracts`. */
export async function seedWorkspaces(db: Database): Promise<SeededContext> {
  await db.prisma.workspace.createMany({
    data: [
      { id: WORKSPACE, slug: 'one', name: 'One' },
      { id: STRANGER, slug: 'two', name: 'Two' },
    ],
  });
  const context = { id: id('ctx'), slug: 'contracts' };
  await db.prisma.context.create({ data: { ...context, workspaceId: WORKSPACE, title: 'Contracts' } });
  return context;
}

/** A first turn of a new session, leased to `OWNER` for a minute. */
export function newTurn(context: SeededContext, overrides: Partial<NewTurn> = {}): NewTurn {
  return {
    id: id('qry'),
    workspaceId: WORKSPACE,
    sessionId: id('ses'),
    session: {
      title: 'Payment terms',
      systemPrompt: null,
      guardrails: null,
      models: [],
      tools: [],
      vars: { region: 'emea', account: { zeta: 1, alpha: 2 } },
      workflow: 'search',
      contexts: [context],
    },
    previousQueryId: null,
    request: { ask: 'What are the payment terms?', scope: [context.slug] },
    input: [{ role: 'user', content: 'What are the payment terms?' }],
    workflow: 'search',
    maxSteps: 8,
    thinkingLevel: 'medium',
    timeoutSeconds: 900,
    warnings: [],
    comparisonGroup: null,
    lease: { owner: OWNER, expiresAt: later(60_000) },
    idempotency: null,
    createdAt: NOW,
    ...overrides,
  };
}

export async function accept(db: Database, turn: NewTurn): Promise<Query> {
  const inserted = await insertTurn(db, turn);
  if (inserted.kind !== 'accepted') throw new Error(`${turn.id} was replayed`);
  return inserted.query;
}

export const delta = (text: string): TurnEvent => ({ type: 'response.output_text.delta', delta: text });

/** The end of a turn that retrieved, answered and cited. */
export function ending(text = 'Net 30.'): readonly TurnEvent[] {
  const step = { stepId: 'retrieve', commentary: 'Looking for payment terms' };
  return [
    { type: 'response.step', step: { ...step, status: 'running' } },
    {
      type: 'response.step',
      step: {
        ...step,
        status: 'completed',
        toolCalls: [
          {
            fn: 'search',
            category: 'retrieval',
            args: { query: 'terms' },
            result: { hits: 3 },
            durationMs: 4,
            ok: true,
          },
        ],
      },
    },
    delta(text),
    { type: 'response.turn_rollup', rollup: { nSteps: 1, nToolCalls: 1, totalHits: 3, durationMs: 40 } },
    { type: 'response.synthesis', synthesis: { status: 'completed', tokensIn: 10, tokensOut: 3, ms: 9 } },
    { type: 'response.trace', traceRef: '/api/queries/x/trace' },
    {
      type: 'response.completed',
      result: {
        model: 'local/extractive',
        outputJson: null,
        citations: [
          { source: 'msa.md', sectionPaths: [['Payment']], grounding: 'Net 30.', kind: 'chunk', score: 2.5 },
          { source: 'policy.md', grounding: 'Invoices are due.', kind: 'chunk', score: 1 },
        ],
        usage: { inputTokens: 10, outputTokens: 3_000_000_000, totalTokens: 3_000_000_010, costUsd: null },
        runtimeMs: 42,
      },
    },
  ];
}

/** A completed turn; of `sessionId`'s session where that exists. */
export async function seedTurn(db: Database, context: SeededContext, overrides: Partial<NewTurn> = {}): Promise<Query> {
  const turn = newTurn(context, overrides);
  await accept(db, turn);
  return finishTurn(db, { queryId: turn.id, owner: OWNER }, ending(`Answer to ${turn.request.ask}`));
}
