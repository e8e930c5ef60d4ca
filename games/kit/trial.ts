// Random games where the law forbids some of what fits: moves are drawn until one is legal, which leaves every legal move the same chance.
import type { Random } from './random.ts';
import type { End, StonePosition } from './stones.ts';
import { must } from './assert.ts';

/** What fits the board, legal or not, by number. */
export interface Fitting<Move> {
  readonly count: number;
  readonly at: (index: number) => Move;
}

export interface Trial<Move> {
  readonly fitting: (position: StonePosition) => Fitting<Move>;
  readonly isLegal: (position: StonePosition, move: Move) => boolean;
  readonly moves: (position: StonePosition) => Iterable<Move>;
  readonly play: (position: StonePosition, move: Move) => StonePosition;
}

/** Where so many draws in a row were forbidden, few moves are left: listing them is quicker. */
const DRAWS = 40;

/** One of the legal moves, each as likely as the other. */
export function drawnByTrial<Move>(trial: Trial<Move>, position: StonePosition, rng: Random): Move {
  const { count, at } = trial.fitting(position);
  for (let i = 0; i < DRAWS && count > 0; i++) {
    const move = at(rng.below(count));
    if (trial.isLegal(position, move)) return move;
  }
  const legal = [...trial.moves(position)];
  return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
}

export function playoutByTrial<Move>(
  trial: Trial<Move>,
  from: StonePosition,
  rng: Random,
): { readonly end: End; readonly plies: number } {
  let position = from;
  let plies = 0;
  while (position.end === null) {
    position = trial.play(position, drawnByTrial(trial, position, rng));
    plies += 1;
  }
  return { end: position.end, plies };
}
