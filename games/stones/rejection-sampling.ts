// Rejection sampling: random moves where the rules forbid some of what fits.
// Candidates are drawn at random until one is legal, which gives every legal move the same chance.
import type { Random } from '../kit/random.ts';
import type { End, StonePosition } from './stone-game.ts';
import { must } from '../kit/assert.ts';

/** What fits the board, legal or not, by number. */
export interface CandidateMoves<Move> {
  readonly count: number;
  readonly at: (index: number) => Move;
}

export interface Sampling<Move> {
  readonly candidates: (position: StonePosition) => CandidateMoves<Move>;
  readonly isLegal: (position: StonePosition, move: Move) => boolean;
  readonly moves: (position: StonePosition) => Iterable<Move>;
  readonly play: (position: StonePosition, move: Move) => StonePosition;
}

/** After this number of rejections in a row few legal moves are left, and listing them is quicker. */
const REJECTIONS = 40;

/** One of the legal moves, each as likely as the other. */
export function sampleMove<Move>(sampling: Sampling<Move>, position: StonePosition, rng: Random): Move {
  const { count, at } = sampling.candidates(position);
  for (let i = 0; i < REJECTIONS && count > 0; i++) {
    const move = at(rng.below(count));
    if (sampling.isLegal(position, move)) return move;
  }
  const legal = [...sampling.moves(position)];
  return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
}

export function samplePlayout<Move>(
  sampling: Sampling<Move>,
  from: StonePosition,
  rng: Random,
): { readonly end: End; readonly plies: number } {
  let position = from;
  let plies = 0;
  while (position.end === null) {
    position = sampling.play(position, sampleMove(sampling, position, rng));
    plies += 1;
  }
  return { end: position.end, plies };
}
