// Moves tried out in Chromium: nothing may jump, vanish or be lost.
// That holds while somebody points, steps, types, shares and prints.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { type Website, website } from '#test/adapters/web/website.ts';
import { clubOf } from '#test/service/lab.ts';
import { randomCourse } from '../browser/exploring.ts';
import { realBrowser, type Visitor } from './browser.ts';

const browser = realBrowser();
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

let web: Website;

beforeAll(async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  await send('alice', 'nex challenge -size=7 alice bob');
  await send('alice', 'nex move 101 d4,b6');
  await send('alice', 'nexos challenge -players=2 alice bob');
  await send('alice', 'gomoku challenge alice bob');
  const gomoku = findGame('gomoku')!;
  const { moves } = randomCourse(gomoku, { size: '15x15' }, 40, createRandom(3));
  for (const [i, move] of moves.entries()) await send(i % 2 === 0 ? 'alice' : 'bob', `gomoku move 101 ${move}`);
  web = await website(club);
});
afterAll(() => web.close());

async function opened(path: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await browser.visitor(options);
  await visitor.page.goto(`http://127.0.0.1:${web.port}${path}`);
  await visitor.page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
  return visitor;
}

async function typed(page: Page, ...moves: readonly string[]): Promise<void> {
  for (const move of moves) {
    await page.locator('#move').fill(move);
    await page.locator('#move').press('Enter');
    expect(await page.locator('#refusal').textContent()).toBe('');
  }
}

/** Where the middle of a spot is. */
async function middle(page: Page, spot: string): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await page.locator(`.spot[value="${spot}"]`).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

const status = (page: Page): Promise<string | null> => page.locator('#status').textContent();

describe('pointing', () => {
  it('between spots means the nearest one, and beside the board none', async () => {
    const { page } = await opened('/nex/101');
    const [a, b, c] = [await middle(page, 'c3'), await middle(page, 'c4'), await middle(page, 'd3')];
    // Where three hexagons meet, a little nearer to c4.
    const nearer = (axis: 'x' | 'y'): number => (a[axis] + b[axis] + c[axis]) / 3 + (b[axis] - a[axis]) / 8;
    await page.mouse.click(nearer('x'), nearer('y'));
    expect(await page.locator('#move').inputValue()).toBe('c4');
    const { x, y } = await middle(page, 'a1');
    await page.mouse.click(x - 3 * (b.x - a.x), y);
    expect(await page.locator('#refusal').textContent()).toBe('');
    expect(await page.locator('#move').inputValue()).toBe('c4');
  });

  it('finds the board where it was, on a phone', async () => {
    const { page } = await opened('/nex/101', PHONE);
    const before = await middle(page, 'c3');
    for (const spot of ['c3', 'e5']) {
      const { x, y } = await middle(page, spot);
      await page.touchscreen.tap(x, y);
    }
    expect(await status(page)).toContain('a white stone on c3');
    expect(await middle(page, 'c3')).toEqual(before);
  });

  it('shows where the piece in hand may lie as soon as it is chosen or turned', async () => {
    const { page } = await opened('/nexos/101');
    const shown = (): Promise<readonly string[]> =>
      page.locator('.spot.may').evaluateAll(spots => spots.map(spot => (spot as unknown as { value: string }).value));
    const all = await shown();
    await page.locator('#pieces button[value="1"]').click();
    expect((await shown()).toSorted()).toEqual(['d21', 'f21']);
    await page.keyboard.press('R');
    expect((await shown()).toSorted()).toEqual(['e20', 'e22']);
    await page.locator('#pieces button[value="1"]').click();
    expect(await shown()).toEqual(all);
  });
});

describe('whoever goes by keyboard', () => {
  it('stays in the list of lines', async () => {
    const { page } = await opened('/nex/101');
    await typed(page, 'c3,e5', 'a1,a2');
    const focused = page.locator(':focus');
    await page.locator('.tried .move').first().focus();
    await page.keyboard.press('Enter');
    expect(await focused.textContent()).toBe('2. c3,e5');
    await page.keyboard.press('ArrowRight');
    expect(await focused.textContent()).toBe('2. c3,e5');
    expect(await status(page)).toContain('Tried out, move 3.');
  });

  it('scrolls lines to copy without stepping', async () => {
    const { page } = await opened('/nex/101');
    await typed(page, 'c3,e5');
    await page.locator('.mail pre').first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await status(page)).toContain('Tried out, move 2.');
    expect(await page.locator(':focus').textContent()).toBe('c3,e5#2');
  });
});

