import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, sampleSources, type TestGateway } from '../support/gateway.ts';
import { buildPage } from './support/build-page.ts';
import { CHROMIUM, launchChromium, openPage } from './support/chromium.ts';

const PATIENT = { timeout: 120_000 };
const ASK = "What are Acme's payment terms?";

/** The API is the gateway's; the page is the one that was just built. */
async function servePage(page: Page, directory: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/' || url.pathname.startsWith('/assets/'),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ path: join(directory, pathname === '/' ? 'index.html' : pathname) });
    },
  );
}

describe.skipIf(CHROMIUM === undefined)('a whole gateway in a browser', () => {
  let built: Awaited<ReturnType<typeof buildPage>>;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;
  let browser: Browser;
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await openTestGateway();
    await gateway.addContext('contracts', await sampleSources('contracts'));
    built = await buildPage();
    chromium = await launchChromium();
    browser = chromium.browser;
  });
  afterAll(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await built?.[Symbol.asyncDispose]();
    await gateway?.[Symbol.asyncDispose]();
  });

  it('offers questions that the contexts answer, and asks the one that is clicked', async () => {
    await using watched = await openPage(browser, 'about:blank');
    const { page, complaints } = watched;
    await servePage(page, built.directory);
    await page.goto(`${gateway.url}/`);
    const { services, viewer } = gateway.runtime;
    const { sampleQueries } = await services.contexts.get('contracts', viewer);
    const offered = page.locator('#suggestions').getByRole('button');
    await offered.first().waitFor();
    expect(await offered.allTextContents()).toEqual(sampleQueries.slice(0, 4));

    await offered.first().click();
    await page.locator('.turn:last-child[data-status=completed]').waitFor();
    expect(await page.locator('.ask').allTextContents()).toEqual(sampleQueries.slice(0, 1));
    expect(await page.locator('.turn .sources li').count()).toBeGreaterThan(0);
    expect(await offered.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('answers on the page with what the store has, and goes on with the session', async () => {
    await using watched = await openPage(browser, 'about:blank');
    const { page, complaints } = watched;
    await servePage(page, built.directory);
    await page.goto(`${gateway.url}/`);
    await page.getByLabel('contracts').waitFor();
    for (const [at, ask] of [ASK, 'And on renewal?'].entries()) {
      await page.getByLabel('Your question').fill(ask);
      await page.keyboard.press('Enter');
      await page.locator('.turn[data-status=completed]').nth(at).waitFor();
    }
    const { services, viewer } = gateway.runtime;
    const [sessionId = ''] = /ses_\w+/.exec(page.url()) ?? [];
    const stored = await services.sessions.queries(sessionId, { first: 10 }, viewer);
    expect(stored.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await page.locator('.ask').allTextContents()).toEqual([ASK, 'And on renewal?']);
    const first = page.locator('.turn').first();
    const grounding = stored[0]?.citations[0]?.grounding ?? '';
    expect(grounding).not.toBe('');
    expect(await first.locator('.sources li').count()).toBe(stored[0]?.citations.length);
    expect(await first.locator('blockquote').first().textContent()).toBe(grounding);
    expect(complaints).toEqual([]);
  });

  it('opens GraphiQL on its example, without the internet, and runs it', async () => {
    await using watched = await openPage(browser, `${gateway.url}/graphql`);
    const { page, complaints, foreignRequests } = watched;
    const editor = page.locator('.graphiql-query-editor');
    await expect.poll(() => editor.textContent(), PATIENT).toContain('Ask');

    await page.locator('.graphiql-execute-button').click();
    await page.getByRole('menuitem', { name: 'Ask' }).click();
    const response = page.locator('.graphiql-response');
    await expect.poll(() => response.textContent(), PATIENT).toContain('IN_PROGRESS');
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });

  it('follows a turn live in GraphiQL', async () => {
    const { services, viewer } = gateway.runtime;
    const { id } = await services.turns.submit({ ask: ASK, scope: ['contracts'] }, { viewer });
    const subscription = `subscription { queryEvents(queryId: "${id}") { seq type } }`;
    await using watched = await openPage(browser, `${gateway.url}/graphql?query=${encodeURIComponent(subscription)}`);
    const { page } = watched;
    await page.locator('.graphiql-execute-button').click();
    const response = page.locator('.graphiql-response');
    await expect.poll(() => response.textContent(), PATIENT).toContain('response.completed');
    expect(watched.complaints).toEqual([]);
  });
});
