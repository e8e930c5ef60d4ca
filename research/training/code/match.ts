// A match of two players at equal CPU time: the same openings from both sides.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { random } from '#games/kit/random.ts';
import type { Engine, EngineSession } from '#engines/engine.ts';
import { scoresOf } from '#engines/tree.ts';

export interface MatchRules {
  readonly game: AnyGame;
  readonly setup: Setup;
  /** Each is played twice, with the sides exchanged. */
  readonly openings: number;
  /** So many plies of an opening are any moves that do not end the game. */
  readonly plies: number;
  /** CPU time of this process for a move. */
  readonly milliseconds: number;
  readonly seed: number;
  /** CPU time used so far, in milliseconds. */
  readonly cpu: () => number;
}

export interface MatchResult {
  readonly games: number;
  /** Points of the first player: a win is 1, a draw a half. */
  readonly score: number;
  /** CPU milliseconds and nodes a move of either. */
  readonly spent: readonly [number, number];
  readonly nodes: readonly [number, number];
}

function openingOf({ game, setup, plies }: MatchRules, seed: number): readonly Opaque[] {
  const rng = random(seed);
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

/** Plays all games; `told` hears the result so far after each. */
export function playMatch(
  rules: MatchRules,
  players: readonly [Engine, Engine],
  told: (result: MatchResult) => void = () => undefined,
): MatchResult {
  const { game, setup, milliseconds, cpu } = rules;
  const totals = { games: 0, score: 0, spent: [0, 0], nodes: [0, 0], moves: [0, 0] };
  const result = (): MatchResult => {
    const mean = (sums: readonly number[]): readonly [number, number] => [
      (sums[0] ?? 0) / Math.max(1, totals.moves[0] ?? 0),
      (sums[1] ?? 0) / Math.max(1, totals.moves[1] ?? 0),
    ];
    return { games: totals.games, score: totals.score, spent: mean(totals.spent), nodes: mean(totals.nodes) };
  };
  const think = (session: EngineSession, player: number): Opaque => {
    const began = cpu();
    const { move, nodes } = session.search({ spent: () => (cpu() - began) / milliseconds, nodes: Infinity });
    totals.spent[player] = (totals.spent[player] ?? 0) + cpu() - began;
    totals.nodes[player] = (totals.nodes[player] ?? 0) + nodes;
    totals.moves[player] = (totals.moves[player] ?? 0) + 1;
    return move;
  };
  /** Plays from an opening to the end; the points of the first player. */
  const play = (opening: readonly Opaque[], first: number, seed: number): number => {
    const sessions = players.map(({ begin }) => begin({ game, setup, position: game.start(setup), seed }));
    let position = game.start(setup);
    for (let ply = 0; game.outcome(position) === null; ply++) {
      const player = (ply + first) % 2;
      const move = opening[ply] ?? think(must(sessions[player], 'two players'), player);
      position = game.play(position, move);
      for (const session of sessions) session.played(move);
    }
    return scoresOf(must(game.outcome(position), 'the game is over'))[first] ?? 0;
  };
  for (let opening = 0; opening < rules.openings; opening++) {
    const moves = openingOf(rules, rules.seed + opening);
    for (const first of [0, 1]) {
      totals.score += play(moves, first, rules.seed + 2 * opening + first);
      totals.games += 1;
      told(result());
    }
  }
  return result();
}
