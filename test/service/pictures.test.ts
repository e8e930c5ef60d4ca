// The board in a mail by its reader's settings, with a picture and where none can be made.
import { describe, expect, it } from 'vitest';
import type { Raster } from '#service/ports.ts';
import { lab, type Received } from './lab.ts';

const noRaster: Raster = { png: () => Promise.resolve(null), close: () => Promise.resolve() };

/** What alice gets when bob has moved, with these settings of hers. */
async function boardMail(settings: string, overrides: Parameters<typeof lab>[0] = {}): Promise<Received> {
  const service = lab(overrides);
  const write = (from: string, subject: string): Promise<readonly Received[]> => service.write(from, subject);
  await write('alice', 'signup alice');
  await write('bob', 'signup bob');
  if (settings !== '') await write('alice', `set ${settings}`);
  await write('alice', 'hex challenge -size=4 bob alice');
  const mails = await write('bob', 'hex move 101 b3');
  return mails.find(({ to }) => to.includes('alice@example.test'))!;
}

const DRAWN = 'b\\   .  . >B  .  \\b';
const TOLD = 'The last move: black on b3. Black: b3. White: none.';
const PARAGRAPHS = ['The last move: black on b3.', 'Black: b3.', 'White: none.'];

describe('a board mail', () => {
  it('is drawn as text, and shown as a picture that tells screen readers the position', async () => {
    const { text, html, raw } = await boardMail('');
    expect(text).toContain(DRAWN);
    expect(text).not.toContain(TOLD);
    expect(html).toContain(`alt="${TOLD}"`);
    // For the dark the same once more, in the HTML itself; the letters are folded away.
    expect(html).toMatch(/<source media="\(prefers-color-scheme: dark\)" srcset="data:image\/png;base64,[\w+/=]+">/);
    expect(html).toMatch(/<details[^]*<pre[^]*b\\[^]*<\/details>/);
    expect(raw).toContain('Content-Type: multipart/related');
    expect(raw).toContain('Content-Type: image/png');
  });

  it('is text alone for mail=text', async () => {
    const { html, raw } = await boardMail('mail=text');
    expect(html).toBe('');
    expect(raw).not.toContain('multipart');
  });

  it.each([
    ['board=words', false, true],
    ['board=both', true, true],
  ])('is told as its reader wants it: %s', async (settings, isDrawn, isTold) => {
    const { text, html } = await boardMail(settings);
    expect([text.includes(DRAWN), text.includes(PARAGRAPHS.join('\n\n'))]).toEqual([isDrawn, isTold]);
    for (const told of PARAGRAPHS) expect(html).toContain(`>${told}</p>`);
    expect(html.includes('</details>')).toBe(isDrawn);
    // Told once: not by the picture as well.
    expect(html).toContain('alt=""');
  });

  it('is told without anything that leans on sight', async () => {
    const { text } = await boardMail('board=words');
    expect(text).not.toMatch(/\((?:B|W)\)|\?|-{5}|\*{5}| {3}/);
    expect(text).toContain('alice plays White. bob plays Black.'.split('. ').at(-1));
    expect(text).toContain('Move 1, Black: b3.');
  });

  it('is turned to its reader for view=own, with words that are true of what is drawn', async () => {
    const fixed = await boardMail('');
    const { text } = await boardMail('view=own');
    expect(fixed.text).toContain('Black (B) joins top and bottom, White (W) joins left and right.');
    expect(text).toContain('3\\   . >B  .  .  \\3');
    expect(text).toContain('Black (B) joins left and right, White (W) joins top and bottom.');
  });

  it('goes without a picture that cannot be made, and tells the position in its place', async () => {
    const { html, raw, text } = await boardMail('', { raster: noRaster });
    expect(raw).not.toContain('image/png');
    expect(html).not.toContain('<img');
    expect(html).toContain(`>${TOLD}</p>`);
    expect(html).not.toContain('<details');
    expect(html).toContain('<pre');
    expect(text).toContain(DRAWN);
  });
});

describe('a tap on the picture', () => {
  const WITH_PAGES = { webUrl: 'https://nex.example' };
  const mapIn = ({ html }: Received): readonly string[] => html.match(/<area [^>]*>/g) ?? [];

  it('opens the page of the board with the tapped cell: on a cell that the reader may choose', async () => {
    const mail = await boardMail('', WITH_PAGES);
    const areas = mapIn(mail);
    expect(areas).toHaveLength(15);
    expect(mail.html).toMatch(/<img [^>]*usemap="#(taps-\w+)"[^>]*><\/picture><map name="\1">/);
    const token = /\+(\S+)@/.exec(mail.replyTo)?.[1];
    expect(areas[0]).toMatch(/^<area shape="circle" coords="\d+,\d+,20" href="[^"]+" alt="a1" tabindex="-1">$/);
    expect(areas[0]).toContain(`href="https://nex.example/hex/101#reply=${token}&amp;tap=a1"`);
    expect(areas.some(area => area.includes('alt="b3"'))).toBe(false);
  });

  it('does nothing without pages, on a hidden board, for the reader of words, and while one waits', async () => {
    expect(mapIn(await boardMail(''))).toEqual([]);
    expect(mapIn(await boardMail('web=off', WITH_PAGES))).toEqual([]);
    expect(mapIn(await boardMail('board=words', WITH_PAGES))).toEqual([]);
    const service = lab(WITH_PAGES);
    for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
    const mails = await service.write('alice', 'hex challenge -size=4 alice bob');
    expect(mails.map(mail => [mail.to[0], mapIn(mail).length])).toEqual([
      ['alice@example.test', 16],
      ['bob@example.test', 0],
    ]);
  });

  it('is on the circle of the drawn cell, however wide the picture is', async () => {
    const service = lab(WITH_PAGES);
    for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
    for (const [game, count] of [
      ['hex -size=13', 169],
      ['gomoku -size=15', 225],
      ['hexafive', 91],
      ['nexos', 0],
    ] as const) {
      const [name = '', ...options] = game.split(' ');
      const [mail] = await service.write('alice', [name, 'challenge', ...options, 'alice', 'bob'].join(' '));
      const [, width = '', height = ''] = /<img [^>]*width="(\d+)" height="(\d+)"/.exec(mail!.html) ?? [];
      expect(Number(width), game).toBeLessThanOrEqual(360);
      const circles = mapIn(mail!).map(area => /coords="([\d,]+)"/.exec(area)![1]!.split(',').map(Number));
      expect(circles, game).toHaveLength(count);
      for (const [x = 0, y = 0, reach = 0] of circles)
        expect([x >= reach, y >= reach, x + reach <= Number(width), y + reach <= Number(height)]).not.toContain(false);
      expect(mail!.html.length, game).toBeLessThan(60_000);
    }
  });
});