describe('an address', () => {
  it('whose lines are taken out shows the game again', async () => {
    const { page, complaints } = await opened('/nex/101');
    await typed(page, 'c3,e5', 'a1,a2', 'b1,b2');
    await page.evaluate("location.hash = ''");
    await expect.poll(() => page.evaluate("document.querySelector('#lines').hidden"), { timeout: 30_000 }).toBe(true);
    expect(await status(page)).toBe("Nex board 101: it is bob's turn (White).");
    expect(complaints).toEqual([]);
  });

  it('that is given the token of a newer mail lends it at once, and keeps it when another one is out of date', async () => {
    const { page } = await opened('/nex/101');
    const link = page.locator('.send').first();
    await typed(page, 'c3,e5');
    expect(await link.getAttribute('href')).toMatch(/^mailto:games@/);
    for (const ply of [1, 0]) {
      await page.evaluate(`location.hash += '&reply=b.nex101.1.${ply}.k3x9'`);
      await expect.poll(() => page.evaluate("location.hash.includes('reply')"), { timeout: 30_000 }).toBe(false);
      const posted = page.waitForRequest(request => request.method() === 'POST');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      expect((await posted).postDataJSON()).toMatchObject({
        token: 'b.nex101.1.1.k3x9',
        lines: ['c3,e5#2'],
        words: '',
      });
      await page.getByText("This link can't play on this board.").waitFor();
    }
    expect(await status(page)).toContain('Tried out, move 2.');
  });
});

describe('what is offered', () => {
  it('is no move where the game is over', async () => {
    const won = ['a1', 'c1', 'a2', 'c2', 'a3', 'c3', 'a4', 'c4', 'a5'];
    const { page } = await opened(`/gomoku/101?ply=0#line=0/${won.join('/')}&at=1.9`);
    expect(await status(page)).toContain('Tried out, move 9.');
    expect(await page.locator('#move').isVisible()).toBe(false);
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#move').isVisible()).toBe(true);
  });

  it('is no link that a mail program would cut', async () => {
    const nexos = findGame('nexos')!;
    const { moves, positions } = randomCourse(nexos, { players: '2' }, 40, createRandom(4));
    // The other side's next moves, an answer behind each.
    const lines = [...nexos.moves(positions[40]!)].slice(0, 4).map(move => {
      const [answer] = nexos.moves(nexos.play(positions[40]!, move));
      const next = [nexos.format(positions[40]!, move), nexos.format(positions[40]!, answer!)];
      return `line=0/${[...moves, ...next].join('/')}`;
    });
    const { page } = await opened(`/nexos/101#${lines.join('&')}&at=1.1`);
    expect(await page.locator('.send').allTextContents()).toEqual([
      'Send this move (Blue and Red)',
      'Send these lines (Blue and Red)',
    ]);
    expect(await page.locator('.mail p:not(.note)').first().textContent()).toContain('too long for a link');
    expect((await page.locator('.mail pre').last().textContent())!.length).toBeGreaterThan(1_200);
  });
});

describe('the list of moves', () => {
  it('shows the one that is shown, and leaves the page where it is', async () => {
    const { page } = await opened('/gomoku/101');
    const isInView = (): Promise<boolean> =>
      page.evaluate(`(() => {
        const [list, link] = ['#moves', '#moves [aria-current]'].map(each => document.querySelector(each).getBoundingClientRect());
        return link.top >= list.top - 1 && link.bottom <= list.bottom + 1;
      })()`);
    expect(await isInView()).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await isInView()).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
  });
});

it('is printed as by day', async () => {
  const drawn = "document.querySelector('.live svg').outerHTML";
  const ink = "getComputedStyle(document.querySelector('#moves a')).color";
  const day = await opened('/nex/101');
  const [board, colour] = await day.page.evaluate<readonly [string, string]>(`[${drawn}, ${ink}]`);
  const { page } = await opened('/nex/101', { colorScheme: 'dark' });
  expect(await page.evaluate(drawn)).not.toBe(board);
  await page.emulateMedia({ media: 'print' });
  // Not by a function that waits in the page: the policy of the page would refuse it at its second try.
  await expect.poll(() => page.evaluate(drawn), { timeout: 30_000 }).toBe(board);
  expect(await page.evaluate(ink)).toBe(colour);
});
