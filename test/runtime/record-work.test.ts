import { afterAll, beforeAll, expect, test } from 'vitest';
import { outputText } from '../../src/engine/fold.ts';
import type { Query, QueryRequest } from '../../src/knowql/query.ts';
import type { WorkSelection } from '../../src/runtime/services.ts';
import { openTestRuntime, type TestRuntime } from '../support/gateway.ts';

const MSA = '# Acme MSA\n\n## Payment terms\n\nAcme pays net 30 days after the date of the invoice.\n';

let opened: TestRuntime;
const { signal } = new AbortController();

beforeAll(async () => {
  opened = await openTestRuntime();
  await opened.addContext('contracts', { 'acme/msa.md': MSA });
});
afterAll(async () => {
  expect(opened.faults).toEqual([]);
  await opened[Symbol.asyncDispose]();
});

const contexts = () => opened.runtime.services.contexts;
const makeWork = (slug: string) => contexts().create({ slug, kind: 'work' }, opened.runtime.viewer);
const record = (slug: string, work: WorkSelection) => contexts().recordWork(slug, work, opened.runtime.viewer);

async function ask(request: QueryRequest): Promise<Query> {
  const { services, viewer } = opened.runtime;
  const { id } = await services.turns.submit(request, { viewer });
  return services.turns.wait(id, viewer, signal);
}

test('a work context can be asked from its first moment, and says that nothing supports an answer', async () => {
  expect(await makeWork('empty')).toMatchObject({ kind: 'work', queryable: true, sourceCount: 0 });
  const query = await ask({ ask: 'When does Acme pay?', scope: ['empty'] });
  expect(query).toMatchObject({ status: 'completed', citations: [], error: null });
  expect(outputText(query)).toMatch(/nothing/i);
});

test('recorded turns are found, and the citation says which turn, which steps, which record', async () => {
  await makeWork('found');
  const turn = await ask({ ask: 'When does Acme pay?', scope: ['contracts'] });
  expect(await record('found', { queryIds: [turn.id] })).toEqual({ recorded: 1, unchanged: 0, skipped: 0 });

  const later = await ask({ ask: 'How many days after the invoice does Acme pay?', scope: ['found'] });
  const path = `${turn.sessionId}/${turn.id}.md`;
  expect(outputText(later)).toContain('net 30 days');
  expect(later.citations[0]).toMatchObject({
    source: path,
    sourcePath: path,
    queryId: turn.id,
    steps: turn.steps.map(({ stepId }) => stepId),
  });
  expect(turn.steps.length).toBeGreaterThan(0);
  const record_ = await contexts().readSource('found', path, opened.runtime.viewer);
  for (const { grounding } of later.citations) expect(record_?.text).toContain(grounding);
});

test('all turns of a session are recorded, and once more changes nothing', async () => {
  await makeWork('session');
  const first = await ask({ ask: 'When does Acme pay?', scope: ['contracts'] });
  await ask({ ask: 'And how many days is that?', sessionId: first.sessionId });
  const whole = { sessionId: first.sessionId };
  expect(await record('session', whole)).toEqual({ recorded: 2, unchanged: 0, skipped: 0 });
  const { curatedAt } = await contexts().get('session', opened.runtime.viewer);
  expect(await record('session', whole)).toEqual({ recorded: 0, unchanged: 2, skipped: 0 });
  expect(await contexts().get('session', opened.runtime.viewer)).toMatchObject({ curatedAt, sourceCount: 2 });
});

test('turns that are recorded side by side are all found when each recording answers', async () => {
  await makeWork('together');
  const turns: Query[] = [];
  for (const words of ['When does Acme pay?', 'How many days after the invoice does Acme pay?', 'Acme pays when?']) {
    turns.push(await ask({ ask: words, scope: ['contracts'] }));
  }
  await Promise.all(
    turns.map(async ({ id, sessionId }) => {
      await record('together', { queryIds: [id] });
      const own = `${sessionId}/${id}.md`;
      expect((await contexts().readSource('together', own, opened.runtime.viewer))?.text).toContain('net 30 days');
    }),
  );
});

