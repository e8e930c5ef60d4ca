// Draws docs/pictures: all games by day and by night, and with Chromium a mail, a page and the inbox.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { chromium, type Locator, type Page } from 'playwright-core';
import type { AnyGame } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { assert } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { sortByFrequency, Palette, pairOf } from '#adapters/workers/tiles.ts';
import { encodePngs } from '#adapters/workers/raster.ts';
import { startProcess } from '#cli/demo/processes.ts';
import { drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { applyPaint, THEMES } from '#core/writing/picture/paint.ts';
import { writeText } from '#core/writing/picture/strokes.ts';
import { box, mailIn, send, shows, signUp } from '#test/real/inbox-program.ts';

const FOLDER = join('docs', 'pictures');
/** Pixels: two thirds of the width of a board on a telephone. */
const WIDE = 200;
const GAP = 14;
const TITLE = 26;
/** The number of colours: enough for every paint and most shades. */
const COLOURS = 96;
/** Each game takes two boards of a row, light and dark. Games side by side: */
const COLUMNS = 2;

/** A game and its board in both themes below its title. */
interface Panel {
  readonly markup: (x: number, y: number) => string;
  readonly height: number;
}

/** Every other game is shown at its end, since that shows what decided it. */
function drawPanel(game: AnyGame, index: number): Panel {
  const plies = index % 2 === 0 ? 24 : 1_000;
  const setup = game.setup([]);
  assert(setup.ok, 'a game without options has its defaults');
  const rng = createRandom(2026);
  let position = game.start(setup.value);
  for (let ply = 0; ply < plies && game.toMove(position) !== null; ply++)
    position = game.play(position, game.randomMove(position, rng));
  const drawing = drawPicture(game.picture(position, { seat: null }));
  const scale = WIDE / drawing.width;
  const board = (theme: 'light' | 'dark', x: number, y: number): string =>
    `<g transform="translate(${x} ${y}) scale(${scale})">${renderSvg(drawing, THEMES[theme])}</g>`;
  return {
    height: drawing.height * scale + TITLE + GAP,
    markup: (x, y) =>
      applyPaint(writeText(game.title, x + WIDE, y + TITLE / 2, { size: 11, ink: '$ink' }), THEMES.light) +
      board('light', x, y + TITLE) +
      board('dark', x + WIDE + GAP, y + TITLE),
  };
}

/** An SVG as a PNG with a palette. */
async function renderPng(svg: string): Promise<Uint8Array> {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const pairs = Float64Array.from({ length: width * height }, (_, at) => {
    const colour = pixels.readUIntBE(4 * at, 3);
    return pairOf(colour, colour);
  });
  const palette = new Palette(sortByFrequency(pairs).slice(0, COLOURS), COLOURS);
  // Each row begins with a byte for its filter.
  const rows = new Uint8Array((width + 1) * height);
  pairs.forEach((pair, at) => (rows[at + Math.floor(at / width) + 1] = palette.placeOf(pair)));
  return (await encodePngs({ width, height, rows, pairs: palette.pairs })).light;
}

async function drawBoards(): Promise<void> {
  const panels = games.map(drawPanel);
  const step = 2 * (WIDE + GAP);
  let height = 0;
  let markup = '';
  for (let at = 0; at < panels.length; at += COLUMNS) {
    const row = panels.slice(at, at + COLUMNS);
    markup += row.map((each, column) => each.markup(GAP + column * step, height)).join('');
    height += Math.max(...row.map(each => each.height));
  }
  const size = `width="${COLUMNS * step + GAP}" height="${Math.ceil(height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="#ffffff"/>${markup}</svg>`;
  writeFileSync(join(FOLDER, 'boards.png'), await renderPng(svg));
}

/** Black and White in turns, on 7 x 7. */
const MOVES = ['c4,f2', 'd4,b6', 'e3,b3', 'd3,f5'];

/** Opens the newest mail from the list, which a mail that is read hides in a narrow box. */
async function openFirst(within: Locator, subject: string): Promise<void> {
  const row = within.locator('.mails li').first().getByText(subject);
  await row.waitFor({ state: 'attached' });
  await within.locator('button.back').click();
  await row.click();
}

/** Alice and bob play a few moves in the inbox. */
async function play(page: Page): Promise<readonly [Locator, Locator]> {
  const [alice, bob] = [box(page, 'alice'), box(page, 'bob')];
  await page.getByRole('button', { name: 'Play as alice@example.test' }).click();
  await signUp(alice, 'alice');
  await page.getByRole('button', { name: 'Also play as bob@example.test' }).click();
  await signUp(bob, 'bob');
  await alice.getByRole('button', { name: 'Write' }).click();
  await alice.getByLabel('Subject').fill('nex challenge -size=7 alice bob');
  await send(alice);
  await shows(alice, 'New Nex Board 101 alice: your turn');
  for (const [ply, move] of MOVES.entries()) {
    const [mover, other, next] = ply % 2 === 0 ? [alice, bob, 'bob'] : [bob, alice, 'alice'];
    await mover.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type(move);
    await send(mover);
    await shows(mover, `Nex Board 101 ${next}: to move`);
    // From then on bob sees what happens at the board at once.
    if (ply === 0) await openFirst(bob, 'Nex Board 101 bob: your turn');
    await shows(other, `Nex Board 101 ${next}: your turn`);
  }
  return [alice, bob];
}

async function takePictures(page: Page, inbox: string): Promise<void> {
  await page.setViewportSize({ width: 1120, height: 690 });
  await page.goto(inbox);
  const [alice, bob] = await play(page);
  for (const within of [alice, bob])
    await mailIn(within)
      .getByText(/(?:bob|You) played d3,f5/)
      .first()
      .waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(FOLDER, 'inbox.png') });

  const mail = (await alice.locator('.mail iframe').getAttribute('src'))!;
  await page.setViewportSize({ width: 560, height: 400 });
  // The inbox shows the mail without its picture, below the board.
  await page.goto(new URL(mail.replace('?pictures=none', ''), inbox).href);
  await page.screenshot({ path: join(FOLDER, 'mail.png'), fullPage: true });

  await page.setViewportSize({ width: 1000, height: 640 });
  await page.goto(new URL('/nex/101', inbox).href);
  await page.locator('#send-bar').waitFor();
  for (const text of ['c5,g1', 'b5,a1']) {
    await page.locator('#move').fill(text);
    await page.keyboard.press('Enter');
  }
  await page.screenshot({ path: join(FOLDER, 'page.png') });
}

await drawBoards();
const data = mkdtempSync(join(tmpdir(), 'nexpost-pictures-'));
const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
const { inbox, stop } = await startProcess(['--data', data, '--log-level', 'error', ...ports]);
const executablePath = process.env['NEXPOST_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 775 }, locale: 'en-GB' });
  page.setDefaultTimeout(20_000);
  await takePictures(page, inbox!);
} finally {
  await browser.close();
  await stop();
  rmSync(data, { recursive: true, force: true });
}
