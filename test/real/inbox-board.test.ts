// Playing in the inbox in Chromium: the board beside its mail, by mouse, finger and keyboard, on a desk and on a phone.
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, LOOKS, overflow, realBrowser } from './browser.ts';
import { PHONE, box, inboxProgram, mailIn, openBoard, send, shows, signUp } from './inbox-program.ts';

const browser = realBrowser();
const inbox = inboxProgram(browser);

/** The most moves of one side of a game of Nex on 4x4. */
const MOST_MOVES = 16;

/** Is all of it on the screen? */
async function isInView(page: Page, part: Locator): Promise<boolean> {
  const area = await part.boundingBox();
  const { width, height } = page.viewportSize()!;
  return area !== null && area.y >= 0 && area.x >= 0 && area.y + area.height <= height && area.x + area.width <= width;
}

describe.each([
  ['with a mouse on a desk', 'mia', {}],
  ['with a finger on a phone', 'max', PHONE],
] as const)('a whole game %s', (_, name, options) => {
  it('takes a click for each cell and one to send, with the board in view throughout', async () => {
    const { page, complaints } = await inbox.visit([name], options);
    const own = box(page, name);
    await signUp(own, name);
    const board = await openBoard(own, 'nex challenge -size=4 me robot1', /^New Nex Board \d+/);
    const choose = (part: Locator): Promise<void> => ('hasTouch' in options ? part.tap() : part.click());
    const isTried = board.locator('#take-back');
    const mayBeNamed = board.locator('.spot.may[aria-pressed=false]');
    const turn = board.locator('#status').getByText(`your turn, ${name}.`);
    const opening = own.getByRole('region', { name: 'What the mail says' });
    const end = board.locator('#status').getByText(/ won\. /);
    for (let move = 0; move < MOST_MOVES && (await end.count()) === 0; move++) {
      for (const part of [opening, board.locator('.live'), board.locator('#send')])
        expect(await isInView(page, part)).toBe(true);
      if (move > 0) await opening.getByText('robot1 played').waitFor();
      let clicks = 0;
      while (await isTried.isHidden()) {
        await choose(mayBeNamed.first());
        clicks += 1;
      }
      // A move that takes stones back names three cells.
      expect(clicks).toBeLessThanOrEqual(move === 0 ? 2 : 3);
      expect(await isInView(page, board.locator('.live'))).toBe(true);
      await choose(board.getByRole('button', { name: 'Send', exact: true }));
      await board.locator('#take-back').waitFor({ state: 'hidden' });
      await turn.or(end).waitFor();
    }
    await shows(own, /^Nex Board \d+: \w+ won|you won/);
    await opening.getByText('Thanks for the game').or(opening.getByText('You won')).first().waitFor();
    expect([await isInView(page, opening), await isInView(page, board.locator('.live'))]).toEqual([true, true]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });
});

it('shows a lesson above its board, and says nothing of addresses of pages', async () => {
  const { page } = await inbox.visit(['lea'], PHONE);
  const lea = box(page, 'lea');
  await signUp(lea, 'lea');
  const text = lea.locator('.mail pre');
  await text.getByText('Welcome, lea!').waitFor();
  // Text without a board is as wide as the screen.
  expect(
    await text.evaluate(
      ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth,
    ),
  ).toBeLessThanOrEqual(0);
  const board = await openBoard(lea, 'tutorial', /^New Nex Board \d+/);
  const opening = lea.getByRole('region', { name: 'What the mail says' });
  await opening.getByText('You win with an unbroken chain of your own stones from the first row').waitFor();
  for (const cell of ['c1', 'b1']) await board.locator(`.spot[value=${cell}]`).click();
  await board.getByText('Your move: c1,b1. Send it?').waitFor();
  expect(await board.locator('#lines').isHidden()).toBe(true);
});

it('is played by keyboard, typing or going from cell to cell', async () => {
  const { page, complaints } = await inbox.visit(['kim']);
  await signUp(box(page, 'kim'), 'kim');
  const board = await openBoard(box(page, 'kim'), 'hex challenge -size=5 me robot1', /^New Hex Board \d+/);
  const turn = board.locator('#status').getByText('your turn, kim.');
  await turn.waitFor();
  await board.locator('#move').focus();
  await page.keyboard.type('c3');
  await page.keyboard.press('Enter');
  await board.getByText('Your move: c3').waitFor();
  // Over the button that tries the move out to the one that sends it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await board.locator('#moves a').nth(1).waitFor();
  await turn.waitFor();
  await board.locator('.spot[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  const cell = (await board.locator('.spot:focus').getAttribute('aria-label'))!;
  await page.keyboard.press('Enter');
  if (cell.endsWith('empty')) await board.getByText('Your move: ').waitFor();
  expect(complaints).toEqual([]);
});

it.each(LOOKS)('has no barriers %s, and the composer leaves the mail in view', async (look, options) => {
  const name = `ann${LOOKS.findIndex(([each]) => each === look)}`;
  const { page, complaints } = await inbox.visit([name], options);
  const own = box(page, name);
  await signUp(own, name);
  const board = await openBoard(own, 'y challenge me robot1', /^New Y Board \d+/);
  await mailIn(own).locator('body > :last-child').waitFor();
  await own.getByRole('button', { name: 'Reply' }).click();
  const [form, mail] = [await own.getByRole('form').boundingBox(), await own.locator('.mail h3').boundingBox()];
  expect(mail!.y + mail!.height).toBeLessThanOrEqual(form!.y);
  expect(form!.y + form!.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  // The frame of the mail has no scroll bar of its own: its last line is within it.
  const last = await mailIn(own).locator('body > :last-child').boundingBox();
  const frame = await own.locator('.mail iframe').boundingBox();
  expect(last!.y + last!.height).toBeLessThanOrEqual(frame!.y + frame!.height);
  // The board is above the mail, and not in it a second time.
  expect(await mailIn(own).locator('img').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.goto(`${inbox.address().replace('/inbox', '')}${new URL(await board.locator('body').evaluate('location.href')).pathname}`); // prettier-ignore
  await page.locator('#next-move').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('shows the list or a mail on a phone', async () => {
  const { page } = await inbox.visit(['pia'], PHONE);
  const pia = box(page, 'pia');
  await signUp(pia, 'pia');
  expect(await pia.locator('.mails').isVisible()).toBe(false);
  await pia.getByRole('button', { name: 'Mails' }).tap();
  expect([await pia.locator('.mails').isVisible(), await pia.locator('.mail').isVisible()]).toEqual([true, false]);
  await pia.locator('.mails button').tap();
  await shows(pia, 'Welcome to nexpost, pia');
  expect(await pia.locator('.mails').isVisible()).toBe(false);
});

describe('by finger', () => {
  it.each([
    ['tia', 'gomoku challenge -size=19 me robot1', /^New Gomoku Board \d+/],
    ['tom', 'nex challenge -size=13 me robot1', /^New Nex Board \d+/],
  ])('%s makes small spots larger by a first tap, and chooses by a second one', async (name, subject, title) => {
    const { page, complaints } = await inbox.visit([name], PHONE);
    await signUp(box(page, name), name);
    const board = await openBoard(box(page, name), subject, title);
    const target = board.locator('.spot[value=d4]');
    expect((await target.boundingBox())!.width).toBeLessThan(24);
    const { x, y, width, height } = (await target.boundingBox())!;
    const bottom = await board.locator('#send-bar').boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await board.locator('.zoomed').waitFor();
    const large = (await target.boundingBox())!;
    expect(Math.min(large.width, large.height)).toBeGreaterThanOrEqual(24);
    expect(await board.locator('#move').inputValue()).toBe('');
    expect(await board.locator('#send-bar').boundingBox()).toEqual(bottom);
    await page.touchscreen.tap(large.x + large.width / 2, large.y + large.height / 2);
    await board.locator('#position:not(.zoomed)').waitFor();
    await board.locator('.spot[value=d4][aria-pressed=true]').or(board.getByText('Your move: d4')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('Nexos shows one tray, next to the board', async () => {
    const { page, complaints } = await inbox.visit(['noa'], PHONE);
    await signUp(box(page, 'noa'), 'noa');
    const board = await openBoard(box(page, 'noa'), 'nexos challenge me robot1', /^New Nexos Board \d+/);
    for (const part of ['.live', '#pieces', '#send'])
      expect(await isInView(page, board.locator(part)), part).toBe(true);
    const [live, tray] = [await board.locator('.live').boundingBox(), await board.locator('#hand').boundingBox()];
    expect(tray!.y - live!.y - live!.height).toBeLessThan(24);
    // The drawing holds the board alone: it is as high as wide.
    expect(live!.height / live!.width).toBeCloseTo(1, 1);
    await board.locator('#pieces button').first().tap();
    const middle = { x: live!.x + live!.width / 2, y: live!.y + live!.height / 2 };
    // The first tap shows where the piece would lie, and the second one lays it.
    await page.touchscreen.tap(middle.x, middle.y);
    await board.locator('.spot[aria-pressed=true]').first().waitFor();
    expect(await board.locator('#take-back').isVisible()).toBe(false);
    await page.touchscreen.tap(middle.x, middle.y);
    await board.getByText('Your move: ').waitFor();
    expect(await isInView(page, board.locator('#send'))).toBe(true);
    expect(complaints).toEqual([]);
  });
});

it('leads from each mail to the page of its board, and from each page to the inbox', async () => {
  const { page, complaints } = await inbox.visit(['leo']);
  await signUp(box(page, 'leo'), 'leo');
  await openBoard(box(page, 'leo'), 'hex challenge -size=5 me robot1', /^New Hex Board \d+/);
  const { origin } = new URL(inbox.address());
  const link = mailIn(box(page, 'leo')).locator(`a[href^="${origin}/hex/"]`);
  const [beside] = await Promise.all([page.context().waitForEvent('page'), link.first().click()]);
  await beside.locator('#next-move').waitFor();
  await beside.locator('#move').fill('c3');
  await beside.keyboard.press('Enter');
  await beside.getByText('Your move: c3').waitFor();
  await beside.getByRole('button', { name: 'Send', exact: true }).click();
  // The same page shows the board with the robot's answer.
  await beside.locator('#moves a').nth(1).waitFor();
  expect(new URL(beside.url()).pathname).toMatch(/^\/hex\/\d+$/);
  for (const path of ['/', '/games/hex', new URL(beside.url()).pathname, '/players/leo', '/nothing']) {
    await beside.goto(`${origin}${path}`);
    expect(await beside.getByRole('link', { name: 'Inbox', exact: true }).getAttribute('href'), path).toBe('/inbox');
  }
  expect(complaints.filter(each => !each.includes('/nothing'))).toEqual([]);
});

describe('a player without a move to send', () => {
  it('begins a mail in the inbox, where no mail led to the board', async () => {
    const { page } = await inbox.visit(['joy']);
    await signUp(box(page, 'joy'), 'joy');
    const board = await openBoard(box(page, 'joy'), 'hex challenge -size=5 joy joy', /^New Hex Board \d+/);
    const { pathname } = new URL(await board.locator('body').evaluate('location.href'));
    await page.goto(new URL(pathname.replace('/play', ''), inbox.address()).href);
    await page.locator('.spot[value=c3]').click();
    await page.locator('#send').getByRole('link', { name: 'Send' }).click();
    const composer = box(page, 'joy').getByRole('form');
    expect(await composer.locator('textarea').inputValue()).toBe('c3#1\n');
    await composer.getByRole('button', { name: 'Send' }).click();
    await shows(box(page, 'joy'), /^Hex Board \d+ joy: your turn/);
  });

  it('is told whose turn it is', async () => {
    const { page, complaints } = await inbox.visit(['ivo', 'jim'], { viewport: { width: 1440, height: 900 } });
    for (const name of ['ivo', 'jim']) await signUp(box(page, name), name);
    const board = await openBoard(box(page, 'ivo'), 'hex challenge -size=5 ivo jim', /^New Hex Board \d+/);
    await board.locator('.spot[value=c3]').click();
    await board.getByRole('button', { name: 'Send', exact: true }).click();
    const told = board.locator('#send-told').getByText('jim is to move. To prepare your answer');
    await told.waitFor();
    await board.locator('.spot[value=d2]').click();
    await board.locator('#take-back').waitFor();
    await told.waitFor();
    expect(await board.locator('#send button').getAttribute('aria-disabled')).toBe('true');
    expect(complaints).toEqual([]);
  });
});

it('shows above the board what the other player writes, and no longer what was sent', async () => {
  const { page } = await inbox.visit(['eli', 'fay'], PHONE);
  for (const name of ['eli', 'fay']) await signUp(box(page, name), name);
  const [eli, fay] = [box(page, 'eli'), box(page, 'fay')];
  await openBoard(eli, 'hex challenge -size=5 eli fay', /^New Hex Board \d+/);
  const number = /Board (\d+)/.exec((await eli.locator('h3').first().textContent())!)![1]!;
  await fay.getByRole('button', { name: 'Write' }).click();
  await fay.getByLabel('Subject').fill(`hex chat ${number}`);
  await fay.locator('textarea').fill('Good luck to you!');
  await send(fay);
  const opening = eli.getByRole('region', { name: 'What the mail says' });
  await opening.getByText('Good luck to you!').waitFor();
  await shows(fay, `Hex chat ${number} fay`);
  expect(await fay.locator('.told').textContent()).toBe('');
});

/** What can be scrolled down in a page, the page itself included. */
const SCROLLED = `[...document.querySelectorAll('*')]
  .filter(part => part === document.documentElement || /auto|scroll/.test(getComputedStyle(part).overflowY))
  .filter(part => part.clientHeight > 0 && part.scrollHeight > part.clientHeight + 1)
  .map(part => part.className || part.tagName)`;
const scrolled = (page: Page | FrameLocator): Promise<readonly string[]> =>
  page.locator('html').evaluate<readonly string[], unknown>(SCROLLED);

describe.each([
  ['on a desk', 'gus', {}],
  ['on a phone', 'hal', PHONE],
] as const)('besides moves %s', (_, name, options) => {
  it('takes back, resigns and plays an easier robot by buttons, and the list of moves shows the newest', async () => {
    const { page, complaints } = await inbox.visit([name], options);
    const own = box(page, name);
    await signUp(own, name);
    const buttons = ['.write', '.close'].map(part => own.locator(part));
    const places = await Promise.all(buttons.map(button => button.boundingBox()));
    const board = await openBoard(own, 'hex challenge -size=9 me robot2', /^New Hex Board \d+/);
    const act = async (label: string | RegExp): Promise<void> => {
      await board.getByRole('button', { name: label }).click();
      await board.locator('#send-told').getByText(/\?$/).waitFor();
      expect(await isInView(page, board.locator('#send'))).toBe(true);
      await board.getByRole('button', { name: 'Send', exact: true }).click();
    };
    const status = board.locator('#status');
    expect(await board.locator('#act-list button').allTextContents()).toEqual(['Hint', 'Resign']);
    for (let move = 1; move <= 6; move++) {
      await board.locator('.spot.may[aria-pressed=false]').first().click();
      await board.getByRole('button', { name: 'Send', exact: true }).click();
      await board
        .locator('#steps')
        .getByText(`of ${2 * move}`)
        .waitFor();
    }
    expect(await Promise.all(buttons.map(button => button.boundingBox()))).toEqual(places);
    // The page, and in the board the list of moves.
    expect((await scrolled(page)).filter(part => part !== 'mails')).toEqual(['HTML']);
    expect(await scrolled(board)).toEqual(['moves']);
    expect(await scrolled(mailIn(own))).toEqual([]);
    const newest = await board.locator('#moves a').last().boundingBox();
    const list = await board.locator('#moves').boundingBox();
    expect(newest!.y + newest!.height).toBeLessThanOrEqual(list!.y + list!.height + 1);
    await act('Undo');
    await board.locator('#steps').getByText('of 10').waitFor();
    await board.getByRole('button', { name: 'Resign' }).click();
    await board.getByRole('button', { name: 'Cancel' }).click();
    expect(await board.locator('#take-back').isVisible()).toBe(false);
    await act('Resign');
    await status.getByText('You resigned.').waitFor();
    await shows(own, /^Hex Board \d+: robot2 won/);
    expect(await board.locator('#act-list button').allTextContents()).toEqual([
      'Rematch',
      'Analyse',
      'Play robot1, an easier robot',
    ]);
    expect(await barriers(page)).toEqual([]);
    await act(/easier/);
    await shows(own, /^New Hex Board \d+/);
    await status.getByText(`your turn, ${name}.`).waitFor();
    expect(await own.locator('.opening').textContent()).toContain('You challenged robot1.');
    await page.reload();
    await own.getByRole('button', { name: 'Write' }).click();
    await own.getByRole('form').waitFor();
    expect(await own.getByText('Choose a mail.').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});
