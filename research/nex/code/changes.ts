// Problem 6 of nexC: does what looks like an advantage ever harm? One cell of a position is changed in favour of the side to move, and both are solved.
import type { PositionValue } from '#games/game.ts';
import { otherSide, type StonePosition } from '#games/stones/stone-game.ts';
import { type Convention, openSolver, playedInto, positionAt, startOf } from './positions.ts';
import { createRandom } from '#games/kit/random.ts';
import { nex } from '#games/nex/index.ts';

/** What is changed, in favour of the side to move as it seems. `pass`: the other side moves instead. */
export const CHANGES = ['own for empty', 'own for neutral', 'own for enemy', 'neutral for enemy', 'neutral for empty', 'empty for neutral', 'pass'] as const; // prettier-ignore
export type Change = (typeof CHANGES)[number];

export interface Harm {
  readonly size: string;
  readonly endgame: Convention;
  readonly change: Change;
  /** Pairs of positions that were solved; those where the side to move was better off after the change, and those where it was worse off. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** One that was worse off: before and after; null: none. */
  readonly example: readonly [before: string, after: string] | null;
}

const MOST_VISITS = 400_000;
const WORTH: Readonly<Record<PositionValue, number>> = { loss: 0, draw: 1, win: 2, unknown: Number.NaN };
const LETTERS: Readonly<Record<string, readonly [black: string, white: string]>> = {
  own: ['B', 'W'],
  enemy: ['W', 'B'],
  neutral: ['?', '?'],
  empty: ['.', '.'],
};

/** The texts of all positions that one change makes of this one. */
export function changedTexts(position: StonePosition, change: Change): readonly string[] {
  const text = nex.encode(position);
  if (change === 'pass') return [text.slice(0, -1) + 'BW'.charAt(otherSide(position.turn))];
  const [now = '', before = ''] = change.split(' for ').map(name => LETTERS[name]?.[position.turn]);
  const board = text.slice(0, -2);
  const from = (letter: string): number[] => board.split('').flatMap((each, i) => (each === letter ? [i] : []));
  return from(before).map(i => `${board.slice(0, i)}${now}${board.slice(i + 1)}${text.slice(-2)}`);
}

/** What a position is worth to this side, whoever is to move. */
function worthTo(solver: ReturnType<typeof openSolver>, position: StonePosition, side: 0 | 1): number {
  const worth = WORTH[solver.solve(position, MOST_VISITS).value];
  return position.turn === side ? worth : 2 - worth;
}

interface Sum {
  readonly change: Change;
  pairs: number;
  better: number;
  worse: number;
  example: Harm['example'];
}

/** Takes in one pair of positions; what was not solved is no number. */
function take(sum: Sum, pair: Harm['example'] & object, before: number, after: number): void {
  if (Number.isNaN(before + after)) return;
  sum.pairs += 1;
  if (after > before) sum.better += 1;
  if (after >= before) return;
  sum.worse += 1;
  sum.example ??= pair;
}

/** Positions of random games on this board, each changed in every way. */
export function harms(
  { size, endgame, samples, seed }: { size: string; endgame: Convention; samples: number; seed: number },
  tell: (line: string) => void,
): readonly Harm[] {
  const [rng, start, solver] = [createRandom(seed), startOf(size, endgame), openSolver(128)];
  const sums = CHANGES.map((change): Sum => ({ change, pairs: 0, better: 0, worse: 0, example: null }));
  for (let found = 0; found < samples;) {
    const position = playedInto(start, 1 + rng.below(start.cells.length - 2), rng);
    if (position.end !== null) continue;
    found += 1;
    const before = worthTo(solver, position, position.turn);
    for (const sum of sums) {
      for (const text of changedTexts(position, sum.change)) {
        const after = worthTo(solver, positionAt(text, endgame), position.turn);
        take(sum, [nex.encode(position), text], before, after);
      }
    }
    if (found % 50 === 0) tell(`${size} ${endgame}: ${found} of ${samples} positions changed`);
  }
  return sums.map(sum => ({ size, endgame, ...sum }));
}
