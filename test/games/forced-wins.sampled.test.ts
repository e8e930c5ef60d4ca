// Forced wins and losses: they hold against every reply, and known ones are found.
import { describe, expect, it } from 'vitest';
import { type AnyGame, type GivenOptions, hideTypes, type Opaque } from '#games/game.ts';
import { gomoku } from '#games/gomoku/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import type { PlaceMove, StonePosition } from '#games/stones/stone-game.ts';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { setupOf } from '../conformance/game.ts';

const NODES = 2_000;

/** By game: boards, and the most moves of a position on them. */
const BOARDS: readonly (readonly [string, readonly GivenOptions[], number])[] = [
  ['gomoku', [[['size', '7']], [['size', '9']], [['size', '11']]], 20],
  ['hexafive', [[['radius', '5']], [['radius', '6']], [['radius', '5'], ['capture', 'may']], [['special', '1']]], 34],
  ['hex', [[['size', '5']], [['size', '4x7']], [['size', '9']]], 36],
  ['y', [[['size', '6']], [['size', '9']]], 30],
  ['neugomoku', [[['size', '6']], [['size', '7']], [['size', '8']]], 16],
]; // prettier-ignore

/** A position after moves that a player might make. null: the game is over, or a move wins at once. */
function createPosition(game: AnyGame, boards: readonly GivenOptions[], most: number, seed: number): Opaque | null {
  const rng = createRandom(seed);
  let position = game.start(setupOf(game, must(boards[seed % boards.length], 'a board')));
  for (let plies = 6 + rng.below(most - 6); plies > 0 && game.outcome(position) === null; plies--) {
    const likely = game.heuristic?.topMoves(position, 8) ?? [];
    position = game.play(position, likely[rng.below(8)]?.move ?? game.randomMove(position, rng));
  }
  return game.outcome(position) === null && game.winningMove(position) === null ? position : null;
}

/** Whether every reply after this move is known to lose. */
function winsByLosses(game: AnyGame, position: Opaque, move: Opaque): boolean {
  const after = game.play(position, move);
  if (game.outcome(after) !== null || game.winningMove(after) !== null) return false;
  const isLosing = game.forcedLosses?.(after, 20 * NODES) ?? null;
  return isLosing !== null && [...game.moves(after)].every(isLosing);
}

/** Whether the side to move wins at once or by force. A search for wins may overlook one that every reply is known to lose to. */
const isWon = (game: AnyGame, position: Opaque): boolean =>
  (game.winningMove(position) ?? game.forcedWin?.(position, 20 * NODES) ?? null) !== null ||
  [...game.moves(position)].some(move => winsByLosses(game, position, move));

/** The first reply that stops the win which this move begins. null: none does. */
function findRefutation(game: AnyGame, position: Opaque, move: Opaque): string | null {
  const after = game.play(position, move);
  if (game.outcome(after) !== null) return null;
  if (game.winningMove(after) !== null) return 'a win';
  for (const reply of game.moves(after)) {
    const next = game.play(after, reply);
    if (game.outcome(next) !== null || !isWon(game, next)) return game.format(after, reply);
  }
  return null;
}

/** The moves that are said to lose, and after which the other side does not win by force. */
const listSafeLosses = (game: AnyGame, position: Opaque, isLosing: (move: Opaque) => boolean): readonly string[] =>
  [...game.moves(position)]
    .filter(move => isLosing(move) && !isWon(game, game.play(position, move)))
    .map(move => game.format(position, move));

describe.each(BOARDS)('in %s', (name, boards, most) => {
  const game = must(findGame(name), name);

  it.each(seedsFor(import.meta.filename))('what is found holds against every reply (seed %i)', seed => {
    let [wins, losses] = [0, 0];
    for (let n = 0; n < times(40, 600, seed); n++) {
      const position = createPosition(game, boards, most, seed * 10_000 + n);
      if (position === null) continue;
      const [before, at] = [JSON.stringify(position), game.encode(position)];
      const [win, isLosing] = [game.forcedWin?.(position, NODES), game.forcedLosses?.(position, NODES)];
      expect(JSON.stringify(position)).toBe(before);
      if (win) expect(findRefutation(game, position, win), at).toBeNull();
      if (isLosing) expect(listSafeLosses(game, position, isLosing), at).toEqual([]);
      wins += win ? 1 : 0;
      losses += isLosing ? 1 : 0;
    }
    if (isLong) expect(Math.min(wins, losses)).toBeGreaterThan(20);
  });
});

/** Whether the side to move wins with best play. `known`: results by position. */
function winsExactly(game: AnyGame, position: Opaque, known: Map<string, boolean>): boolean {
  const key = game.encode(position);
  const before = known.get(key);
  if (before !== undefined) return before;
  const wins = [...game.moves(position)].some(move => winsBy(game, position, move, known));
  known.set(key, wins);
  return wins;
}

/** Whether a move wins with best play, in a game without draws. */
function winsBy(game: AnyGame, position: Opaque, move: Opaque, known: Map<string, boolean>): boolean {
  const after = game.play(position, move);
  return game.outcome(after) !== null || !winsExactly(game, after, known);
}

