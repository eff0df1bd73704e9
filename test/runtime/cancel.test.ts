import { expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdFactory } from '../../src/lib/ids.ts';
import { createTurnService } from '../../src/runtime/turn-service.ts';
import { insertTurn } from '../../src/store/insert-turn.ts';
import { openTestRuntime } from '../support/gateway.ts';

test('cancelling a turn whose worker does not answer gives the turn as it stands, and the wish is kept', async () => {
  await using opened = await openTestRuntime();
  const { db, feed, worker, services, viewer } = opened.runtime;
  const newId = createIdFactory(systemClock);
  const id = newId('qry');
  await insertTurn(db, {
    id,
    workspaceId: viewer.workspaceId,
    sessionId: newId('ses'),
    session: {
      title: null,
      systemPrompt: null,
      guardrails: null,
      models: [],
      tools: [],
      vars: {},
      workflow: null,
      contexts: [],
    },
    previousQueryId: null,
    request: { ask: 'Who?' },
    input: [{ role: 'user', content: 'Who?' }],
    workflow: 'search',
    maxSteps: 1,
    thinkingLevel: 'low',
    timeoutSeconds: 900,
    warnings: [],
    comparisonGroup: null,
    lease: { owner: 'a worker elsewhere', expiresAt: new Date(Date.now() + 3_600_000) },
    idempotency: null,
    createdAt: new Date(),
  });
  const turns = createTurnService({
    db,
    feed,
    worker,
    clock: systemClock,
    newId,
    lifecycle: opened.lifecycle,
    models: services.models,
    shapes: { check: () => Promise.resolve(), validate: () => Promise.resolve({ valid: true }) },
    cancelPatienceMs: 1,
  });

  await expect(turns.cancel(id, viewer)).resolves.toMatchObject({ id, status: 'in_progress' });
  await expect(db.prisma.query.findUnique({ where: { id } })).resolves.toMatchObject({ cancelRequested: true });
});
