import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as apollo from '../../examples/apollo/converse.ts';
import * as urql from '../../examples/urql/converse.ts';
import { outputText } from '../../src/engine/fold.ts';
import { openTestGateway, sampleSources, type TestGateway } from '../support/gateway.ts';
import { openLossyLink } from './support/lossy-link.ts';
import { RECIPES } from './support/recipes.ts';

const cases = (['urql', 'apollo'] as const).flatMap((name) =>
  (['sse', 'websocket'] as const).map((transport) => ({ name, transport })),
);

describe('the recipes on a whole gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway();
    await gateway.addContext('contracts', await sampleSources('contracts'));
  });
  afterAll(() => gateway?.[Symbol.asyncDispose]());

  it.each(cases)('$name over $transport: a real answer survives a lossy network', async ({ name, transport }) => {
    await using link = await openLossyLink(gateway.url, { cutInEvent: 3, times: 3 });
    using recipe = RECIPES[name]({ url: `${link.url}/graphql`, transport, webSocket: WebSocket });
    const { id, sessionId } = await recipe.start({ ask: "What are Acme's payment terms?", scope: ['contracts'] });

    const seqs: number[] = [];
    let text = '';
    let ended: unknown;
    for await (const event of recipe.follow(id)) {
      seqs.push(event.seq);
      if (event.__typename === 'OutputTextDeltaEvent') text += event.delta;
      if (event.__typename === 'TerminalEvent') ended = event.query;
    }
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(link.cuts).toBe(3);
    expect(text).not.toBe('');
    expect(ended).toMatchObject({ id, sessionId, status: 'COMPLETED', text });
    const stored = await gateway.runtime.services.turns.get(id, gateway.runtime.viewer);
    expect(stored).toMatchObject({ status: 'completed', output: [{ content: [{ text }] }] });
  });

  it.each(Object.entries({ urql, apollo }))('%s: a question and its follow-up', async (_name, { converse }) => {
    let written = '';
    await converse(`${gateway.url}/graphql`, (text) => (written += text));
    const { services, viewer } = gateway.runtime;
    const [session] = await services.sessions.list({ first: 1 }, viewer);
    const turns = await services.sessions.queries(session?.id ?? '', { first: 10 }, viewer);
    expect(turns).toHaveLength(2);
    expect(written).toBe(turns.map(outputText).join(''));
  });

  it.each(cases)('$name over $transport: a cancelled turn has one end', async ({ name, transport }) => {
    using recipe = RECIPES[name]({ url: `${gateway.url}/graphql`, transport, webSocket: WebSocket });
    const { id } = await recipe.start({ ask: "What are Acme's payment terms?", scope: ['contracts'] });
    await recipe.cancel(id);
    const ends: string[] = [];
    for await (const event of recipe.follow(id)) {
      if (event.__typename === 'TerminalEvent') ends.push(event.status);
    }
    // The turn may have been quicker than the cancellation; then it stands.
    expect(ends).toHaveLength(1);
    expect(['CANCELLED', 'COMPLETED']).toContain(ends[0]);
  });
});
