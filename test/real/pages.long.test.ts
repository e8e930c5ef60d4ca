// The pages beside those of boards in Chromium: the front page, games, players and what they play.
// On a phone and a desk, by day and by night.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Website, website } from '#test/adapters/web/website.ts';
import { clubOf } from '#test/service/lab.ts';
import { barriers, LOOKS, overflow, realBrowser } from './browser.ts';

const browser = realBrowser();
let web: Website;

beforeAll(async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  for (const game of ['nex', 'nexos', 'hexafive']) await send('alice', `${game} challenge alice bob`);
  await send('alice', 'nex move 101 b3,a3');
  await send('bob', 'nex move 101 d2,e5');
  await send('bob', 'nex resign 101');
  web = await website(club);
});
afterAll(() => web.close());

const PAGES = [
  ...['/', '/games', '/games/nex', '/games/nexos', '/players/alice', '/players/nobody'],
  ...['/seeks', '/watch', '/players', '/standings/nex', '/tournaments'],
];

describe.each(PAGES)('%s', path => {
  it.each(LOOKS)('has no barriers and nothing beside the screen %s', async (_, options) => {
    const { page, complaints } = await browser.visitor(options);
    await page.goto(`http://127.0.0.1:${web.port}${path}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    // Chromium reports the page that is not there, rightly.
    expect(complaints.filter(each => !each.includes('404'))).toEqual([]);
  });
});

it('lead from the front page to a board, to its game and its players, and back', async () => {
  const { page } = await browser.visitor();
  await page.goto(`http://127.0.0.1:${web.port}/`);
  for (const name of ['Nexos 101', 'alice', 'Nex 101', 'bob', 'Rules', 'Nex', 'Standings', 'Hex', 'Play', 'nexpost'])
    await page.getByRole('link', { name, exact: true }).first().click();
  expect(new URL(page.url()).pathname).toBe('/');
});
