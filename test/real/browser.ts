// A real browser for tests: the Chromium of start-chromium.ts.
// What it complains of (console, content security policy, scripts that fail, answers that never come) is collected.
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Longer than any page of ours takes on a loaded machine; no test waits this long unless it fails. */
const PATIENCE_MS = 30_000;

export interface Visitor {
  /** Playwright's; `page.context()` opens further ones, which are watched as well. */
  readonly page: Page;
  /** What the browser said that a visitor should never cause, oldest first: 'console error: …', 'script: …', 'failed: …'. */
  readonly complaints: readonly string[];
  /** All that was written to the console, oldest first. */
  readonly console: readonly string[];
}

export interface RealBrowser {
  /** Somebody new: no cookies, no storage, nothing cached. 1280 × 800, light, English, unless told otherwise. Closed after the test. */
  readonly visitor: (options?: BrowserContextOptions) => Promise<Visitor>;
}

function watch(context: BrowserContext, complaints: string[], said: string[]): void {
  context.on('console', message => {
    said.push(message.text());
    // Chromium says here as well what a content security policy or a sandbox has forbidden.
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', failure => complaints.push(`script: ${failure.error().message}`));
  context.on('requestfailed', request => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left breaks off what it still waits for.
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${why}`);
  });
}

/** To be called where a test file registers its hooks. */
export function realBrowser(): RealBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const address = inject('chromium');
    if (address === '') throw new Error('Chromium is not installed (apt-get install chromium)');
    browser = await chromium.connect(address);
  });
  // A page that stays open goes on computing.
  afterEach(async () => {
    await Promise.all(browser!.contexts().map(context => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    visitor: async (options = {}) => {
      if (browser === undefined) throw new Error('the browser runs only while tests do');
      const context = await browser.newContext({
        ...{ viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' },
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const complaints: string[] = [];
      const said: string[] = [];
      watch(context, complaints, said);
      return { page: await context.newPage(), complaints, console: said };
    },
  };
}

/** The looks every page has: on a desk and on a phone, by day and by night. */
export const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a desk by day', {}],
  ['on a desk by night', { colorScheme: 'dark' }],
  ['on a phone by day', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['on a phone by night', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' }],
];

/** What the checker of accessibility finds, in its own words; what stands in a frame is somebody else's. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<axe.AxeResults>('axe.run({ exclude: ["iframe"] })');
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
