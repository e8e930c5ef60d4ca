// Draws random legal moves by rejection sampling.
// Candidates are drawn at random until one is legal, so every legal move has the same probability.
import type { Random } from '../kit/random.ts';
import type { End, StonePosition } from './stone-game.ts';
import { must } from '../kit/assert.ts';

/** The moves that fit the board, legal or not, by number. */
export interface CandidateMoves<Move> {
  readonly count: number;
  readonly moveAt: (index: number) => Move;
}

export interface SamplingRules<Move> {
  readonly candidates: (position: StonePosition) => CandidateMoves<Move>;
  /** Creates a test whether moves that fit the board are legal. */
  readonly createMoveTest: (position: StonePosition) => (move: Move) => boolean;
  readonly moves: (position: StonePosition) => Iterable<Move>;
  readonly play: (position: StonePosition, move: Move) => StonePosition;
}

/** After this number of rejections in a row, the legal moves are listed. */
const MAX_REJECTIONS = 40;

/** Draws a legal move, all with equal probability. */
export function drawMove<Move>(rules: SamplingRules<Move>, position: StonePosition, rng: Random): Move {
  const { count, moveAt } = rules.candidates(position);
  const isLegal = rules.createMoveTest(position);
  for (let i = 0; i < MAX_REJECTIONS && count > 0; i++) {
    const move = moveAt(rng.below(count));
    if (isLegal(move)) return move;
  }
  const legal = [...rules.moves(position)];
  return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
}

export function playDrawnMoves<Move>(
  rules: SamplingRules<Move>,
  start: StonePosition,
  rng: Random,
): { readonly end: End; readonly plies: number } {
  let position = start;
  let plies = 0;
  while (position.end === null) {
    position = rules.play(position, drawMove(rules, position, rng));
    plies += 1;
  }
  return { end: position.end, plies };
}
