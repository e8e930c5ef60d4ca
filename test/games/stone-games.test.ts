// The kit carries other stone games than Hex: noughts and crosses, whose whole tree is known, plain and with neutral stones.
import { describe, expect, it } from 'vitest';
import type { ColourSpec, Game } from '#games/game.ts';
import type { Place } from '#games/kit/picture.ts';
import { type Filling, STONE, type StoneBoard, type StoneGame } from '#games/stones/stone-game.ts';
import { createNeutralVariant } from '#games/stones/neutral/variant.ts';
import { createPlainGame } from '#games/stones/plain/placement.ts';
import { createRandom } from '#games/kit/random.ts';
import { renderAscii } from '#core/writing/picture/text.ts';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]; // prettier-ignore
const NAMES = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
const LETTERS = '.XO?';
const BITS = [0, STONE[0], STONE[1], 4];

const colour = (name: string, letter: string, tone: 'black' | 'white'): ColourSpec => ({
  name,
  title: name,
  letter,
  tone,
  aim: { code: 'three', parts: {} },
});

const full = (filling: Filling, line: readonly number[], stone: number): boolean =>
  line.every(cell => filling[cell] === stone);

const board: StoneBoard = {
  names: NAMES,
  rows: [3, 3, 3],
  neighbours: [],
  edgeNet: null,
  find: name => {
    const cell = NAMES.indexOf(name.toLowerCase());
    return cell < 0 ? undefined : cell;
  },
  fill: cells => Uint8Array.from(cells.split(''), letter => BITS[LETTERS.indexOf(letter)]!),
  minWinStones: 3,
  completes: (filling, cell) => LINES.some(line => line.includes(cell) && full(filling, line, filling[cell]!)),
  hasWon: (filling, side) => LINES.some(line => full(filling, line, STONE[side])),
  winningCells: (filling, side) => LINES.filter(line => full(filling, line, STONE[side])).flat(),
  goal: { kind: 'lines', lines: LINES },
  findCaptures: null,
  draw: () => ({
    shape: 'crossing',
    places: NAMES.map((_, i): Place => {
      const [row, column] = [Math.floor(i / 3), i % 3];
      return { x: column, y: row, column: column * 2 + 1, line: row };
    }),
    labels: [],
    sides: [],
    exchangesAims: false,
  }),
};

const stones: StoneGame = {
  name: 'noughts',
  title: 'Noughts',
  sides: [colour('cross', 'X', 'black'), colour('nought', 'O', 'white')],
  least: 3,
  most: 3,
  rectangular: false,
  size: '3',
  boardOfSize: () => board,
  sizeOf: () => '3',
  winReason: 'three',
  noMoveResult: 'draw',
  fullReason: 'no-move',
};

/** Games in the whole tree: how many end with the first player winning, the second, nobody. */
function tally<P, M>(game: Game<P, M>, position: P, ends: [number, number, number]): [number, number, number] {
  const outcome = game.outcome(position);
  if (outcome === null) for (const move of game.moves(position)) tally(game, game.play(position, move), ends);
  else ends[outcome.ranks[0] === outcome.ranks[1] ? 2 : outcome.ranks.indexOf(1)]! += 1;
  return ends;
}

const started = <P, M>(game: Game<P, M>, text: string): P => {
  const setup = game.setup([]);
  const read = setup.ok ? game.decode(setup.value, text) : setup;
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
};

describe('noughts and crosses', () => {
  const game = createPlainGame(stones, null);

  it('has 255,168 games: 131,184 won by the first, 77,904 by the second, 46,080 drawn', () => {
    expect(tally(game, started(game, '.../.../... X'), [0, 0, 0])).toEqual([131_184, 77_904, 46_080]);
  });

  it('can be drawn by chance as well', () => {
    const rng = createRandom(3);
    const start = started(game, '.../.../... X');
    const ends = Array.from({ length: 2000 }, () => game.playout(start, rng).outcome.ranks.join());
    const share = (ranks: string): number => ends.filter(end => end === ranks).length / ends.length;
    // 58.5 %, 28.8 %, 12.7 % when every move is equally likely.
    expect(share('1,2')).toBeCloseTo(0.585, 1);
    expect(share('2,1')).toBeCloseTo(0.288, 1);
    expect(share('1,1')).toBeCloseTo(0.127, 1);
  });

  it('is drawn as squares', () => {
    const position = started(game, 'X../.O./... X');
    expect(renderAscii(game.picture(position, { seat: null }))).toEqual([' X . .', ' . O .', ' . . .']);
  });
});

describe('noughts and crosses with neutral stones', () => {
  const game = createNeutralVariant(stones, { name: 'neunoughts', title: 'Neunoughts', size: '3', swapAfter: null });

  it('places and converts by its own names and letters', () => {
    const position = started(game, 'X?./.O?/... X');
    expect(game.countMoves(position)).toBe(5 * 4 + 1);
    const typed = (text: string): string => {
      const move = game.parse(position, text);
      return move.ok ? game.encode(game.play(position, move.value)) : move.reason.code;
    };
    expect(typed('c3,a2')).toBe('X?X/?O?/... O');
    expect(typed('b3,c2,a3')).toBe('?X./.OX/... O');
    expect(typed('Xb3Xc2?a3')).toBe('?X./.OX/... O');
    expect(typed('Ob3Oc2?b2')).toBe('move-other-colour');
  });

  it('wins by a conversion that completes a line', () => {
    const position = started(game, 'X??/.O./X.. X');
    const move = game.parse(position, 'b3,c3,a1');
    expect(move.ok && game.outcome(game.play(position, move.value))).toEqual({
      ranks: [1, 2],
      reason: 'three',
      scores: null,
    });
  });
});
