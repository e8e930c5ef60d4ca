// A match of two players at equal CPU time: the same openings from both sides.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Engine, EngineSession } from '#engines/engine.ts';
import { scoresOf } from '#engines/tree.ts';

export interface MatchRules {
  readonly game: AnyGame;
  readonly setup: Setup;
  /** So many plies of an opening are any moves that do not end the game. */
  readonly plies: number;
  /** CPU time of this process for a move. */
  readonly milliseconds: number;
  readonly seed: number;
  /** CPU time used so far, in milliseconds. */
  readonly cpu: () => number;
}

/** The match so far. Pairs are of the first player and the second. */
export interface Tally {
  readonly games: number;
  /** Points of the first player: a win is 1, a draw a half. */
  readonly score: number;
  /** CPU milliseconds in all. */
  readonly spent: readonly [number, number];
  readonly moves: readonly [number, number];
}

export const NO_GAMES: Tally = { games: 0, score: 0, spent: [0, 0], moves: [0, 0] };

/** Moves at random that do not end the game. */
export function drawOpening(
  { game, setup, plies }: Pick<MatchRules, 'game' | 'setup' | 'plies'>,
  seed: number,
): readonly Opaque[] {
  const rng = createRandom(seed);
  const moves: Opaque[] = [];
  let position = game.start(setup);
  while (moves.length < plies) {
    const move = game.randomMove(position, rng);
    const next = game.play(position, move);
    if (game.outcome(next) !== null) continue;
    moves.push(move);
    position = next;
  }
  return moves;
}

/** Plays the next opening of the match from both sides. */
export function playOpening(rules: MatchRules, players: readonly [Engine, Engine], before: Tally): Tally {
  const { game, setup, milliseconds, cpu } = rules;
  const opening = before.games / 2;
  const moves = drawOpening(rules, rules.seed + opening);
  const [spent, thought] = [[...before.spent], [...before.moves]] as [[number, number], [number, number]];
  const think = (session: EngineSession, player: 0 | 1): Opaque => {
    const began = cpu();
    const { move } = session.search({ spentShare: () => (cpu() - began) / milliseconds, nodes: Infinity });
    spent[player] += cpu() - began;
    thought[player] += 1;
    return move;
  };
  /** Plays from the opening to the end; the points of the first player. */
  const play = (first: 0 | 1): number => {
    const seed = rules.seed + before.games + first;
    const sessions = players.map(({ begin }) =>
      begin({ game, setup, position: game.start(setup), seed, network: null }),
    );
    let position = game.start(setup);
    for (let ply = 0; game.outcome(position) === null; ply++) {
      const player = (ply + first) % 2 === 0 ? 0 : 1;
      const move = moves[ply] ?? think(must(sessions[player], 'two players'), player);
      position = game.play(position, move);
      for (const session of sessions) session.advance(move);
    }
    return scoresOf(must(game.outcome(position), 'the game is over'))[first] ?? 0;
  };
  const score = before.score + play(0) + play(1);
  return { games: before.games + 2, score, spent, moves: thought };
}
