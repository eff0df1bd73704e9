import { beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime, type TestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';
import { ACME_MSA, FOLLOW, READ, RUN } from './support/operations.ts';

let api: Api;
let test: TestRuntime;

beforeAll(async () => {
  test = await openTestRuntime();
  await test.addContext('contracts', { 'acme-msa.md': ACME_MSA });
  const { db: database, services, viewer } = test.runtime;
  api = createApi({ database, services, viewer });
  return () => test[Symbol.asyncDispose]();
});

const ask = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

async function run(input: object) {
  const { data, errors } = await api.run(RUN, { input });
  expect(errors).toBeUndefined();
  return data['runQuery'];
}

async function follow(queryId: string, after?: number) {
  const events = [];
  for await (const { data, errors } of api.follow(FOLLOW, { queryId, after })) {
    expect(errors).toBeUndefined();
    events.push(data['queryEvents']);
  }
  return events;
}

describe('runQuery', () => {
  it('waits for the answer and gives it with what it rests on', async () => {
    const turn = await run(ask);

    expect(turn).toMatchObject({ status: 'COMPLETED', error: null });
    expect(turn.text).toContain('45 days');
    expect(turn.citations[0]).toMatchObject({ source: 'acme-msa.md', kind: 'CHUNK' });
    expect(ACME_MSA).toContain(turn.citations[0].grounding);
    expect(turn.document).toMatchObject({ object: 'query', id: turn.id, status: 'completed' });
  });

  it('with stream: true returns at once, and queryEvents carries the turn to its end', async () => {
    const started = await run({ ...ask, stream: true });
    const events = await follow(started.id);

    expect(started.status).toBe('IN_PROGRESS');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ __typename: 'CreatedEvent', type: 'response.created', query: { text: '' } });
    expect(events.filter(({ __typename }) => __typename === 'TerminalEvent')).toEqual([events.at(-1)]);
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', status: 'COMPLETED', error: null });
    const stored = (await api.run(READ, { id: started.id })).data['query'];
    expect(events.map(({ delta = '' }) => delta).join('')).toBe(stored.text);
    expect(events.at(-1).query).toMatchObject({
      text: stored.text,
      citations: stored.citations,
      status: stored.status,
    });
  });

  it('lets a reader come late, or come back after any event, and miss nothing', async () => {
    const { id } = await run({ ...ask, stream: true });
    const all = await follow(id);

    for (const { seq } of all) expect(await follow(id, seq)).toEqual(all.slice(seq));
    expect(await follow(id)).toEqual(all);
  });

  it('with background: true returns at once, and the turn is fetched later', async () => {
    const { id, status } = await run({ ...ask, background: true });
    const ended = (await follow(id)).at(-1);

    expect(status).toBe('IN_PROGRESS');
    expect(ended).toMatchObject({ status: 'COMPLETED' });
    expect((await api.run(READ, { id })).data['query'].status).toBe('COMPLETED');
  });

  it('gives the retrieved material, typed, when asked for retrieval alone', async () => {
    const { data } = await api.run(
      /* GraphQL */ `mutation ($input: RunQueryInput!) {
        runQuery(input: $input) {
          outputJson
          retrieval {
            answeredBy mode
            counts { chunks }
            chunks { id rank source sectionPath text }
            retrieval { queryVariants }
          }
        }
      }`,
      { input: { ...ask, pointersOnly: true, maxRetrieved: 1 } },
    );
    const { retrieval, outputJson } = data['runQuery'];

    expect(retrieval).toMatchObject({ answeredBy: 'retrieval', mode: 'POINTERS_ONLY', counts: { chunks: 1 } });
    expect(retrieval.chunks[0]).toMatchObject({ rank: 1, source: 'acme-msa.md', text: null });
    expect(outputJson.chunks[0].id).toBe(retrieval.chunks[0].id);
  });

  it('continues a session, and each turn knows the one before it', async () => {
    const first = await run(ask);
    const { data } = await api.run(
      /* GraphQL */ `mutation ($input: RunQueryInput!) {
        runQuery(input: $input) { previousQuery { id text } session { id title scope contexts { slug } lastQuery { id } } id }
      }`,
      { input: { ask: 'And on renewal?', sessionId: first.sessionId } },
    );
    const second = data['runQuery'];

    expect(second.previousQuery).toEqual({ id: first.id, text: first.text });
    expect(second.session).toMatchObject({ id: first.sessionId, scope: ['contracts'], lastQuery: { id: second.id } });
    expect(second.session.contexts).toEqual([{ slug: 'contracts' }]);
  });

  it('starts one turn for one idempotency key', async () => {
    const [one, two] = await Promise.all([
      run({ ...ask, idempotencyKey: 'once' }),
      run({ ...ask, idempotencyKey: 'once' }),
    ]);
    const other = await api.run(RUN, { input: { ...ask, ask: 'Something else?', idempotencyKey: 'once' } });

    expect(two.id).toBe(one.id);
    expect(other.errors?.[0]?.extensions).toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('runQueryDocument', () => {
  it('takes the canonical document, with variables inside it too', async () => {
    const { data, errors } = await api.run(
      'mutation ($ask: JSON) { runQueryDocument(document: { ask: $ask, scope: ["contracts"], max_steps: 3 }) { maxSteps status } }',
      { ask: ask.ask },
    );

    expect(errors).toBeUndefined();
    expect(data['runQueryDocument']).toEqual({ maxSteps: 3, status: 'COMPLETED' });
  });
});

describe('a question that cannot be asked', () => {
  const COUNT = '{ sessions { totalCount } }';

  it.each([
    ['without words', { ...ask, ask: ' ' }, 'bad_request', 'ask'],
    ['without a scope', { ask: 'Why?' }, 'invalid_scope', 'scope'],
    ['of a context that is not there', { ...ask, scope: ['contracts', 'none'] }, 'context_not_found', /^scope/],
    ['of a session that is not there', { ask: 'Why?', sessionId: 'ses_none' }, 'session_not_found', /.*/],
    ['with too long a wait', { ...ask, timeoutSeconds: 901 }, 'bad_request', 'timeoutSeconds'],
    ['with a workflow that is not offered', { ...ask, workflow: 'SEARCH_CC' }, 'workflow_unavailable', 'workflow'],
    ['of a model that is not there', { ...ask, model: 'no/such' }, 'model_unavailable', 'model'],
    ['with a shape that is none', { ...ask, shape: { type: 'objekt' } }, 'invalid_shape', 'shape'],
    ['streamed and in the background', { ...ask, stream: true, background: true }, 'bad_request', 'background'],
  ])('%s is an error that says why, and creates nothing', async (_kind, input, code, field) => {
    const before = (await api.run(COUNT)).data;
    const { errors, data } = await api.run(RUN, { input });

    expect(data).toBeNull();
    expect(errors?.[0]?.extensions?.['code']).toBe(code);
    expect(errors?.[0]?.extensions?.['field'] ?? '').toMatch(field);
    expect((await api.run(COUNT)).data).toEqual(before);
  });
});

describe('a turn that has ended', () => {
  it('can be judged, and judged again', async () => {
    const { id } = await run(ask);
    const judge = (rating: string, comment?: string) =>
      api.run(
        'mutation ($id: ID!, $rating: FeedbackRating!, $comment: String) { recordFeedback(queryId: $id, rating: $rating, comment: $comment) { feedback { rating comment } } }',
        { id, rating, comment },
      );

    expect((await judge('UP')).data['recordFeedback'].feedback).toEqual({ rating: 'UP', comment: null });
    expect((await judge('DOWN', 'Late.')).data['recordFeedback'].feedback).toEqual({
      rating: 'DOWN',
      comment: 'Late.',
    });
  });

  it('comes back unchanged when it is cancelled', async () => {
    const turn = await run(ask);
    const { data } = await api.run('mutation ($id: ID!) { cancelQuery(id: $id) { id status text } }', { id: turn.id });

    expect(data['cancelQuery']).toEqual({ id: turn.id, status: 'COMPLETED', text: turn.text });
  });

  it('keeps its trace', async () => {
    const { id } = await run(ask);
    const { data, errors } = await api.run(
      'query ($id: ID!) { query(id: $id) { traceRef trace { steps { stepId calls { fn ok durationMs } } rollup { nSteps } } } }',
      { id },
    );

    expect(errors).toBeUndefined();
    expect(data['query'].trace.steps.length).toBe(data['query'].trace.rollup.nSteps);
  });

  it('is gone with its session', async () => {
    const { id, sessionId } = await run(ask);
    const gone = await api.run('mutation ($id: ID!) { deleteSession(id: $id) }', { id: sessionId });

    expect(gone.data).toEqual({ deleteSession: sessionId });
    const read = await api.run(READ, { id });
    expect(read.data).toEqual({ query: null });
    expect(read.errors?.[0]?.extensions).toMatchObject({ code: 'query_not_found' });
  });
});