test('what retrieved only, was cancelled or failed is skipped', async () => {
  await makeWork('skipping');
  const { services, viewer } = opened.runtime;
  const retrieved = await ask({ ask: 'When does Acme pay?', scope: ['contracts'], retrievalOnly: true });
  const shape = { type: 'object', required: ['boiling_point'], properties: { boiling_point: { type: 'number' } } };
  const failed = await ask({ ask: 'What is the boiling point of tungsten?', scope: ['contracts'], shape });
  const { id } = await services.turns.submit({ ask: 'When?', scope: ['contracts'], background: true }, { viewer });
  const stopped = await services.turns.cancel(id, viewer);
  expect([retrieved.status, failed.status, stopped.status]).toEqual(['completed', 'failed', 'cancelled']);

  const queryIds = [retrieved.id, failed.id, stopped.id];
  expect(await record('skipping', { queryIds })).toEqual({ recorded: 0, unchanged: 0, skipped: 3 });
  expect(await contexts().sources('skipping', viewer)).toEqual([]);
});

test('a turn that knew nothing is quoted as such, and not by its steps, which repeat the ask', async () => {
  await makeWork('knowing-nothing');
  const words = 'What is the boiling point of tungsten?';
  const turn = await ask({ ask: words, scope: ['contracts'] });
  await record('knowing-nothing', { queryIds: [turn.id] });
  expect(outputText(await ask({ ask: words, scope: ['knowing-nothing'] }))).toBe(outputText(turn));
});

test('a record outlives its session, and is not found any more once it is removed', async () => {
  await makeWork('outliving');
  const { services, viewer } = opened.runtime;
  const turn = await ask({ ask: 'When does Acme pay?', scope: ['contracts'] });
  await record('outliving', { queryIds: [turn.id] });
  await services.sessions.delete(turn.sessionId, viewer);

  const after = await ask({ ask: 'When does Acme pay?', scope: ['outliving'] });
  expect(after.citations[0]).toMatchObject({ queryId: turn.id, steps: [] });
  expect(await contexts().removeSources('outliving', [`${turn.sessionId}/${turn.id}.md`], viewer)).toBe(1);
  expect((await ask({ ask: 'When does Acme pay?', scope: ['outliving'] })).citations).toEqual([]);
});

test('a workflow changes nothing over a work context, and a warning says so', async () => {
  await makeWork('one-way');
  const query = await ask({ ask: 'When does Acme pay?', scope: ['one-way'], workflow: 'search_rag' });
  expect(query.warnings).toMatchObject([{ code: 'no_effect', field: 'workflow' }]);
  const plain = await ask({ ask: 'When does Acme pay?', scope: ['one-way'] });
  expect(plain.warnings).toEqual([]);
  const stepsOf = ({ steps }: Query) => steps.map(({ stepId }) => stepId);
  expect(stepsOf(query)).toEqual(stepsOf(plain));
  const { services, viewer } = opened.runtime;
  expect(await services.sessions.get(query.sessionId, viewer)).toMatchObject({ workflow: 'search' });
});

test('what cannot be done with a work context is refused, and creates nothing', async () => {
  const { services, viewer } = opened.runtime;
  await makeWork('strict');
  const turn = await ask({ ask: 'When does Acme pay?', scope: ['contracts'] });
  const queryIds = [turn.id];
  const before = await opened.runtime.db.prisma.query.count();

  const mixed = { ask: 'When?', scope: ['contracts', 'strict'] };
  await expect(services.turns.submit(mixed, { viewer })).rejects.toMatchObject({
    code: 'mixed_scope',
    field: 'scope[1]',
  });
  const typo = { ask: 'When?', scope: ['strict'], workflow: 'serach' };
  await expect(services.turns.submit(typo, { viewer })).rejects.toMatchObject({ code: 'workflow_unavailable' });
  await expect(contexts().addSource('strict', { path: 'a.md', content: 'A.' }, viewer)).rejects.toMatchObject({
    code: 'bad_request',
    field: 'context',
  });
  await expect(contexts().curate('strict', viewer)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'bad_request',
    field: 'context',
  });
  await expect(record('contracts', { queryIds })).rejects.toMatchObject({ code: 'bad_request', field: 'context' });
  await expect(record('nowhere', { queryIds })).rejects.toMatchObject({ code: 'context_not_found' });
  await expect(record('strict', { queryIds: [turn.id, 'qry_0'] })).rejects.toMatchObject({ code: 'query_not_found' });
  await expect(record('strict', { sessionId: 'ses_0' })).rejects.toMatchObject({ code: 'session_not_found' });
  await expect(record('strict', { queryIds: [] })).rejects.toMatchObject({ code: 'bad_request', field: 'query_ids' });

  expect(await opened.runtime.db.prisma.query.count()).toBe(before);
  expect(await contexts().sources('strict', viewer)).toEqual([]);
});
