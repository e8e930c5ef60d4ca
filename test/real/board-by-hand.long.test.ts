// A board's page in Chromium in a player's hands: by keyboard alone, by finger, from a board mail.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Website, website } from '#test/adapters/web/website.ts';
import { clubOf, type Lab, type Received, type Send } from '#test/service/lab.ts';
import { realBrowser, type Visitor } from './browser.ts';

const browser = realBrowser();
let club: Lab;
let send: Send;
let web: Website;
/** Board 101 of Nex after two moves, as alice got it: it is her turn. */
let boardMail: Received;

beforeEach(async () => {
  ({ club, send } = await clubOf(['alice', 'bob']));
  await send('alice', 'nex challenge -size=5 alice bob');
  await send('alice', 'nex move 101 b3,a3');
  const mails = await send('bob', 'nex move 101 d2,e5');
  boardMail = mails.find(({ to }) => to.includes('alice@example.test'))!;
  web = await website(club);
});
afterEach(() => web.close());

const url = (path: string): string => `http://127.0.0.1:${web.port}${path}`;

/** The page once its script is at work. */
async function opened(path: string, options = {}): Promise<Visitor> {
  const visitor = await browser.visitor(options);
  await visitor.page.goto(url(path));
  await visitor.page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
  return visitor;
}

