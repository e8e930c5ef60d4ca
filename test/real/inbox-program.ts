// The program with its inbox, and a browser on it: for the tests of the inbox.
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { builtProgram, type Program, type Ready, type Serving } from '../e2e/program.ts';
import type { RealBrowser, Visitor } from './browser.ts';

export interface InboxProgram {
  readonly ready: () => Ready;
  /** Of the inbox, in a browser that was opened with its key. */
  readonly address: () => string;
  /** The address that opens it. */
  readonly opened: () => string;
  /** Somebody who has these mailboxes open. */
  readonly visit: (names: readonly string[], options?: BrowserContextOptions) => Promise<Visitor>;
  /** Another one, with data of its own. */
  readonly serve: (folder: string, ...more: readonly string[]) => Promise<Serving>;
  readonly end: () => Promise<void>;
  /** On the same port again. */
  readonly begin: () => Promise<void>;
}

/** To be called where a test file registers its hooks. */
export function inboxProgram(browser: RealBrowser): InboxProgram {
  let program: Program;
  let serving: Serving;
  const serve: InboxProgram['serve'] = (folder, ...more) =>
    program.serve([
      ...['--data', program.folder(folder), '--smtp-port', '0', '--imap-port', '0', '--http-port', '0', ...more],
    ]);
  beforeAll(async () => {
    program = builtProgram();
    serving = await serve('data');
  });
  afterAll(() => program.remove());
  const address = (): string => `http://127.0.0.1:${serving.ready.http}/inbox`;
  return {
    ...{ address, serve },
    ready: () => serving.ready,
    opened: () => serving.ready.inbox,
    visit: async (names, options = {}) => {
      const visitor = await browser.visitor(options);
      await visitor.page.goto(`${serving.ready.inbox}#${names.map(name => `as=${name}`).join('&')}`);
      for (const name of names) await box(visitor.page, name).waitFor();
      return visitor;
    },
    end: async () => {
      await serving.terminate();
    },
    begin: async () => {
      serving = await serve('data', '--http-port', String(serving.ready.http));
    },
  };
}

/** The mailbox of somebody on the page. */
export const box = (page: Page, name: string): Locator => page.getByRole('region', { name: `${name}@example.test` });
/** The HTML of the mail that is read there. */
export const mailIn = (within: Locator): FrameLocator => within.frameLocator('.mail iframe');
export const send = (within: Locator): Promise<void> => within.getByRole('button', { name: 'Send' }).click();
/** Waits until this mail is read there. */
export const shows = (within: Locator, subject: string | RegExp): Promise<void> =>
  within.getByRole('heading', { name: subject, level: 3 }).waitFor();

export async function signUp(within: Locator, name: string): Promise<void> {
  await within.getByRole('button', { name: `signup ${name}` }).click();
  await send(within);
  await shows(within, `Welcome to nexpost, ${name}`);
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** A promise that is kept when somebody says so. */
export function defer(): Deferred {
  const gate = new EventTarget();
  const promise = new Promise<void>(done => gate.addEventListener('open', () => done(), { once: true }));
  return { promise, resolve: () => gate.dispatchEvent(new Event('open')) };
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

export const boardIn = (within: Locator): FrameLocator => within.frameLocator('iframe.board');

/** Writes a mail with this Subject, and waits for the board that answers it. */
export async function openBoard(within: Locator, subject: string, title: RegExp): Promise<FrameLocator> {
  await within.getByRole('button', { name: 'Write' }).click();
  await within.getByLabel('Subject').fill(subject);
  await send(within);
  await shows(within, title);
  await boardIn(within).locator('#next-move').waitFor();
  // When its page has loaded, the inbox tells the board how high it may be.
  await boardIn(within).locator('html[style*="--view"]').waitFor();
  return boardIn(within);
}
