// The drawings in the rules texts: boards as players see them, of positions that a game can come to.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { gameNamed, games } from '#games/index.ts';
import { ascii } from '#core/picture/ascii.ts';
import { setupOf } from '../conformance/game.ts';

interface Drawn {
  readonly game: string;
  readonly given: GivenOptions;
  readonly moves: string;
  /** Where the text shows a corner only: so many lines, so many columns. */
  readonly corner?: readonly [lines: number, columns: number];
}

const DRAWN: readonly Drawn[] = [
  { game: 'nex', given: [['size', '5']], moves: 'b4,e1 c2,d2 c3,b3' },
  { game: 'hex', given: [['size', '5']], moves: 'a4 b4 b3 c2 c3' },
  { game: 'y', given: [['size', '5']], moves: 'e3 e2 c4 d3 d4 c5 d5' },
  { game: 'neuy', given: [['size', '5']], moves: 'e4,e3 e2,c4 c4,e3,e4 c5,c3' },
  { game: 'gomoku', given: [['size', '7']], moves: 'd4 c4 c5 e4 e3 d6 f2' },
  { game: 'neugomoku', given: [['size', '7']], moves: 'd4,d6 c4,e4 c5,e5 d3,c2' },
  { game: 'gonnect', given: [['size', '7']], moves: 'd5 c5 c4 e5 c3 d3 d6 c6 b4 e4' },
  { game: 'neugonnect', given: [['size', '7']], moves: 'e3,c4 c5,e4 d6,e6 c3,d2 c4,e4,e3 d3,b4' },
  { game: 'hexafive', given: [['radius', '4']], moves: 'C2 C3 E4 C4 C5,C4' },
  { game: 'hexafive', given: [['special', '1']], moves: '' },
  { game: 'nexos', given: [], moves: 'f21,g20,g18 u20 u6 e6 h21,i22', corner: [10, 22] },
];

const paragraphs = (game: string): readonly string[] =>
  readFileSync(new URL(`../../games/${game}/RULES.md`, import.meta.url), 'utf8').split(/\n{2,}/);

/** Every line without the blanks that all of them begin with. */
function dedented(lines: readonly string[]): string {
  const margin = Math.min(...lines.map(line => line.search(/\S/)));
  return lines.map(line => line.slice(margin)).join('\n');
}

/** The drawing after these moves, all of them legal. */
function drawing({ game: name, given, moves, corner }: Drawn): string {
  const game = gameNamed(name)!;
  let position = game.start(setupOf(game, given));
  for (const text of moves.split(' ').filter(Boolean)) {
    const move = game.parse(position, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code} ${JSON.stringify(move.reason.parts)}`);
    position = game.play(position, move.value);
  }
  const lines = ascii(game.picture(position, { seat: null }));
  if (corner === undefined) return dedented(lines);
  return dedented(lines.slice(0, corner[0]).map(line => line.slice(0, corner[1]).trimEnd()));
}

it('shows a board in the rules of every game', () => {
  expect(new Set(DRAWN.map(({ game }) => game))).toEqual(new Set(games.map(({ name }) => name)));
});

it.each(DRAWN)('draws the board of $game after $moves as it is', drawn => {
  const isCorner = drawn.corner !== undefined;
  const shown = paragraphs(drawn.game).map(text =>
    // A corner has its row numbers on both sides as well: the one on the right is not where the whole board has it.
    dedented(text.split('\n').map(line => (isCorner ? line.replace(/ {3}\d+$/, '') : line))),
  );
  expect(shown).toContain(drawing(drawn));
});
