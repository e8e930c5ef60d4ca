// The front page in Chromium: a visitor tries a move, and starts a game against a robot in the inbox.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Website, website } from '#test/adapters/web/website.ts';
import { clubOf } from '#test/service/lab.ts';
import { barriers, LOOKS, overflow, realBrowser } from './browser.ts';
import { box, inboxProgram } from './inbox-program.ts';

const browser = realBrowser();
const inbox = inboxProgram(browser);
let web: Website;

beforeAll(async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  await send('alice', 'nex challenge alice bob');
  web = await website(club);
});
afterAll(() => web.close());

const front = (): string => `http://127.0.0.1:${web.port}/`;

describe.each(LOOKS)('the board on the front page %s', (_, options) => {
  it('takes a move at once, and can be taken back', async () => {
    const { page, complaints } = await browser.visitor(options);
    let bytes = 0;
    page.on('response', async answer => {
      bytes += (await answer.request().sizes()).responseBodySize;
    });
    await page.goto(front());
    const cell = page.locator('.spot.may').first();
    await cell.waitFor();
    await ('hasTouch' in options ? cell.tap() : cell.click());
    await page.locator('#status').getByText('Tried out, move 6.').waitFor();
    expect(await page.locator('#send-told').textContent()).toBe('');
    expect(await page.getByText('You play both sides here.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('#status').getByText('Try it:').waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeLessThan(80_000);
    expect(complaints).toEqual([]);
  });
});

it('is played by keyboard alone, past the head', async () => {
  const { page, complaints } = await browser.visitor();
  await page.goto(front());
  await page.locator('.spot.may').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Play a robot now');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('a1, empty');
  await page.keyboard.press('Enter');
  await page.locator('#status').getByText('a white stone on a1').waitFor();
  // The keys of steps are the page's own here.
  await page.keyboard.press('End');
  await page.locator('#status').getByText('Tried out, move 6.').waitFor();
  expect(complaints).toEqual([]);
});

it('shows the board without scripts', async () => {
  const { page, complaints } = await browser.visitor({ javaScriptEnabled: false });
  await page.goto(front());
  expect((await page.locator('#position img').boundingBox())!.width).toBeGreaterThan(300);
  expect(await page.locator('#send-bar').isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Play a robot now' }).getAttribute('href')).toMatch(/^mailto:/);
  expect(complaints).toEqual([]);
});

describe('with an inbox', () => {
  const home = (): string => inbox.address().replace(/inbox$/, '');

  it('starts a game against a robot by two clicks, for a newcomer and again', async () => {
    const { page, complaints } = await inbox.visit([]);
    for (const number of [101, 102]) {
      await page.goto(home());
      await page.getByRole('link', { name: 'Play a robot now' }).click();
      await box(page, 'alice').getByRole('button', { name: 'Send', exact: true }).click();
      await box(page, 'alice')
        .getByRole('heading', { name: `New Hex Board ${number} alice: your turn` })
        .waitFor();
      await box(page, 'alice').frameLocator('iframe.board').locator('#next-move').waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('begins in the mailbox that was used last, and finds what was open again', async () => {
    const { page, complaints } = await inbox.visit(['olga', 'paul']);
    await box(page, 'olga').getByRole('button', { name: 'Write' }).click();
    await page.goto(`${home()}games/y`);
    await page.getByRole('link', { name: 'Play Y now' }).click();
    const text = box(page, 'olga').getByRole('form').getByLabel('Text');
    expect(await text.inputValue()).toBe('signup olga\ny challenge -size=7 me robot1\n');
    await page.goto(home());
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    for (const name of ['olga', 'paul']) await box(page, name).waitFor();
    expect(complaints).toEqual([]);
  });

  it('starts the mail in a mail program where the browser has no key', async () => {
    const { page } = await browser.visitor();
    await page.goto(home());
    const link = page.getByRole('link', { name: 'start the mail in your mail program' });
    const wanted = 'mailto:games@example.test?subject=multiple&body=signup%20yourname%0D%0Ahex%20challenge%20-size%3D7%20me%20robot1%0D%0A'; // prettier-ignore
    expect(await link.getAttribute('href')).toBe(wanted);
    await page.getByRole('link', { name: 'Play a robot now' }).click();
    expect(await page.getByRole('link', { name: 'Start the mail' }).getAttribute('href')).toBe(wanted);
    await page.getByText(`${home()}inbox?key=…`).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('challenges a player from another mailbox', async () => {
    const { page, complaints } = await inbox.visit([]);
    await page.goto(`${home()}players/alice`);
    await page.getByRole('link', { name: 'Challenge alice' }).click();
    const text = box(page, 'bob').getByRole('form').getByLabel('Text');
    expect(await text.inputValue()).toBe('signup bob\nnex challenge me alice\n');
    // The way from the inbox to one's own page: it offers no challenge to oneself.
    await page.goto(`${inbox.address()}#as=alice`);
    await box(page, 'alice').getByRole('link', { name: 'alice', exact: true }).click();
    await page.getByText('This is your own page.').waitFor();
    expect(await page.getByRole('link', { name: 'Challenge alice' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
