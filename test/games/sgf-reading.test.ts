// SGF files are read as they were written, and those of other programs as they were meant.
import { describe, expect, it } from 'vitest';
import type { AnyGame, GameForFile, GameFromFile, GivenOptions, Opaque } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame, games } from '#games/registry/index.ts';
import { readMainLine } from '#games/sgf.ts';
import { setupOf } from '#test/conformance/game.ts';
import { SEED } from '#test/seeds.ts';

/** The first moves of a random game. */
function playSome(game: AnyGame, given: GivenOptions, seed: number): GameForFile<Opaque> {
  const rng = createRandom(seed);
  const setup = setupOf(game, given);
  let position = game.start(setup);
  const moves: { colour: string; text: string }[] = [];
  for (let left = rng.below(60); left > 0; left--) {
    const colour = game.toMove(position);
    if (colour === null) break;
    const move = game.randomMove(position, rng);
    moves.push({ colour, text: game.format(position, move) });
    position = game.play(position, move);
  }
  const swappedAfter =
    game.swapAfter !== null && moves.length >= game.swapAfter && rng.below(2) === 0 ? game.swapAfter : null;
  return { position, setup, moves, players: ['a]\\', 'b'], swappedAfter, outcome: null, date: null }; // prettier-ignore
}

function read(name: string, text: string): GameFromFile {
  const nodes = readMainLine(text);
  const found = nodes.ok ? findGame(name)!.record!.read(nodes.value) : nodes;
  if (!found.ok) throw new Error(found.reason);
  return found.value;
}

/** What a file has of a game, its moves as `format` writes them. */
function summarise(game: AnyGame, { setup, moves, swappedAfter }: Pick<GameFromFile, 'setup' | 'moves' | 'swappedAfter'>): unknown {
  const whole = setupOf(game, Object.entries(setup));
  let position = game.start(whole);
  const texts = moves.map(({ colour, text }) => {
    const move = game.parse(position, text);
    if (!move.ok) throw new Error(`${text}: ${move.reason.code}`);
    const canonical = `${colour} ${game.format(position, move.value)}`;
    position = game.play(position, move.value);
    return canonical;
  });
  return { setup: whole, texts, swappedAfter };
} // prettier-ignore

const BOARDS: Readonly<Record<string, readonly GivenOptions[]>> = {
  hex: [[], [['size', '3']], [['size', '4x7']], [['size', '19']]],
  gomoku: [[], [['size', '5']], [['size', '19']]],
  nexos: [[], [['players', '4']]],
};

it('has boards for every game with a file', () => {
  expect(games.filter(({ record }) => record !== null).map(({ name }) => name).sort()).toEqual(Object.keys(BOARDS).sort()); // prettier-ignore
});

describe.each(Object.entries(BOARDS))('%s', (name, boards) => {
  const game = findGame(name)!;

  it.each(boards)('is read as it was written: %j', (...given) => {
    for (let seed = SEED; seed < SEED + 20; seed++) {
      const course = playSome(game, given, seed);
      const back = read(name, game.record!.write(course));
      expect(summarise(game, back), `seed ${seed}`).toEqual(summarise(game, course));
      expect(back.retired).toBeNull();
    }
  });
});

it.each(['hex', 'gomoku'])('%s knows who gave up, with and without a swap', name => {
  const game = findGame(name)!;
  for (let seed = SEED; seed < SEED + 20; seed++)
    for (const [why, loser] of [['resigned', 0], ['resigned', 1], ['out-of-time', 0], ['out-of-time', 1]] as const) {
      const course = playSome(game, [], seed);
      const outcome = { ranks: loser === 0 ? [2, 1] : [1, 2], reason: why, scores: null };
      const { retired } = read(name, game.record!.write({ ...course, outcome }));
      expect(retired, `seed ${seed}`).toEqual({ colour: loser === 0 ? 'black' : 'white', why });
    }
}); // prettier-ignore

const movesOf = ({ moves }: GameFromFile): string => moves.map(({ colour, text }) => `${colour} ${text}`).join(', ');

it.each([
  ['of Little Golem, whose White begins at the top', '(;EV[hex.mc]SZ[13];W[mf];B[gg];W[DE])', 'black f13, white g7, black e4', null],
  ['of Little Golem with a swap', '(;EV[hex.mc]SZ[13];W[mf];B[swap];W[kj];B[resign])', 'black f13, white k10', 1],
  ['of HexGui with a swap', '(;GM[11]SZ[4];B[c2];W[swap-pieces];B[c2])', 'black b3, white c2', 1],
  ['whose swap-pieces leaves the stones, as white moves again', '(;GM[11]SZ[4];B[c2];W[swap-pieces];W[c1];B[a1])', 'black b3, white a3, black a1', 1],
  ['that White begins, from left to right', '(;GM[11]SZ[4];W[c2];B[a3])', 'black c2, white a3', null],
  ['that White begins on a board of three columns', '(;GM[11]SZ[3:2];W[c1];B[a2])', 'black c1, white a2', null],
  ['with comments, variations and old long names', ' junk (;GaMe[11]C[a\\] (;B[a1\\]\\)]SZ[4](;B[a1];W[b1](;B[c1])(;B[d1]))(;B[a2]))', 'black a1, white a2, black a3', null],
])('reads a Hex file %s', (_, text, wanted, swappedAfter) => {
  const found = read('hex', text);
  expect([movesOf(found), found.swappedAfter]).toEqual([wanted, swappedAfter]);
}); // prettier-ignore

it.each([
  ['', 'damaged'],
  ['()', 'damaged'],
  ['hello', 'damaged'],
  ['(;B[a1]', 'damaged'],
  ['(;B[a1', 'damaged'],
  ['(;AB[a1][b2];W[c3])', 'pieces on the board'],
])('refuses %j', (text, why) => {
  for (const { name, record } of games) if (record !== null) expect(() => read(name, text)).toThrow(why);
});

it('reads the largest files without a deep stack', () => {
  for (const piece of ['\\]', '[', '(', '(;', ';B', ';B[a1]', 'B[', '\\'])
    expect(readMainLine(`(;C[${piece.repeat(400_000)}`).ok, piece).toBe(false);
});

it.each([
  ['White, before a move', '(;GM[11];W[resign])', 'white'],
  ['Black, out of turn', '(;GM[11];B[c2];B[resign])', 'black'],
  ['the player who swapped, out of turn', '(;GM[11];B[c2];W[swap-pieces];W[resign])', 'black'],
  ['the player who began, after the swap', '(;GM[11];B[c2];W[swap-pieces];B[resign])', 'white'],
])('knows that %s gave up', (_, text, colour) => {
  expect(read('hex', text).retired).toEqual({ colour, why: 'resigned' });
});
