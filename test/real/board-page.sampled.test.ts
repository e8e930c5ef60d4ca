// Boards in Chromium: on a phone and a desk, by day and night, with scripts and without.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { games, findGame } from '#games/registry/index.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import { readSentences } from '#adapters/templates/sentences.ts';
import { drawPosition } from '#core/picture/drawn.ts';
import { wordsOf } from '#core/picture/words.ts';
import { say } from '#core/kernel/sentence.ts';
import { type Website, website } from '#test/adapters/web/website.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { lab, type Lab, mail, type Received } from '#test/service/lab.ts';
import { barriers, LOOKS, overflow, realBrowser, type Visitor } from './browser.ts';

const browser = realBrowser();
const sentences = readSentences();

let club: Lab;
let web: Website;

const send = (name: string, subject: string, body = ''): Promise<readonly Received[]> =>
  club.deliver(mail({ from: `${name}@example.test`, subject, body }));

/** Small boards, so that random games end. */
const OPTIONS: Readonly<Record<string, string>> = { hexafive: '-radius=4', nexos: '', neugonnect: '-size=5' };

const setupOf = (game: AnyGame): Record<string, string> => {
  const given = (OPTIONS[game.name] ?? '-size=5').split('=');
  const setup = game.setup(given.length < 2 ? [] : [[given[0]!.slice(1), given[1]!]]);
  if (!setup.ok) throw new Error(setup.reason.code);
  return { ...setup.value };
};

/** Two moves on every board. */
beforeAll(async () => {
  club = lab();
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  const rng = createRandom(1);
  for (const [index, game] of games.entries()) {
    const [first, second] = index % 2 === 0 ? ['alice', 'bob'] : ['bob', 'alice'];
    await send(first, `${game.name} challenge ${OPTIONS[game.name] ?? '-size=5'} ${first} ${second}`);
    let position = game.start(setupOf(game));
    for (const who of [first, second]) {
      const move = game.randomMove(position, rng);
      await send(who, `${game.name} move 101 ${game.format(position, move)}`);
      position = game.play(position, move);
    }
  }
  web = await website(club);
});
afterAll(() => web.close());

const url = (path: string): string => `http://127.0.0.1:${web.port}${path}`;

/** The page once its script is at work. */
async function opened(path: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await browser.visitor(options);
  await visitor.page.goto(url(path));
  if (options.javaScriptEnabled !== false)
    await visitor.page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
  return visitor;
}

/** The position in words, as the page has it. */
const wordsOn = async (page: Page): Promise<string> => (await page.locator('#words p').allTextContents()).join(' ');

function wordsFor(game: AnyGame, position: Opaque): string {
  const { events, sides } = wordsOf(drawPosition(game, position, null).picture, sentences);
  return [...events, ...sides].join(' ');
}

/** Nex alone in the gate. */
const shown = games.slice(0, times(1, games.length));

describe.each(shown.map(game => [game.name, game] as const))('the page of %s', (name, game) => {
  it.each(LOOKS)('is as it should be %s', async (_, options) => {
    const { page, complaints } = await opened(`/${name}/101`, options);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.locator('#previous').click();
    expect(page.url()).toBe(url(`/${name}/101?ply=1`));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([LOOKS[0]!, LOOKS[3]!])('works without scripts %s', async (_, options) => {
    const { page, complaints } = await opened(`/${name}/101`, { ...options, javaScriptEnabled: false });
    expect(await page.locator('#try').isVisible()).toBe(false);
    const picture = page.locator('#position img');
    expect((await picture.boundingBox())!.width).toBeGreaterThan(300);
    await page.locator('#previous').click();
    expect(page.url()).toBe(url(`/${name}/101?ply=1`));
    await page.locator('#first').click();
    await page.locator('#next').click();
    expect(await page.locator('.ply').textContent()).toContain('move 1 of 2');
    expect(complaints).toEqual([]);
  });

  it.each(seedsFor(import.meta.filename))('plays what is pointed at, as the rules do (seed %i)', async seed => {
    const { page, complaints } = await opened(`/${name}/101?ply=0`);
    const rng = createRandom(seed);
    let position = game.start(setupOf(game));
    for (let ply = 0; ply < 12 && game.toMove(position) !== null; ply++) {
      const named: string[] = [];
      for (let next = game.continuations(position, []); next.length > 0; next = game.continuations(position, named)) {
        const spot = next[rng.below(next.length)]!;
        named.push(spot);
        // By the keyboard's way: where two spots lie close together a mouse would choose the nearer one.
        await page.evaluate(`document.querySelector('.spot[value="${spot}"]').click()`);
      }
      const move = game.parse(position, named.join(','));
      if (!move.ok) throw new Error(named.join(','));
      position = game.play(position, move.value);
      expect(await wordsOn(page), named.join(',')).toBe(wordsFor(game, position));
      expect(await page.locator('#refusal').textContent()).toBe('');
    }
    const again = await opened(page.url().replace(url(''), ''));
    expect(await wordsOn(again.page)).toBe(wordsFor(game, position));
    expect([...complaints, ...again.complaints]).toEqual([]);
  });

  it('refuses in the words of the game', async () => {
    const { page } = await opened(`/${name}/101`);
    const position = gamePosition(name);
    for (const text of ['zz', 'a1,a1', 'c3,c3,c3,c3', '<b>', ' ']) {
      await page.locator('#move').fill(text);
      await page.locator('#move').press('Enter');
      const refused = game.parse(position, text);
      if (!refused.ok) expect(await page.locator('#refusal').textContent()).toBe(say(sentences, refused.reason));
    }
  });
});

/** Where board 101 of a game stands. */
function gamePosition(name: string): Opaque {
  const game = findGame(name)!;
  const rng = createRandom(1);
  for (const each of games) {
    let position = each.start(setupOf(each));
    for (let ply = 0; ply < 2; ply++) position = each.play(position, each.randomMove(position, rng));
    if (each === game) return position;
  }
  throw new Error(name);
}
