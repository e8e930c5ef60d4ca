// Compares moves by the positions after them, without a tree, where that plays better.
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Candidate, EngineChoice, EngineOptions, EngineSession, SearchLimit } from './engine.ts';
import { softmax } from './network/exponential.ts';
import { scoresOf, seatToMove } from './tree.ts';

/** A move that is expected to score this much less has e times less of a share. */
const SHARE_SCALE = 0.05;

/** Whether the heuristic of a game compares all moves of this board better than a tree does. */
export const isOneMoveEnough = ({ game, setup }: Pick<EngineOptions, 'game' | 'setup'>): boolean =>
  game.heuristic?.search === 'one move' && game.seats(setup).length === 2;

type Seats = readonly (readonly string[])[];

/** The expected score of a seat in a position, and whether it is certain. */
function scoreFor(game: AnyGame, position: Opaque, seat: number, seats: Seats): Omit<Candidate, 'move' | 'share'> {
  const outcome = game.outcome(position);
  if (outcome !== null) return { value: must(scoresOf(outcome)[seat], 'a seat of the game'), isProven: true };
  const evaluation = must(game.heuristic?.evaluate(position), 'an evaluation for two seats');
  return { value: seatToMove(game, position, seats) === seat ? evaluation : 1 - evaluation, isProven: false };
}

function chooseMove(game: AnyGame, position: Opaque, seats: Seats, { spentShare, nodes }: SearchLimit): EngineChoice {
  const seat = seatToMove(game, position, seats);
  const rated: Omit<Candidate, 'share'>[] = [];
  for (const { move } of must(game.heuristic, 'a game with a heuristic').topMoves(position, Math.max(1, nodes))) {
    if (rated.length > 0 && spentShare() >= 1) break;
    rated.push({ move, ...scoreFor(game, game.play(position, move), seat, seats) });
  }
  const shares = softmax(rated.map(({ value }) => value / SHARE_SCALE));
  const candidates = rated.map((each, i): Candidate => ({ ...each, share: shares[i] ?? 0 }));
  const best = candidates.reduce((a, b) => (b.value > a.value ? b : a));
  const { move, value } = best;
  const areAllProven = candidates.every(({ isProven }) => isProven) && rated.length === game.countMoves(position);
  return { move, value, nodes: rated.length, isProven: areAllProven || (best.isProven && value === 1), candidates };
}

/** A session that rates up to `nodes` moves each time. The board must be one where `isOneMoveEnough`. */
export function createOneMoveSession({ game, setup, position: start }: EngineOptions): EngineSession {
  const seats = game.seats(setup).map(({ colours }) => colours);
  let position = start;
  return {
    advance: move => {
      position = game.play(position, move);
    },
    search: limit => chooseMove(game, position, seats, limit),
  };
}
