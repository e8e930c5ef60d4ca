// Hostile mails in the inbox in Chromium.
// In their frame, opened by themselves, and as foreign pages that would like to have them.
import { createServer, type AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realBrowser } from './browser.ts';
import { box, inboxProgram, mailIn } from './inbox-program.ts';

const browser = realBrowser();
const inbox = inboxProgram(browser);
const address = (): string => inbox.address();

/** Somebody's server on the net: whoever connects to it has been told something. */
const server = createServer();
let trap: Trap;
afterAll(() => void server.close());

interface Trap {
  readonly address: string;
  readonly visits: () => number;
}

async function trapped(): Promise<Trap> {
  let visits = 0;
  server.on('connection', socket => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits: () => visits };
}

async function deliver(to: string, subject: string, html: string): Promise<void> {
  const auth = { user: 'mallory@example.test', pass: 'x' };
  const transport = createTransport({ host: '127.0.0.1', port: inbox.ready().smtp, ignoreTLS: true, auth });
  await transport.sendMail({ from: auth.user, to: `${to}@example.test`, subject, html });
  transport.close();
}

describe('a hostile mail', () => {
  const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const hostile = (
    trap: string,
  ): string => `<h1>hello</h1><script>parent.document.title = 'owned'; fetch('/inbox/alice/mails')</script>
    <img src=x onerror="top.location = 'about:blank'"><img src="${trap}/pixel"><img id=own alt=own src="${PIXEL}">
    <svg onload="alert(1)"><script>alert(1)</script></svg><iframe src="javascript:alert(1)"></iframe>
    <meta http-equiv=refresh content="0;url=${trap}/"><base href="${trap}/" target=_top>
    <style>@import url(${trap}/css); h1 { background: url(${trap}/css) }</style>
    <form action="/inbox/alice/send" method=post target=_top><button>button</button></form>
    <a href="javascript:alert(1)" target=_top>script</a> <a href="data:text/html,x" target=_top>data</a>
    <a href="mailto:bob@example.test?subject=stolen&body=my%20secret">letter</a>`;

  beforeAll(async () => {
    trap = await trapped();
    await deliver('dora', 'hostile', hostile(trap.address));
  });

  it.each([
    ['as it is shown', false],
    ['even were it shown as it came: the frame alone would hold it', true],
  ])('does nothing: nothing runs, nothing is asked for, nothing is sent, %s', async (_, isRaw) => {
    const { page, complaints, console: said } = await inbox.visit(['dora']);
    if (isRaw)
      await page.route('**/html', async route =>
        route.fulfill({ response: await route.fetch(), body: hostile(trap.address) }),
      );
    const asked: string[] = [];
    // What the policy has stopped is asked for by nobody.
    page.on('response', answer => {
      const { pathname } = new URL(answer.url());
      // The page's own stream may be answered later than the page is there.
      if (answer.url().startsWith(address()) && pathname !== '/inbox/live')
        asked.push(`${answer.request().method()} ${pathname}`);
    });
    page.on('dialog', dialog => asked.push(`dialog ${dialog.message()}`));
    const dora = box(page, 'dora');
    await dora.getByRole('button', { name: /hostile/ }).click();
    const frame = mailIn(dora);
    await frame.getByRole('heading', { name: 'hello' }).waitFor();
    for (const name of isRaw ? ['script', 'button'] : ['script', 'data'])
      await frame.getByText(name, { exact: true }).click();
    await page.waitForTimeout(500);
    expect(asked.toSorted()).toEqual(['GET /inbox/dora/1', 'GET /inbox/dora/1/html', 'POST /inbox/dora/1/seen']);
    expect(trap.visits()).toBe(0);
    expect(
      await frame
        .locator('img[alt=own]')
        .evaluate(image => (image as unknown as { readonly naturalWidth: number }).naturalWidth),
    ).toBe(1);
    expect(page.url()).toBe(`${address()}#as=dora`);
    expect(await page.title()).toBe('Inbox – nexpost');
    // The browser says what it has kept from running and from being asked for.
    for (const complaint of complaints)
      expect(complaint).toMatch(/Content Security Policy|is sandboxed|navigating to a javascript: url| csp$/);
    expect(said.join('\n')).not.toContain('owned');
  });

  it('begins a letter where it is clicked on, and it is not sent', async () => {
    const { page } = await inbox.visit(['dora', 'erin']);
    const dora = box(page, 'dora');
    await box(page, 'erin').getByRole('button', { name: 'Write' }).click();
    await page.keyboard.type('half a word');
    await dora.getByRole('button', { name: /hostile/ }).click();
    await mailIn(dora).getByText('letter').click();
    const form = dora.getByRole('form');
    await form.waitFor();
    expect(await form.getByLabel('To').inputValue()).toBe('bob@example.test');
    expect(await form.getByLabel('Subject').inputValue()).toBe('stolen');
    expect(await form.getByLabel('Text').inputValue()).toBe('my secret');
    // What is being written beside it stays.
    expect(await box(page, 'erin').getByLabel('Subject').inputValue()).toBe('half a word');
    expect(page.url()).toBe(`${address()}#as=dora&as=erin`);
    const bob = await inbox.visit(['bob']);
    expect(await box(bob.page, 'bob').getByText('stolen').count()).toBe(0);
  });

  it('can do no more where it is opened by itself', async () => {
    const { page, complaints } = await browser.visitor();
    await page.goto(inbox.opened());
    await page.goto(`${address()}/dora/1/html`);
    await page.getByRole('heading', { name: 'hello' }).waitFor();
    expect(await page.evaluate('origin')).toBe('null');
    for (const complaint of complaints) expect(complaint).toMatch(/Content Security Policy|sandbox| csp$/);
  });

  it('is not framed, nor the inbox, by a foreign page', async () => {
    const { page } = await browser.visitor();
    await page.goto(address().replace('127.0.0.1', 'localhost').replace('/inbox', '/robots.txt'));
    const blocked = await page.evaluate(`new Promise(done => {
      const frame = document.createElement('iframe');
      frame.src = '${address()}';
      frame.onload = () => done(frame.contentDocument === null);
      document.body.append(frame);
    })`);
    expect(blocked).toBe(true);
    await expect(page.evaluate(`fetch('${address()}/dora/mails')`)).rejects.toThrow(/Failed to fetch/);
  });
});
