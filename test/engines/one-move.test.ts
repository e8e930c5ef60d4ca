// A look at the position after each move: the best one by the evaluation, within its limits, and only where it is enough.
import { describe, expect, it } from 'vitest';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { createOneMoveSession, isOneMoveEnough, networkEngine } from '#engines/network-engine.ts';
import { randomGame, setupOf } from '../conformance/game.ts';

const game = findGame('nexos')!;
const setup = setupOf(game, []);
const BLUE_AND_RED = ['blue', 'red'];

/** The position after this number of random moves. */
const positionAfter = (plies: number, seed: number) => [...randomGame(game, setup, seed)][plies]!;
const begin = (position: ReturnType<typeof positionAfter>) =>
  createOneMoveSession({ game, setup, position, seed: 1, network: null });
const isFirstToMove = (position: ReturnType<typeof positionAfter>): boolean =>
  BLUE_AND_RED.includes(must(game.toMove(position), 'the game goes on'));

describe('a look one move ahead', () => {
  it.each([0, 9, 30, 45, 60])('plays the move with the best position after it, after %i moves', plies => {
    const position = positionAfter(plies, 4);
    const { move, value, candidates } = begin(position).search({ spentShare: () => 0, nodes: Infinity });
    const scoreAfter = (next: typeof move): number => {
      const after = game.play(position, next);
      const score = must(game.heuristic!.evaluate(after), 'two play');
      return isFirstToMove(after) === isFirstToMove(position) ? score : 1 - score;
    };
    const best = Math.max(...game.heuristic!.topMoves(position, Infinity).map(each => scoreAfter(each.move)));
    expect(value).toBe(best);
    expect(scoreAfter(move)).toBe(best);
    expect(candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(candidates.find(each => each.move === move)?.share).toBe(Math.max(...candidates.map(({ share }) => share)));
  });

  it('rates as many moves as it may, and one where it has no time', () => {
    const session = begin(positionAfter(9, 4));
    expect(session.search({ spentShare: () => 0, nodes: 30 })).toMatchObject({ nodes: 30, isProven: false });
    expect(session.search({ spentShare: () => 1, nodes: 30 }).candidates).toHaveLength(1);
    expect(session.search({ spentShare: () => 0, nodes: 0 }).candidates).toHaveLength(1);
  });

  it('knows the result of a move that ends the game', () => {
    const positions = [...randomGame(game, setup, 4)];
    const last = positions.at(-2)!;
    const { move, value, isProven } = begin(last).search({ spentShare: () => 0, nodes: Infinity });
    const { ranks } = must(game.outcome(game.play(last, move)), 'the game is over');
    const hasWon = ranks[isFirstToMove(last) ? 0 : 1] === 1;
    expect(value).toBe(ranks[0] === ranks[1] ? 0.5 : Number(hasWon));
    expect(isProven).toBe(true);
  });

  it('is certain of no result before the end, and tells large leads apart', () => {
    // Against random moves Blue and Red are far ahead.
    let position = game.start(setup);
    const rng = createRandom(4);
    for (let ply = 0; ply < 65; ply++) {
      const { move } = begin(position).search({ spentShare: () => 0, nodes: 40 });
      position = game.play(position, isFirstToMove(position) ? move : game.randomMove(position, rng));
    }
    const { candidates } = begin(position).search({ spentShare: () => 0, nodes: 40 });
    const values = candidates.filter(each => !each.isProven).map(({ value }) => value);
    expect(values.length).toBeGreaterThan(10);
    for (const value of values) expect(value > 0 && value < 1).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(5);
  });

  it('is the search of robots for two players, but not for four', () => {
    expect(isOneMoveEnough({ game, setup })).toBe(true);
    expect(isOneMoveEnough({ game, setup: setupOf(game, [['players', '4']]) })).toBe(false);
    expect(isOneMoveEnough({ game: findGame('hex')!, setup: setupOf(findGame('hex')!, []) })).toBe(false);
    const position = positionAfter(9, 4);
    const ofRobots = networkEngine.begin({ game, setup, position, seed: 1, network: null });
    expect(ofRobots.search({ spentShare: () => 0, nodes: 100 }).move).toEqual(
      begin(position).search({ spentShare: () => 0, nodes: Infinity }).move,
    );
  });
});
