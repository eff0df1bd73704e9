import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LossyLink, openLossyLink } from '../examples/support/lossy-link.ts';
import { buildPage } from './support/build-page.ts';
import { CHROMIUM, launchChromium, openPage, type WatchedPage } from './support/chromium.ts';
import { CONTRACTS, openStage, type Stage } from './support/stage.ts';

const CITATION = {
  id: 'qry_1/citations/1',
  source: 'acme-msa.md',
  sectionPath: 'Fees › Payment terms',
  sectionPaths: [['Fees', 'Payment terms']],
  pages: [7],
  grounding: 'Customer shall pay each invoice within <b>45</b> days.',
};

const ask = async (page: Page, text: string) => {
  await page.getByLabel('Your question').fill(text);
  await page.keyboard.press('Enter');
};
const PATIENT = { timeout: 120_000 };
const textOf = (page: Page, selector: string) => page.locator(selector).last().textContent();

describe.skipIf(CHROMIUM === undefined)('the live-answers page', () => {
  let built: Awaited<ReturnType<typeof buildPage>>;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;
  let browser: Browser;

  beforeAll(async () => {
    built = await buildPage();
    chromium = await launchChromium();
    browser = chromium.browser;
  });
  afterAll(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await built?.[Symbol.asyncDispose]();
  });

  interface Opened extends AsyncDisposable {
    readonly stage: Stage;
    readonly link: LossyLink;
    readonly watched: WatchedPage;
  }

  const open = async (hash = ''): Promise<Opened> => {
    const stage = await openStage(built.directory);
    const link = await openLossyLink(stage.url);
    const watched = await openPage(browser, `${link.url}/${hash}`);
    await watched.page.getByLabel('Contracts').waitFor({ state: 'attached' });
    return {
      stage,
      link,
      watched,
      async [Symbol.asyncDispose]() {
        await watched[Symbol.asyncDispose]();
        await link[Symbol.asyncDispose]();
        await stage[Symbol.asyncDispose]();
      },
    };
  };

  it('shows steps and text as they arrive, then the sources, all as text', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    await ask(page, 'What are the terms?');
    const turn = await stage.nextTurn();
    expect(turn.ask).toBe('What are the terms?');

    turn.step('stp_1', 'RUNNING', 'Searching contracts');
    await page.getByText('Searching contracts').waitFor();
    turn.step('stp_1', 'COMPLETED', 'Found 3 passages');
    await page.getByText('Found 3 passages').waitFor();
    turn.say('Acme pays in 45 days ');
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('Acme pays in 45 days ');
    turn.say('[1]. <img src=x>');
    turn.complete([CITATION]);

    await page.getByRole('button', { name: 'Source 1' }).click();
    expect(await textOf(page, '.answer')).toBe('Acme pays in 45 days1. <img src=x>');
    const source = page.locator('.sources li');
    expect(await source.evaluate((item) => item === item.ownerDocument.activeElement)).toBe(true);
    expect(await source.locator('.source').textContent()).toBe('acme-msa.md');
    expect(await source.locator('.section').textContent()).toBe('Fees › Payment terms · page 7');
    expect(await source.locator('blockquote').textContent()).toBe(CITATION.grounding);
    expect(watched.complaints).toEqual([]);
    expect(watched.foreignRequests).toEqual([]);
  });

  it('comes back behind the last event when the connection drops, and says so quietly', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    await ask(page, 'What are the terms?');
    const turn = await stage.nextTurn();
    turn.say('One. ');
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('One. ');

    await page.evaluate(`
      globalThis.notes = [];
      const link = document.getElementById('link');
      new MutationObserver(() => notes.push(link.textContent)).observe(link, { childList: true });
    `);
    opened.link.cut();
    turn.say('Two. ');
    await expect
      .poll(() => page.evaluate('notes'), PATIENT)
      .toEqual(['Connection lost. Reconnecting; nothing of the answer is lost.', 'Connected again.']);
    turn.say('Three.');
    turn.complete();
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('One. Two. Three.');
    expect(turn.subscriptions).toEqual([0, 2]);
  });

  it('goes on with the session, keeps it in the address, and finds a running turn again after a reload', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    await ask(page, 'What are the terms?');
    const first = await stage.nextTurn();
    first.say('Net 45.');
    first.complete();
    await expect.poll(() => new URL(page.url()).hash, PATIENT).toBe('#/sessions/ses_1');

    await page.getByRole('button', { name: 'Ask' }).waitFor();
    await ask(page, 'And on renewal?');
    const second = await stage.nextTurn();
    expect(second.sessionId).toBe('ses_1');
    second.say('Net ');
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('Net ');

    await page.reload();
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('Net ');
    expect(await page.locator('.ask').allTextContents()).toEqual(['What are the terms?', 'And on renewal?']);
    second.say('30.');
    second.complete();
    await expect.poll(() => textOf(page, '.answer'), PATIENT).toBe('Net 30.');
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Ask your documents').waitFor();
    await page.getByRole('link', { name: /What are the terms/ }).click();
    await expect.poll(() => page.locator('.answer').allTextContents(), PATIENT).toEqual(['Net 45.', 'Net 30.']);
  });

  it('cancels, and says what a failure was', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    await ask(page, 'What are the terms?');
    (await stage.nextTurn()).say('Net ');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. What had arrived').waitFor();
    expect(await page.getByLabel('Your question').evaluate((box) => box === box.ownerDocument.activeElement)).toBe(
      true,
    );

    await ask(page, 'Again?');
    (await stage.nextTurn()).fail('The model stopped before its answer was whole.');
    await page.getByText('The model stopped before its answer was whole.').first().waitFor();
  });

  it('gives the question back when it is refused', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    stage.refusal = { code: 'session_busy', message: 'Another turn of this session is running.' };
    await ask(page, 'What are the terms?');
    await page.getByRole('alert').getByText('Another turn of this session is running.').waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe('What are the terms?');
    expect(await page.locator('.turn').count()).toBe(0);
  });

  it('says how to add documents while there is nothing to ask', async () => {
    await using stage = await openStage(built.directory);
    stage.contexts = [];
    await using watched = await openPage(browser, stage.url);
    const { page } = watched;
    await page.getByText('There is nothing to ask yet').waitFor();
    expect(await textOf(page, 'pre')).toContain('knowql context create');
    stage.contexts = [CONTRACTS];
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByLabel('Contracts').waitFor();
  });

  it('says so when an address names a session that does not exist', async () => {
    await using opened = await open('#/sessions/ses_unknown');
    const alert = opened.watched.page.locator('#conversation [role=alert] p');
    await expect.poll(() => alert.textContent(), PATIENT).toBe('There is no session ses_unknown.');
  });

  it('reads the answer out in sentences, once each', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    const sentence = 'Acme pays undisputed invoices within forty-five days of their receipt.';
    await ask(page, 'What are the terms?');
    const turn = await stage.nextTurn();
    for (const word of `${sentence} Late ones bear interest.`.split(/(?<= )/)) turn.say(word);
    const heard = () => page.locator('#speech p').allTextContents();
    await expect.poll(heard, PATIENT).toEqual(['Looking for the answer.', sentence]);
    turn.complete([CITATION]);
    await expect
      .poll(heard, PATIENT)
      .toEqual(['Looking for the answer.', sentence, 'Late ones bear interest.', 'Answer complete, 1 source.']);
  });

  it.each([320, 768, 1600])('fits a window of %i pixels', async (width) => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    await page.setViewportSize({ width, height: 700 });
    await ask(page, 'averyveryverylongwordthatdoesnotbreakbyitselfaveryveryverylongwordthatdoesnotbreakbyitself');
    const turn = await stage.nextTurn();
    turn.step('stp_1', 'COMPLETED', `Read ${'averylongpath/'.repeat(12)}`);
    turn.say(`See ${'averylongword'.repeat(12)}:\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``);
    turn.complete([{ ...CITATION, source: 'averylongpath/'.repeat(12) }]);
    await page.locator('.sources li').waitFor();
    const box = page.locator('#question');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect((await box.boundingBox())?.width).toBeGreaterThan(120);
  });

  it('is worked by keyboard alone', async () => {
    await using opened = await open();
    const { stage, watched } = opened;
    const { page } = watched;
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.textContent');
    await expect.poll(focused, PATIENT).toBe('question');
    await page.keyboard.type('First line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    const turn = await stage.nextTurn();
    expect(turn.ask).toBe('First line\nsecond line');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('cancel');
    await page.keyboard.press('Enter');
    await page.getByText('Cancelled. What had arrived').waitFor();
    await expect.poll(focused, PATIENT).toBe('question');
  });
});
