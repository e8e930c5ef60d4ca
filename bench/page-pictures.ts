// Takes the pictures of the README with Chromium: a board mail, the page of a board with a move tried out, and the inbox; all of a service started for it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Locator, type Page } from 'playwright-core';

const FOLDER = join('docs', 'pictures');
const EXECUTABLE = process.env['NEXPOST_CHROMIUM'] ?? '/usr/bin/chromium';
/** Black and White in turns, on 7 x 7. */
const MOVES = ['c4,f2', 'd4,b6', 'e3,b3', 'd3,f5'];

async function served(
  data: string,
): Promise<{ readonly program: ChildProcess; readonly url: string; readonly inbox: string }> {
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  const program = spawn(process.execPath, ['bin/nexpost.mjs', 'serve', '--data', data, '--log-level', 'error', ...ports], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  const { http, inbox } = JSON.parse(line) as { readonly http: number; readonly inbox: string };
  return { program, url: `http://127.0.0.1:${http}`, inbox };
}

const box = (page: Page, name: string): Locator => page.getByRole('region', { name: `${name}@example.test` });

async function mailed(within: Locator, subject: string): Promise<void> {
  await within.getByRole('button', { name: 'Send' }).click();
  await within.getByRole('heading', { name: subject, level: 3 }).waitFor();
}

async function signedUp(page: Page, name: string): Promise<Locator> {
  const within = box(page, name);
  await within.getByRole('button', { name: `signup ${name}` }).click();
  await mailed(within, `Welcome to nexpost, ${name}`);
  return within;
}

/** Opens the newest mail there, once it has come. */
async function newest(within: Locator, subject: string): Promise<void> {
  await within.locator('.mails li').first().getByText(subject, { exact: false }).click();
  await within.getByRole('heading', { name: subject, level: 3 }).waitFor();
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Be alice@example.test' }).click();
  const alice = await signedUp(page, 'alice');
  await page.getByRole('button', { name: 'Also be bob@example.test' }).click();
  const bob = await signedUp(page, 'bob');
  await alice.getByRole('button', { name: 'Write' }).click();
  await alice.getByLabel('Subject').fill('nex challenge -size=7 alice bob');
  await mailed(alice, 'New Nex Board 101 alice');
  for (const [ply, move] of MOVES.entries()) {
    const [mover, next] = ply % 2 === 0 ? [alice, 'bob'] : [bob, 'alice'];
    await mover.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type(move);
    await mailed(mover, `Nex Board 101 ${next}`);
    await newest(ply % 2 === 0 ? bob : alice, `Nex Board 101 ${next}`);
  }
}

const data = mkdtempSync(join(tmpdir(), 'nexpost-pictures-'));
const { program, url, inbox } = await served(data);
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1300 }, locale: 'en-GB' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(inbox);
  await play(page);
  const alice = box(page, 'alice');
  for (const within of [alice, box(page, 'bob')])
    await within.frameLocator('iframe').getByText('bob played d3,f5').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(FOLDER, 'inbox.png') });

  const mail = (await alice.locator('iframe').getAttribute('src'))!;
  await page.setViewportSize({ width: 560, height: 400 });
  await page.goto(new URL(mail, url).href);
  await page.screenshot({ path: join(FOLDER, 'mail.png'), fullPage: true });

  await page.setViewportSize({ width: 1000, height: 640 });
  await page.goto(`${url}/nex/101`);
  await page.locator('#try').waitFor();
  for (const text of ['c5,g1', 'b5,a1']) {
    await page.locator('#move').fill(text);
    await page.keyboard.press('Enter');
  }
  await page.screenshot({ path: join(FOLDER, 'page.png') });
} finally {
  await browser.close();
  program.kill();
  rmSync(data, { recursive: true, force: true });
}
