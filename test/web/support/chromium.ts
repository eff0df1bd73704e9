import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The browser of this machine, undefined where none is installed. */
export const CHROMIUM = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

if (CHROMIUM === undefined) {
  console.log('No Chromium was found (set CHROMIUM_PATH): the browser suites are skipped.');
}

export async function launchChromium(): Promise<{ readonly browser: Browser } & AsyncDisposable> {
  if (CHROMIUM === undefined) throw new Error('no Chromium is installed');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** A page that notes what it complains of: console warnings and errors, uncaught exceptions, requests to elsewhere. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly foreignRequests: readonly string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000); // as long as a busy machine takes
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) foreignRequests.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, foreignRequests, [Symbol.asyncDispose]: () => context.close() };
}