const told = (page: Page, selector: string): Promise<string | null> => page.locator(selector).textContent();

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${selector}`);
}

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('by keyboard alone', () => {
  it('a move is chosen on the board, and its mail begun', async () => {
    const { page, complaints } = await opened('/nex/101');
    await tabTo(page, '.spot');
    expect(await page.locator('.spot:focus').getAttribute('aria-label')).toBe('a1, empty');
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft');
    const focused = page.locator('.spot:focus');
    expect(await focused.getAttribute('aria-label')).toBe('c3, empty');
    // On the board arrow keys do not step through the game.
    expect(await told(page, '.ply')).toBe('move 2 of 2');
    expect(await focused.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await press(page, 'Enter');
    expect(await focused.getAttribute('aria-pressed')).toBe('true');
    await press(page, 'ArrowDown', 'Enter');
    expect(await told(page, '#refusal')).toBe('');
    expect(await told(page, '#status')).toBe(
      "Tried out, move 3. The last move: a black stone on c3, a neutral on c4. It would be White's turn.",
    );
    await tabTo(page, '.send');
    expect(await page.locator('.send:focus').getAttribute('href')).toContain('body=c3%2Cc4%233%0D%0A');
    expect(complaints).toEqual([]);
  });

  it('a move is typed, refused, mended, and taken back', async () => {
    const { page } = await opened('/nex/101');
    await tabTo(page, '#move');
    await page.keyboard.type('b3,c4');
    await press(page, 'Enter');
    expect(await told(page, '#refusal')).toContain('b3');
    await press(page, 'Control+a');
    await page.keyboard.type('c3,c4');
    await press(page, 'ArrowLeft', 'Enter');
    expect(await told(page, '#status')).toMatch(/^Tried out, move 3\./);
    await tabTo(page, '#take-back');
    await press(page, 'Enter');
    expect([await told(page, '.ply'), new URL(page.url()).hash]).toEqual(['move 2 of 2', '']);
  });

  it('one steps through the game', async () => {
    const { page } = await opened('/nex/101');
    const steps: (string | null)[] = [];
    for (const key of ['ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowRight']) {
      await press(page, key);
      steps.push(await told(page, '.ply'));
    }
    expect(steps.map(step => step?.slice(5, 6))).toEqual(['1', '0', '0', '1', '2', '2']);
  });
});

describe('by finger', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  /** A finger put down at the middle of the board, and moved by so many pixels in ten steps. */
  async function drag(page: Page, x: number, y: number): Promise<void> {
    const { x: left, y: top, width, height } = (await page.locator('.live').boundingBox())!;
    const from = { x: left + width / 2, y: top + height / 2 };
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, touchPoints: readonly object[]): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
    await touch('touchStart', [from]);
    for (let step = 1; step <= 10; step++)
      await touch('touchMove', [{ x: from.x + (x * step) / 10, y: from.y + (y * step) / 10 }]);
    await touch('touchEnd', []);
  }

  it('swipes over the board step through the game, and play nothing', async () => {
    const { page, complaints } = await opened('/nex/101', phone);
    await drag(page, 120, 10);
    await page.getByText('move 1 of 2', { exact: true }).waitFor();
    await drag(page, -120, -10);
    await page.getByText('move 2 of 2', { exact: true }).waitFor();
    // Up and down the page is scrolled.
    await drag(page, 0, -150);
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(50);
    await drag(page, 20, 0);
    expect([await told(page, '.ply'), new URL(page.url()).hash]).toEqual(['move 2 of 2', '']);
    expect(await page.locator('#move').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  it('a tap beside a spot means the nearest one', async () => {
    const { page } = await opened('/nex/101', phone);
    const tap = async (spot: string): Promise<void> => {
      const { x, y, width } = (await page.locator(`.spot[value=${spot}]`).boundingBox())!;
      await page.touchscreen.tap(x + width / 2 + 5, y + width / 2 - 5);
    };
    await tap('c3');
    expect(await page.locator('#move').inputValue()).toBe('c3');
    await tap('d4');
    expect(await told(page, '#status')).toContain('a black stone on c3, a neutral on d4');
  });
});

describe('from a board mail', () => {
  const tokenOf = ({ replyTo }: Received): string => /\+(\S+)@/.exec(replyTo)![1]!;

  /** The mail that the link on the page begins. */
  async function begun(page: Page): Promise<{ readonly to: string; readonly subject: string; readonly body: string }> {
    const href = (await page.locator('.send').first().getAttribute('href'))!;
    const { pathname, searchParams } = new URL(href);
    return {
      to: decodeURIComponent(pathname),
      subject: searchParams.get('subject')!,
      body: searchParams.get('body')!,
    };
  }

  it('to the move: its token is in one POST, and nowhere else', async () => {
    const token = tokenOf(boardMail);
    const { page, complaints } = await browser.visitor();
    const requests: string[] = [];
    page.on('request', request => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await page.goto(`${url('/nex/101')}#reply=${token}`);
    await page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
    expect(page.url()).toBe(url('/nex/101'));
    expect(await page.content()).not.toContain(token);
    await page.locator('#move').fill('c3,c4');
    await press(page, 'Enter');
    expect(page.url()).toBe(url('/nex/101#line=2/c3,c4&at=1.1'));
    const kept = await page.evaluate(
      '[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage }), history.state]',
    );
    expect(kept).toEqual(['', '{}', null]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Done. The answer comes by mail').waitFor();
    expect(await told(page, '#status')).toContain('waiting for bob');
    const subjects = (await club.live(1)).map(({ to: [to], subject }) => `${to}: ${subject}`);
    expect(subjects.toSorted()).toEqual([
      'alice@example.test: Nex Board 101 bob: to move',
      'bob@example.test: Nex Board 101 bob: your turn',
    ]);

    // A visitor who goes on from there, and comes back, has left it behind.
    await page.locator('.files a[href="/games/nex"]').click();
    await page.goBack();
    await page.locator('#move').fill('e1,e2');
    await press(page, 'Enter');
    expect((await begun(page)).to).toBe('games@example.test');
    expect([...requests, ...web.log].filter(line => line.includes(token))).toEqual([]);
    expect(requests.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });

  it('to a spot that was tapped in its picture', async () => {
    const { page } = await browser.visitor();
    await page.goto(`${url('/nex/101')}#reply=${tokenOf(boardMail)}&tap=c3`);
    await page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
    expect([await page.locator('#move').inputValue(), page.url()]).toEqual(['c3', url('/nex/101')]);
    await page.locator('.spot[value=c4]').click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Done. The answer comes by mail').waitFor();
  });

  it('to the reason why nothing was done', async () => {
    const { page } = await browser.visitor();
    await page.goto(`${url('/nex/101')}#reply=${tokenOf(boardMail)}&tap=c3`);
    await page.locator('.spot[value=c4]').click();
    await send('alice', 'nex move 101 d3,d4');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The board has changed since that mail.').waitFor();
  });

  it('an older one lends no token, nor does one of another board', async () => {
    const token = tokenOf(boardMail);
    await send('alice', 'nex move 101 c3,c4');
    await send('bob', 'nex challenge -size=5 alice bob');
    // On board 101 it is bob's turn now, and alice may prepare an answer to his move.
    for (const [path, ...moves] of [
      ['/nex/101', 'e1,e2', 'a1,b1'],
      ['/nex/102', 'e1,e2'],
    ] as const) {
      const { page } = await browser.visitor();
      await page.goto(`${url(path)}#reply=${token}`);
      await page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
      for (const move of moves) {
        await page.locator('#move').fill(move);
        await press(page, 'Enter');
      }
      expect([page.url().includes(token), (await begun(page)).to]).toEqual([false, 'games@example.test']);
    }
  });
});
