// The stones that decided a game: the winner's, enough to win with, none too many, and no fewer would do.
import { describe, expect, it } from 'vitest';
import { gonnectStones } from '#games/gonnect/stones.ts';
import { hexStones } from '#games/hex/stones.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { type Cell, STONE, type StoneGame, type StoneSide } from '#games/stones/stone-game.ts';
import { yStones } from '#games/y/stones.ts';
import { setupOf } from '#test/conformance/game.ts';
import { seedsFor } from '#test/seeds.ts';

/** Every choice of so many of these. */
function* choices(cells: readonly Cell[], count: number): Generator<readonly Cell[]> {
  if (count === 0) yield [];
  else
    for (const [i, first] of cells.entries())
      for (const others of choices(cells.slice(i + 1), count - 1)) yield [first, ...others];
}

describe.each<readonly [string, StoneGame, string]>([
  ['hex', hexStones, '5'],
  ['hex, wide', hexStones, '3x6'],
  ['y', yStones, '5'],
  ['gonnect', gonnectStones, '5'],
])('%s', (_, game, size) => {
  it.each(seedsFor(import.meta.filename))('are a shortest connection (seed %i)', seed => {
    const board = game.boardOfSize(size);
    const { below } = createRandom(seed);
    let seen = 0;
    // Sixty boards, and more where chance made few on which somebody has won.
    for (let trial = 0; trial < 60 || (seen <= 5 && trial < 5_000); trial++) {
      const letters = Array.from(board.names, () => 'BW.'.charAt(below(3))).join('');
      for (const side of [0, 1] as const satisfies readonly StoneSide[]) {
        const filling = board.fill(letters);
        if (!board.hasWon(filling, side)) continue;
        seen += 1;
        const decisive = board.winningCells(filling, side);
        const winsWith = (cells: readonly Cell[]): boolean => {
          const letter = 'BW'.charAt(side);
          return board.hasWon(board.fill(Array.from(board.names, (__, cell) => (cells.includes(cell) ? letter : '.')).join('')), side); // prettier-ignore
        };
        expect(decisive.every(cell => filling[cell] === STONE[side])).toBe(true);
        expect(winsWith(decisive), letters).toBe(true);
        const own = Array.from(board.names.keys()).filter(cell => filling[cell] === STONE[side]);
        for (const fewer of choices(own, decisive.length - 1)) expect(winsWith(fewer), letters).toBe(false);
      }
    }
    expect(seen).toBeGreaterThan(5);
  });
});

/** The cells a picture marks, after these moves. */
function marked(name: string, options: readonly (readonly [string, string])[], moves: string): string {
  const game = findGame(name)!;
  let position = game.start(setupOf(game, options));
  for (const text of moves.split(' ')) {
    const move = game.parse(position, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code}`);
    position = game.play(position, move.value);
  }
  const { spots } = game.picture(position, { seat: null });
  return spots.flatMap(({ decided, name: cell }) => (decided ? [cell] : [])).join(' ');
}

it('are all stones of every five, and of a longer row', () => {
  const moves = 'c3 a1 d3 a2 e3 a4 f3 a5 h3 a7 g4 a8 g5 b1 g6 b2 g7 b4';
  expect(marked('gomoku', [['size', '9']], moves)).toBe('');
  expect(marked('gomoku', [['size', '9']], `${moves} g3`)).toBe('g7 g6 g5 g4 c3 d3 e3 f3 g3 h3');
  expect(marked('hexafive', [['radius', '6']], 'F6 E6 F7 E5 F8 D5 F4 G7 F5')).toBe('F4 F5 F6 F7 F8');
});

it('are none where nobody won by stones', () => {
  const hex = findGame('hex')!;
  const given = hex.retire(hex.start(setupOf(hex, [['size', '3']])), 0);
  expect(hex.picture(given, { seat: null }).spots.some(({ decided }) => decided)).toBe(false);
});
