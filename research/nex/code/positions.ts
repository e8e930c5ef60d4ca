// Positions of Nex as the stages of the Nex problems need them: by board and convention, set up from text, played into at random.
import type { Setup, Solution, PositionValue } from '#games/game.ts';
import type { NeutralMove } from '#games/stones/neutral/moves.ts';
import type { Random } from '#games/kit/random.ts';
import type { StonePosition } from '#games/stones/stone-game.ts';
import { assert } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';

/** What happens when no regular move is left: Neto fills the last cells, nexC calls it a draw. */
export type Convention = 'nexc' | 'neto';

export const CONVENTIONS: readonly Convention[] = ['nexc', 'neto'];

export function setupOf(size: string, endgame: Convention): Setup {
  const setup = nex.setup([
    ['size', size],
    ['endgame', endgame],
  ]);
  assert(setup.ok, 'the stages name sizes that exist');
  return setup.value;
}

export const startOf = (size: string, endgame: Convention): StonePosition => nex.start(setupOf(size, endgame));

/** A position from its text, whose rows say the size. */
export function positionAt(text: string, endgame: Convention): StonePosition {
  const read = nex.decode(setupOf('3', endgame), text);
  assert(read.ok, `a position: ${text}`);
  return read.value;
}

/** After so many random moves, or where the game ended before. */
export function playedInto(start: StonePosition, plies: number, rng: Random): StonePosition {
  let position = start;
  for (let ply = 0; ply < plies && position.end === null; ply++)
    position = nex.play(position, nex.randomMove(position, rng));
  return position;
}

/** A solver with a limit in visits instead of time, so that a run can be repeated. It asks whether to stop every 1,024 visits. */
export interface Solver {
  readonly solve: (position: StonePosition, mostVisits: number) => Solution<NeutralMove>;
}

const ASKED_EVERY = 1024;

export function openSolver(megabytes: number): Solver {
  const solving = nex.solver?.open(megabytes * 1_000_000);
  assert(solving !== undefined, 'Nex has a solver');
  return {
    solve: (position, mostVisits) => {
      let left = Math.ceil(mostVisits / ASKED_EVERY);
      return solving.solve(position, () => (left -= 1) < 0);
    },
  };
}

/** What a move is worth to its mover, from what the position behind it is worth to the other. */
export const NEGATED: Readonly<Record<PositionValue, PositionValue>> = {
  win: 'loss',
  draw: 'draw',
  loss: 'win',
  unknown: 'unknown',
};

/** The best of the values of all moves; what is unknown may be better than a draw or a loss. */
export const bestOf = (values: readonly PositionValue[]): PositionValue =>
  (['win', 'unknown', 'draw', 'loss'] as const).find(value => values.includes(value)) ?? 'loss';