describe.each([
  ['hex', '3x4'],
  ['y', '4'],
] as const)('in %s of size %s', (name, size) => {
  const game = must(findGame(name), name);

  it('agrees with all games to the end', () => {
    const known = new Map<string, boolean>();
    const rng = createRandom(5);
    let [wins, losses] = [0, 0];
    for (let n = 0; n < 60; n++) {
      let position = game.start(setupOf(game, [['size', size]]));
      for (let plies = rng.below(7); plies > 0 && game.outcome(position) === null; plies--)
        position = game.play(position, game.randomMove(position, rng));
      if (game.outcome(position) !== null || game.winningMove(position) !== null) continue;
      const [win, isLosing] = [game.forcedWin?.(position, NODES), game.forcedLosses?.(position, NODES)];
      if (win) expect(winsBy(game, position, win, known), game.encode(position)).toBe(true);
      const losing = [...game.moves(position)].filter(move => isLosing?.(move));
      for (const move of losing) expect(winsBy(game, position, move, known), game.encode(position)).toBe(false);
      wins += win ? 1 : 0;
      losses += losing.length;
    }
    expect([wins, losses].map(count => count > 10)).toEqual([true, true]);
  });
});

describe('a virtual connection', () => {
  const hex = must(findGame('hex'), 'hex');
  const decode = (text: string): Opaque => {
    const read = hex.decode(setupOf(hex, [['size', String(text.split('/').length)]]), text);
    if (!read.ok) throw new Error(read.reason.code);
    return read.value;
  };
  const losingAt = (text: string): readonly string[] => {
    const position = decode(text);
    const isLosing = hex.forcedLosses?.(position, NODES);
    return [...hex.moves(position)].filter(move => isLosing?.(move)).map(move => hex.format(position, move));
  };

  it('is two pairs of cells between a stone and the edges', () => {
    const empty = decode('.../.../... B');
    expect(hex.format(empty, must(hex.forcedWin?.(empty, NODES) ?? null, 'a win'))).toBe('b2');
    expect(losingAt('.../.B./... W')).toEqual(['a1', 'a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3']);
  });

  it('does not use a cell twice', () => {
    expect(losingAt('.../B../... W')).not.toContain('c1');
  });
});

describe('a threat in Hexafive', () => {
  const hexafive = must(findGame('hexafive'), 'hexafive');

  it('of a side without a stone in hand is none: the game is a draw', () => {
    const listLosing = (stock: string): readonly Opaque[] => {
      const setup = setupOf(hexafive, [['radius', '3'], ['pieces', '9']]); // prettier-ignore
      const read = hexafive.decode(setup, `.../..../XXXX./..../... O stock=9,${stock}`);
      if (!read.ok) throw new Error(read.reason.code);
      const isLosing = hexafive.forcedLosses?.(read.value, NODES);
      return [...hexafive.moves(read.value)].filter(move => isLosing?.(move));
    };
    expect(listLosing('0')).toEqual([]);
    expect(listLosing('1')).toHaveLength(14);
  });
});

const seek = must(gomoku.forcedWin, 'a search for wins');

const positionOf = (rows: readonly string[], turn: 'B' | 'W'): StonePosition => {
  const setup = setupOf(hideTypes(gomoku), [['size', `${rows.length}`]]);
  const read = gomoku.decode(setup, `${rows.join('/')} ${turn}`);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
};

const findGomokuRefutation = (position: StonePosition, move: PlaceMove): string | null =>
  findRefutation(hideTypes(gomoku), position as unknown as Opaque, move as unknown as Opaque);

const findForcedWin = (position: StonePosition): PlaceMove => must(seek(position, NODES), 'a forced win');

describe('forced wins in Gomoku', () => {
  it('are found where two rows of three meet', () => {
    const fork = positionOf(['.........', '.........', '.........', '...BBB...', '......W..', '.....B...', '.....B...', '..W..B.W.', '.W......W'], 'B'); // prettier-ignore
    expect(findGomokuRefutation(fork, findForcedWin(fork))).toBeNull();
  });

  it('are none where the answer makes a four, and the four against that makes no more', () => {
    const empty = '.........';
    const rows = ['.BBB.W...', 'W........', 'W........', 'W........', ...Array<string>(5).fill(empty)];
    expect(seek(positionOf(rows, 'B'), NODES)).toBeNull();
    // With three more stones in a row that meets the answer the game goes on, and is won.
    const met = ['.BBB.W...', 'W........', 'W........', 'W........', '.B.BB....', ...Array<string>(4).fill(empty)];
    const won = positionOf(met, 'B');
    expect(findGomokuRefutation(won, findForcedWin(won))).toBeNull();
  });

  it('are found where a three meets another, and not where one of them is stopped', () => {
    const empty = '...........';
    const rows = [empty, empty, '....B......', '....B......', empty, '..BB.......', empty, empty, empty, empty, empty];
    const cross = positionOf(rows.with(7, '.......W.W.').with(9, '.W.......W.'), 'B');
    expect(findGomokuRefutation(cross, findForcedWin(cross))).toBeNull();
    const stopped = rows.with(1, '....W......').with(5, '.WBB.......').with(9, '.W....W....');
    expect(seek(positionOf(stopped, 'B'), NODES)).toBeNull();
  });

  it('are not looked for beyond the limit', () => {
    const open = positionOf(['.........', '.........', '.........', '...BBB...', '.........', '.........', '.........', '.........', '.........'], 'B'); // prettier-ignore
    expect(seek(open, 0)).toBeNull();
    expect(seek(open, 1)).not.toBeNull();
  });

  it('are not looked for any more when they are to stop', () => {
    const empty = '...........';
    const rows = [empty, '..B.B.B....', empty, '..B...B....', '.....W.....', '..B.W.B....', empty];
    const open = positionOf([...rows, '...W.......', '.....B.B...', empty, empty], 'B');
    const findAfter = (questions: number): PlaceMove | null => seek(open, 10_000, () => (questions -= 1) < 0);
    expect([findAfter(2), findAfter(100)]).toEqual([null, seek(open, 10_000)]);
    expect(seek(open, 10_000)).not.toBeNull();
  });
});
