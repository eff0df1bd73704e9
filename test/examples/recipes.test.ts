import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { WebSocket } from 'ws';
import { GatewayError } from '../../src/errors.ts';
import { openStage } from '../web/support/stage.ts';
import { openLossyLink } from './support/lossy-link.ts';
import { RECIPES } from './support/recipes.ts';

const PATIENT = { timeout: 120_000 };
const CITATION = {
  id: 'qry_1/citations/1',
  source: 'acme-msa.md',
  sectionPath: 'Fees › Payment terms',
  sectionPaths: [['Fees', 'Payment terms']],
  pages: null,
  grounding: 'Customer shall pay each invoice within 45 days.',
};
const WORDS = 'Acme pays each undisputed invoice within forty-five days of its receipt.'.split(/(?<= )/);

const cases = (['urql', 'apollo'] as const).flatMap((name) =>
  (['sse', 'websocket'] as const).map((transport) => ({ name, transport })),
);

describe.each(cases)('the $name recipe over $transport', ({ name, transport }) => {
  // The caches complain on the console; whatever they say is a fault of the recipe.
  let spies: readonly MockInstance[] = [];
  beforeEach(() => {
    spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  });
  afterEach(() => {
    const complaints = spies.flatMap(({ mock }) => mock.calls);
    for (const spy of spies) spy.mockRestore();
    if (complaints.length > 0) throw new Error(`the cache complained: ${JSON.stringify(complaints)}`);
  });

  const open = (url: string) => RECIPES[name]({ url: `${url}/graphql`, transport, webSocket: WebSocket });

  it('follows a turn to its end, and the cache has its final state', async () => {
    await using stage = await openStage();
    using recipe = open(stage.url);
    const started = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    expect(started).toMatchObject({ status: 'IN_PROGRESS', text: '' });
    const turn = await stage.nextTurn();

    const states: string[] = [];
    const unwatch = recipe.watch(started.id, (status, citations) => states.push(`${status} ${citations}`));
    await expect.poll(() => states, PATIENT).toEqual(['IN_PROGRESS 0']);

    turn.step('stp_1', 'RUNNING', 'Searching');
    turn.say(WORDS.join(''));
    turn.step('stp_1', 'COMPLETED', 'Found 3 passages');
    turn.complete([CITATION]);
    let text = '';
    let end: unknown;
    for await (const event of recipe.follow(started.id)) {
      if (event.__typename === 'OutputTextDeltaEvent') text += event.delta;
      if (event.__typename === 'TerminalEvent') end = event.query;
    }
    expect(text).toBe(turn.text);
    expect(end).toMatchObject({ id: turn.id, text, status: 'COMPLETED', citations: [{ source: 'acme-msa.md' }] });
    await expect.poll(() => states.at(-1), PATIENT).toBe('COMPLETED 1');
    unwatch();
  });

  it('loses nothing and doubles nothing when the network drops in the middle of events', async () => {
    await using stage = await openStage();
    await using link = await openLossyLink(stage.url, { cutInEvent: 4, times: 3 });
    using recipe = open(link.url);
    const { id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    const turn = await stage.nextTurn();
    for (const word of WORDS) turn.say(word);
    turn.complete([CITATION]);

    const seqs: number[] = [];
    let text = '';
    let drops = 0;
    for await (const event of recipe.follow(id, { onDrop: () => (drops += 1) })) {
      seqs.push(event.seq);
      if (event.__typename === 'OutputTextDeltaEvent') text += event.delta;
    }
    expect(text).toBe(turn.text);
    expect(seqs).toEqual(turn.events.map(({ seq }) => seq));
    expect(link.cuts).toBe(3);
    expect(drops).toBe(3);
    expect(turn.subscriptions).toHaveLength(4);
  });

  it('goes on while the turn still runs, and lets two readers follow it at once', async () => {
    await using stage = await openStage();
    await using link = await openLossyLink(stage.url);
    using recipe = open(link.url);
    const { id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    const turn = await stage.nextTurn();

    const texts = ['', ''];
    const read = async (reader: number) => {
      for await (const event of recipe.follow(id)) {
        if (event.__typename === 'OutputTextDeltaEvent') texts[reader] += event.delta;
      }
    };
    const first = read(0);
    turn.say('One. ');
    await expect.poll(() => texts[0], PATIENT).toBe('One. ');
    const second = read(1);
    await expect.poll(() => texts[1], PATIENT).toBe('One. ');
    link.cut();
    turn.say('Two.');
    turn.complete();
    await Promise.all([first, second]);
    expect(texts).toEqual(['One. Two.', 'One. Two.']);
  });

  it('resumes after the last event that the caller has', async () => {
    await using stage = await openStage();
    using recipe = open(stage.url);
    const { id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    const turn = await stage.nextTurn();
    turn.say('One. ');
    turn.say('Two.');
    turn.complete();
    const seqs: number[] = [];
    for await (const { seq } of recipe.follow(id, { after: 2 })) seqs.push(seq);
    expect(seqs).toEqual([3, 4]);
  });

  it('cancels the turn, and a reader that only leaves does not', async () => {
    await using stage = await openStage();
    using recipe = open(stage.url);
    const { id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    const turn = await stage.nextTurn();
    turn.say('One. ');

    const leave = new AbortController();
    for await (const event of recipe.follow(id, { signal: leave.signal })) {
      if (event.__typename === 'OutputTextDeltaEvent') leave.abort();
    }
    expect(turn.status).toBe('IN_PROGRESS');

    await recipe.cancel(id);
    const events: string[] = [];
    for await (const event of recipe.follow(id)) {
      events.push(event.__typename === 'TerminalEvent' ? event.status : event.__typename);
    }
    expect(events).toEqual(['CreatedEvent', 'OutputTextDeltaEvent', 'CANCELLED']);
  });

  it('comes back where the gateway says that trying again can help', async () => {
    await using stage = await openStage();
    using recipe = open(stage.url);
    const { id } = await recipe.start({ ask: 'What are the terms?', scope: ['contracts'] });
    const turn = await stage.nextTurn();
    turn.say('Net 30.');
    turn.complete();
    stage.failure = new GatewayError('internal', 'The gateway cannot reach its database.', { retryable: true });
    let drops = 0;
    const onDrop = () => {
      drops += 1;
      stage.failure = undefined;
    };
    const seqs: number[] = [];
    for await (const { seq } of recipe.follow(id, { onDrop })) seqs.push(seq);
    expect([drops, seqs]).toEqual([1, turn.events.map(({ seq }) => seq)]);
  });

  it('tells of an unknown turn once and does not ask again', async () => {
    await using stage = await openStage();
    using recipe = open(stage.url);
    let drops = 0;
    const events = recipe.follow('qry_unknown', { onDrop: () => (drops += 1) });
    await expect(events.next()).rejects.toThrow('There is no query qry_unknown.');
    expect(drops).toBe(0);
  });
});
