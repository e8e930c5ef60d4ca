// The pages in Chromium: boards and the front page, by day and night, with scripts and without, and networks that think there.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame, games } from '#games/registry/index.ts';
import { type Website, website } from '#test/adapters/web/website.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { clubOf } from '#test/service/lab.ts';
import { barriers, LOOKS, overflow, realBrowser, type Visitor } from './browser.ts';
import { box, inboxProgram } from './inbox-program.ts';

const browser = realBrowser();
const sentences = readSentences();

describe('boards', () => {
  let web: Website;

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
    const { club, send } = await clubOf(['alice', 'bob']);
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

  const wordsFor = (game: AnyGame, position: Opaque): string =>
    drawPosition(game, position, null).words(sentences).join(' ');

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
      for (const text of ['zz', 'a1,a1', 'c3,c3,c3,c3', '<b>']) {
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
});

describe('the front page', () => {
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
    const inbox = inboxProgram(browser);
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
      expect(await text.inputValue()).toBe('signup olga\ny challenge -size=7 me robot\n');
      await page.goto(home());
      await page.getByRole('link', { name: 'Inbox', exact: true }).click();
      for (const name of ['olga', 'paul']) await box(page, name).waitFor();
      expect(complaints).toEqual([]);
    });

    it('starts the mail in a mail program where the browser has no key', async () => {
      const { page } = await browser.visitor();
      await page.goto(home());
      const link = page.getByRole('link', { name: 'start the mail in your mail program' });
      const wanted = 'mailto:games@example.test?subject=multiple&body=signup%20yourname%0D%0Ahex%20challenge%20-size%3D7%20me%20robot%0D%0A'; // prettier-ignore
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
});

describe('a network in Chromium', () => {
  const root = join(import.meta.dirname, '..', '..');

  /** The function below is sent to the browser as a text, and so takes all it needs as an argument. */
  const kit = { games, cellMapOf, random: createRandom, openNetwork, decodeWeights };

  /** The judgements of a network of Hex along a game by chance on each of these boards. */
  function judgementsOf(file: Uint8Array, by: typeof kit): readonly string[] {
    const network = by.openNetwork(by.decodeWeights(file));
    const hex = by.games.find(({ name }) => name === 'hex')!;
    return ['4', '7', '11'].map(size => {
      const rng = by.random(Number(size));
      const setup = hex.setup([['size', size]]);
      let position = hex.start(setup.ok ? setup.value : {});
      const map = by.cellMapOf(hex.picture(position, { seat: null }));
      const said: string[] = [];
      while (hex.outcome(position) === null) {
        const { value, cells } = network.evaluate(map, hex.cellView!.featurePlanes(position));
        said.push([value, ...cells].join());
        position = hex.play(position, hex.randomMove(position, rng));
      }
      return said.join(' ');
    });
  }

  /** The rooms of package.json, as a browser reads them. */
  const PAGE = `<!doctype html><title>network</title><link rel="icon" href="data:,">
  <script type="importmap">{ "imports": { "#games/": "/games/", "#engines/": "/src/engines/" } }</script>
  <script type="module">
    import { games } from '#games/registry/index.ts';
    import { cellMapOf } from '#games/kit/cell-view.ts';
    import { createRandom as random } from '#games/kit/random.ts';
    import { openNetwork } from '#engines/network/network.ts';
    import { decodeWeights } from '#engines/network/weights.ts';
    const file = await (await fetch('/hex.net')).arrayBuffer();
    window.said = (${judgementsOf.toString()})(new Uint8Array(file), { games, cellMapOf, random, openNetwork, decodeWeights });
  </script>`;

  const network = readFileSync(join(root, 'games', 'hex', 'network.net'));

  function answerTo(path: string): readonly [type: string, content: string | Buffer] {
    if (path === '/') return ['text/html', PAGE];
    if (path === '/hex.net') return ['application/octet-stream', network];
    return ['text/javascript', readFileSync(join(root, 'dist', path.replace(/\.ts$/, '.js')))];
  }

  let server: Server;

  beforeAll(async () => {
    server = createServer(({ url = '/' }, response) => {
      const [type, content] = answerTo(url);
      response.setHeader('content-type', type).end(content);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise(resolve => server.close(resolve)));

  it('judges as it does here', async () => {
    const { page, complaints } = await browser.visitor();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const there = await page.waitForFunction<readonly string[] | undefined>('window.said');
    expect(await there.jsonValue()).toEqual(judgementsOf(network, kit));
    expect(complaints).toEqual([]);
  });
});
