import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from '../web/support/build-page.ts';
import { CHROMIUM, launchChromium, openPage } from '../web/support/chromium.ts';
import { openStage } from '../web/support/stage.ts';
import type { Heard } from './browser/harness.ts';
import { openLossyLink } from './support/lossy-link.ts';

const PATIENT = { timeout: 120_000 };
const WORDS = 'Acme pays each undisputed invoice within forty-five days of its receipt.'.split(/(?<= )/);

const cases = (['urql', 'apollo'] as const).flatMap((name) =>
  (['sse', 'websocket'] as const).map((transport) => ({ name, transport })),
);

describe.skipIf(CHROMIUM === undefined)('the recipes in a browser', () => {
  let built: Awaited<ReturnType<typeof buildPage>>;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;
  let browser: Browser;

  beforeAll(async () => {
    // A development build: in it the caches say what they do not like.
    built = await buildPage({ root: 'test/examples/browser', mode: 'development' });
    chromium = await launchChromium();
    browser = chromium.browser;
  });
  afterAll(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await built?.[Symbol.asyncDispose]();
  });

  it.each(cases)('$name over $transport: start, follow, lose the network, resume, end', async ({ name, transport }) => {
    await using stage = await openStage(built.directory);
    await using link = await openLossyLink(stage.url, { cutInEvent: 4, times: 2 });
    await using watched = await openPage(browser, link.url);
    const { page, complaints } = watched;

    await page.evaluate(`globalThis.run = begin('${name}', '${transport}'); run.start()`);
    const turn = await stage.nextTurn();
    turn.step('stp_1', 'RUNNING', 'Searching');
    for (const word of WORDS) turn.say(word);
    turn.complete();
    await page.evaluate('run.follow()');

    const heard = await page.evaluate<Heard>('run.heard');
    expect(heard.text).toBe(turn.text);
    expect(heard.seqs).toEqual(turn.events.map(({ seq }) => seq));
    expect(heard).toMatchObject({ drops: 2, end: 'COMPLETED' });
    await expect.poll(() => page.evaluate('run.heard.states.at(-1)'), PATIENT).toBe('COMPLETED');
    // The browser itself reports the two lost connections; the caches report nothing.
    expect(complaints.filter((text) => !text.includes('net::ERR') && !text.includes('WebSocket'))).toEqual([]);
  });

  it.each(cases)('$name over $transport: cancel', async ({ name, transport }) => {
    await using stage = await openStage(built.directory);
    await using watched = await openPage(browser, stage.url);
    const { page, complaints } = watched;
    await page.evaluate(`globalThis.run = begin('${name}', '${transport}'); run.start()`);
    const turn = await stage.nextTurn();
    turn.say('Net ');
    await page.evaluate('void (run.followed = run.follow())');
    await expect.poll(() => page.evaluate('run.heard.text'), PATIENT).toBe('Net ');
    await page.evaluate('run.cancel()');
    await page.evaluate('run.followed');
    expect(await page.evaluate('run.heard.end')).toBe('CANCELLED');
    expect(turn.status).toBe('CANCELLED');
    expect(complaints).toEqual([]);
  });
});
