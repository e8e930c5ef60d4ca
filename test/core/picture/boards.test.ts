// Boards as text, HTML and words: goldens for real positions, and the promises a mail needs kept.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import type { Picture, Spot } from '#games/kit/picture.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { describePicture, renderAscii } from '#core/writing/picture/text.ts';
import { renderHtml } from '#core/writing/picture/html.ts';
import { drawn, setupOf } from '#test/conformance/game.ts';
import { testBoards } from './golden-boards.ts';

/** '5x5' is a size, 'radius=4 pieces=20' are any options. */
const optionsOf = (text: string): GivenOptions =>
  text.split(' ').map(each => (each.includes('=') ? [each.split('=')[0]!, each.split('=')[1]!] : ['size', each]));

/** The picture after these moves. */
function pictureOf(name: string, options: string, moves: string, seat: number | null = null): Picture {
  const game = findGame(name)!;
  let position = game.start(setupOf(game, optionsOf(options)));
  for (const text of moves.split(' ').filter(Boolean)) {
    const move = game.parse(position, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code}`);
    position = game.play(position, move.value);
  }
  return game.picture(position, { seat });
}

/** The picture after so many random moves. */
function randomPicture(name: string, options: string, plies: number): Picture {
  const game = findGame(name)!;
  const rng = createRandom(plies);
  let position = game.start(setupOf(game, optionsOf(options)));
  for (let ply = 0; ply < plies; ply++) position = game.play(position, drawn(game, position, rng.below));
  return game.picture(position, { seat: null });
}

const sample = pictureOf('nex', '5', 'b4,e1 c2,d2 c3,b3');

const boards: Record<string, Picture> = {
  'nex-5x5': sample,
  'nex-5x5-white': pictureOf('nex', '5', 'b4,e1 c2,d2 c3,b3', 1),
  'nex-5x5-conversion': pictureOf('nex', '5', 'b4,e1 c2,d2 c3,b3 b3,d2,c2'),
  'nex-13x13-start': pictureOf('nex', '13', ''),
  'nex-4x12': randomPicture('nex', '4x12', 9),
  'nex-19x19': randomPicture('nex', '19', 60),
  'hex-9x11': pictureOf('hex', '9x11', 'e6 d7 i1 a11'),
  'hex-11x9-white': pictureOf('hex', '11x9', 'e6 d7 k1 a9', 1),
  'y-5': pictureOf('y', '5', 'c3 d4 c4 b5 d5'),
  'y-17': randomPicture('y', '17', 40),
  'neuy-6': pictureOf('neuy', '6', 'd4,c5 e5,d3 b6,f6 c5,d3,e5'),
  'gomoku-15': randomPicture('gomoku', '15', 30),
  'gomoku-7': pictureOf('gomoku', '7', 'd4 e5 c5'),
  'neugomoku-9': pictureOf('neugomoku', '9', 'e5,d4 e4,f6 g7,c3'),
  'gonnect-5-capture': pictureOf('gonnect', '5', 'b1 a1 a2'),
  'gonnect-13': randomPicture('gonnect', '13', 60),
  'neugonnect-7': pictureOf('neugonnect', '7', 'd4,d5 c4,e4 d3,b4 e3,c3'),
  'hex-5-won': pictureOf('hex', '5', 'c3 a1 b3 a2 a4 b1 d2 b2 e2'),
  'gomoku-9-won': pictureOf('gomoku', '9', 'c3 a1 d3 a2 e3 a4 f3 a5 h3 a7 g4 a8 g5 b1 g6 b2 g7 b4 g3'),
  'y-4-won': pictureOf('y', '4', 'c2 a4 d3 d1 d2 b3 b4 d4 c4'),
  'hexafive-6-won': pictureOf('hexafive', 'radius=6', 'F6 E6 F7 E5 F8 D5 F4 G7 F5'),
  'hexafive-6': pictureOf('hexafive', 'radius=6', 'F6 E6 E5 D5 G7'),
  'hexafive-4-capture': pictureOf('hexafive', 'radius=4 pieces=20', 'C2 C3 E4 C4 C5,C4', 1),
  'hexafive-13': randomPicture('hexafive', 'radius=13', 60),
  'hexafive-special': randomPicture('hexafive', 'special=1', 24),
};

testBoards('boards', boards);

it('draws the board of the sample mail to the letter', () => {
  expect(renderAscii(sample).join('\n')).toBe(
    [
      '       1  2  3  4  5',
      '  a\\   .  .  .  .  .  \\a',
      '   b\\   .  . >?  B  .  \\b',
      '    c\\   .  W >B  .  .  \\c',
      '     d\\   .  ?  .  .  .  \\d',
      '      e\\   ?  .  .  .  .  \\e',
      '            1  2  3  4  5',
    ].join('\n'),
  );
});

describe('the words', () => {
  const tell = (picture: Picture): readonly string[] => describePicture(picture, readSentences());

  it('tell the sample, what happened first', () => {
    expect(tell(sample)).toEqual([
      'The last move: neutral on b3 and black on c3.',
      'Black: b4 c3.',
      'White: c2.',
      'Neutral: b3; d2; e1.',
    ]);
    expect(tell(pictureOf('hex', '3', ''))).toEqual(['Black: none.', 'White: none.']);
  });

  it('join chains, and tell which of their own sides they touch, as the board is drawn', () => {
    const moves = 'b3 c1 a4 c2 d5 a5 e3 e5';
    expect(tell(pictureOf('hex', '5', moves)).slice(1)).toEqual([
      'Black: a4 b3 touching top; d5; e3 touching bottom.',
      'White: a5 touching right; c1 c2 touching left; e5 touching right.',
    ]);
    expect(tell(pictureOf('hex', '5', moves, 1)).slice(1)).toEqual([
      'Black: b3 a4 touching left, e3 touching right; d5.',
      'White: c1 c2 touching top; a5 touching bottom, e5 touching bottom.',
    ]);
    // In Y all sides are everybody's. The apex is at two of them.
    expect(tell(pictureOf('y', '4', 'd1 c3 d2 b4')).slice(1)).toEqual([
      'Black: d1 d2 touching left and right.',
      'White: c3 b4 touching bottom.',
    ]);
    // In Gonnect a chain may join any two sides, and in Gomoku stones are no chains.
    expect(tell(pictureOf('gonnect', '5', 'b1 a3 b2')).slice(1)).toEqual(['Black: b2 b1.', 'White: a3.']);
    expect(tell(pictureOf('gomoku', '7', 'd4 e5 d5')).slice(1)).toEqual(['Black: d5; d4.', 'White: e5.']);
  });
});

describe('HTML for mail', () => {
  it('stays small, with stones on every cell', () => {
    const full = (name: string, size: string): string => {
      const picture = randomPicture(name, size, 1);
      const piece = picture.legend[0]!.piece;
      return renderHtml({ ...picture, spots: picture.spots.map(spot => ({ ...spot, piece })) });
    };
    expect(full('nex', '13').length).toBeLessThan(20_000);
    expect(full('nex', '19').length).toBeLessThan(60_000);
    expect(renderHtml(boards['nex-13x13-start']!).length).toBeLessThan(18_000);
  });

  it('needs no script, style sheet, image or link', () => {
    for (const picture of Object.values(boards))
      expect(renderHtml(picture)).not.toMatch(/<(?:script|style|img|a|link)|class=|url\(|https?:/);
  });

  it('sets ink and ground together, so that light and dark clients show the same', () => {
    const text = renderHtml(sample);
    expect(text).toMatch(/<table[^>]*background:#[0-9a-f]{6};color:#[0-9a-f]{6}/);
    for (const [cell] of text.matchAll(/<td[^>]*background:[^>]*>[^·<]/g))
      expect(cell).toMatch(/background:#\w+;color:#\w+/);
  });

  it('gives every row the same width', () => {
    for (const picture of Object.values(boards)) {
      const widths = renderHtml(picture).split('<tr').slice(1).map(row =>
        [...row.matchAll(/<td(?: colspan=(\d+))?/g)].reduce((sum, [, span]) => sum + Number(span ?? 1), 0)); // prettier-ignore
      expect(new Set(widths).size).toBe(1);
    }
  });
});

describe('pictures of other kinds', () => {
  const spot = (more: Partial<Spot>): Spot => ({
    name: 'a1', shape: 'crossing', x: 0, y: 0, column: 1, line: 0, piece: null, last: false, decided: false, banned: false, part: null, hint: null, ...more,
  }); // prettier-ignore
  const picture = (spots: Spot[]): Picture => ({
    spots,
    labels: [],
    sides: [],
    legend: [],
    aims: [],
    joints: [],
    trays: [],
    notes: [],
  });

  it('have crosses for points, a hash for a forbidden cell, and a mark where a stone was taken', () => {
    const spots = [
      spot({ shape: 'point' }),
      spot({ x: 0.5, column: 3, shape: 'across', name: 'b1' }),
      spot({ x: 1, column: 5, banned: true, name: 'c1' }),
      spot({ x: 1.5, column: 7, last: true, name: 'd1' }),
    ];
    expect(renderAscii(picture(spots))).toEqual([' + . #>.']);
    expect(describePicture(picture(spots), readSentences())).toEqual([
      'The last move: d1 now empty. Not allowed in this move: c1.',
    ]);
  });

  it('keep their cells apart in HTML however close they lie', () => {
    const squares = renderHtml(picture([spot({}), spot({ x: 1, name: 'b1' })]));
    expect(squares.match(/colspan=2/g)).toHaveLength(2);
    const lattice = renderHtml(picture([spot({}), spot({ x: 0.5, name: 'b1' }), spot({ x: 1, name: 'c1' })]));
    expect(lattice.match(/colspan=1/g)).toHaveLength(3);
  });

  it('escape what they are handed', () => {
    expect(renderHtml(picture([spot({ piece: { letter: '<', tone: 'red' } })]))).toContain('&lt;');
  });
});
