// Estimates the chances at each position of a game from what an engine found.
import { type Course, type CoursePosition, SWAP } from './course.ts';

/** What an engine found at a position. */
export interface Evaluation {
  /** The best move, as its canonical text. */
  readonly move: string;
  /** The expected score of the player to move, 0 … 1. null: the engine gives none. */
  readonly value: number | null;
  /** Is the value exact? */
  readonly isProven: boolean;
  /** Moves with the expected score after each, the best first. Absent: the engine names none. */
  readonly candidates?: readonly { readonly move: string; readonly value: number | null }[];
}

/** By the id of a query. */
export type Evaluations = ReadonlyMap<string, Evaluation>;

export interface Estimate {
  /** The expected score of player 0, 0 … 1. */
  readonly chance: number;
  readonly isProven: boolean;
  /** The best move, or `swap`. null: none is known. */
  readonly best: string | null;
}

/** The id of the query about a position of the game, and about the position after another move there. */
export const nameQuery = (plies: number, tail: string | null = null): string =>
  tail === null ? `${plies}` : `${plies} ${tail}`;

/** The chance of a player, from the chance of player 0 and back. */
export const chanceOf = (player: number, chance: number): number => (player === 0 ? chance : 1 - chance);

/** An estimate without a proof is never a certainty. */
const LEAST = 0.01;

/** Positions of each player that are needed to estimate the bias. */
const LEAST_POSITIONS = 2;

/** Searches favour the player to move by about the same amount at each position. */
export function estimateBias(course: Course, evaluations: Evaluations): number {
  const values: readonly (readonly number[])[] = [0, 1].map(player =>
    course.positions.flatMap(({ plies, mover, maySwap }) => {
      const { value = null, isProven = false } = evaluations.get(nameQuery(plies)) ?? {};
      return mover === player && !maySwap && !isProven && value !== null ? [value] : [];
    }),
  );
  if (values.some(each => each.length < LEAST_POSITIONS)) return 0;
  const means = values.map(each => each.reduce((sum, value) => sum + value, 0) / each.length);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length - 0.5;
}

/** The estimate at one position. Where a swap is possible, the player takes the better side. null: the engine gave no value. */
export function estimateAt(
  { mover, maySwap, score }: CoursePosition,
  evaluation: Evaluation | undefined,
  bias: number,
): Estimate | null {
  if (score !== null) return { chance: score, isProven: true, best: null };
  const { value = null, isProven = false, move = null } = evaluation ?? {};
  if (mover === null || value === null) return null;
  const own = isProven ? value : Math.min(1 - LEAST, Math.max(LEAST, value - bias));
  return maySwap && own < 0.5
    ? { chance: chanceOf(mover, 1 - own), isProven, best: SWAP }
    : { chance: chanceOf(mover, own), isProven, best: move };
}

/** The estimates at all positions of a course. null: the engine gave no value there. */
export function estimateCourse(course: Course, evaluations: Evaluations): readonly (Estimate | null)[] {
  const bias = estimateBias(course, evaluations);
  const estimates = course.positions.map(each => estimateAt(each, evaluations.get(nameQuery(each.plies)), bias));
  // A player can do at least as well as they did.
  for (let at = course.acts.length - 1; at >= 0; at--) estimates[at] = improve(course, estimates, at);
  // Where every move loses, the one that was played lost as well.
  for (let at = 0; at < course.acts.length; at++) estimates[at + 1] = inheritLoss(course, estimates, at);
  return estimates;
}

function improve(course: Course, estimates: readonly (Estimate | null)[], at: number): Estimate | null {
  const [before = null, after = null] = [estimates[at], estimates[at + 1]];
  const act = course.acts[at];
  if (act === undefined || act.kind === 'retire' || after === null) return before;
  const own = chanceOf(act.player, after.chance);
  if (after.isProven && own === 1) return { ...after, best: act.text };
  const isBetter = before !== null && !before.isProven && chanceOf(act.player, before.chance) < own;
  return isBetter ? { chance: after.chance, isProven: false, best: act.text } : before;
}

function inheritLoss(course: Course, estimates: readonly (Estimate | null)[], at: number): Estimate | null {
  const [before = null, after = null] = [estimates[at], estimates[at + 1]];
  const act = course.acts[at];
  const isLost = act !== undefined && before?.isProven === true && chanceOf(act.player, before.chance) === 0;
  if (!isLost || act.kind === 'retire' || after?.isProven === true) return after;
  return { chance: before.chance, isProven: true, best: after?.best ?? null };
}
