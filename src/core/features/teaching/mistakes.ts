// Finds the mistakes of a game, and the one that decided it.
import type { RetireReason } from '#core/board/match-document.ts';
import {
  type Course,
  type Estimate,
  type Evaluations,
  SWAP,
  chanceOf,
  estimateAt,
  estimateBias,
  nameQuery,
  playAt,
} from './course.ts';

/** A move or a swap that was worse than another. Chances are those of the player who made it. */
export interface Mistake {
  /** The index of the act in the course. */
  readonly act: number;
  readonly player: number;
  readonly better: string;
  /** The chance after the better move, and after what was played. */
  readonly before: number;
  readonly after: number;
  /** The better move wins, and what was played loses: both are exact. */
  readonly isProved: boolean;
  /** The query that must be answered before the mistake may be told. null: none. */
  readonly check: { readonly plies: number; readonly tail: string } | null;
}

/** Why a game was lost. */
export type TurningPoint =
  /** `isSettled`: every position after it is proved to be lost. */
  | { readonly kind: 'mistake'; readonly mistake: Mistake; readonly isSettled: boolean }
  /** The loser gave up, or was out of time, in a position that was not lost. `chance`: the loser's. */
  | {
      readonly kind: 'early';
      readonly player: number;
      readonly why: RetireReason;
      readonly chance: number;
      readonly isProved: boolean;
      readonly best: string | null;
    }
  /** No single act decided the game. `wasBehind`: the loser was never ahead. */
  | { readonly kind: 'none'; readonly player: number; readonly wasBehind: boolean };

/** A smaller loss of chance is within the errors of a short search. */
const LEAST_LOSS = 0.15;
/** A chance from which a player is ahead. */
export const AHEAD = 0.5;

/** The chance of the player of an act after another move in its place. undefined: it must be searched. null: it cannot be told. */
function findChanceAfter(
  course: Course,
  evaluations: Evaluations,
  at: number,
  other: string,
): Pick<Estimate, 'chance' | 'isProven'> | null | undefined {
  const position = course.positions[at];
  const player = course.acts[at]?.player ?? 0;
  if (position === undefined) return null;
  if (other === SWAP) {
    const swapped = estimateAt(position, evaluations.get(nameQuery(position.plies)), estimateBias(course, evaluations));
    return swapped === null ? null : { ...swapped, chance: chanceOf(player, swapped.chance) };
  }
  const next = playAt(course, position, other);
  if (next === null) return null;
  const evaluation = evaluations.get(nameQuery(position.plies, other));
  if (next.score === null && evaluation === undefined) return undefined;
  const estimate = estimateAt(next, evaluation, estimateBias(course, evaluations));
  return estimate === null ? null : { ...estimate, chance: chanceOf(player, estimate.chance) };
}

/** The chances of the player before and after an act. */
interface ActChances {
  readonly player: number;
  readonly best: string;
  readonly before: number;
  readonly after: number;
  /** It threw a win away and lost: both are exact. */
  readonly isExact: boolean;
}

/** null: the player did not move, played the best move, or little is known. */
function findActChances(course: Course, estimates: readonly (Estimate | null)[], at: number): ActChances | null {
  const act = course.acts[at];
  const [before = null, after = null] = [estimates[at], estimates[at + 1]];
  if (act === undefined || act.kind === 'retire' || before === null || after === null) return null;
  if (before.best === null || before.best === act.text) return null;
  const { player } = act;
  const chances = { before: chanceOf(player, before.chance), after: chanceOf(player, after.chance) };
  const isExact = before.isProven && chances.before === 1 && after.isProven && chances.after === 0;
  return { player, best: before.best, ...chances, isExact };
}

/** The mistake of an act. null: it was none. */
function findMistake(
  course: Course,
  estimates: readonly (Estimate | null)[],
  evaluations: Evaluations,
  at: number,
): Mistake | null {
  const found = findActChances(course, estimates, at);
  if (found === null || found.before - found.after < LEAST_LOSS) return null;
  const { best, isExact, ...chances } = found;
  const mistake = { act: at, better: best, ...chances };
  const checked = findChanceAfter(course, evaluations, at, best);
  if (checked === undefined)
    return { ...mistake, isProved: isExact, check: { plies: course.positions[at]?.plies ?? 0, tail: best } };
  // Both chances are now those of a position where the other side is to move.
  if (checked === null || checked.chance - found.after < LEAST_LOSS) return null;
  const isProved = isExact && checked.isProven && checked.chance === 1;
  return { ...mistake, before: checked.chance, isProved, check: null };
}

/** The mistakes in their order. Those with a check count as mistakes until the check is answered. */
export const listMistakes = (
  course: Course,
  estimates: readonly (Estimate | null)[],
  evaluations: Evaluations,
): readonly Mistake[] => course.acts.flatMap((_, at) => findMistake(course, estimates, evaluations, at) ?? []);

const lossOf = ({ before, after }: Mistake): number => before - after;

/** The largest mistakes, at most `limit`, in the order of the game. A proved one is larger than any other. */
export const selectLargest = (mistakes: readonly Mistake[], limit: number): readonly Mistake[] =>
  mistakes
    .toSorted((a, b) => Number(b.isProved) - Number(a.isProved) || lossOf(b) - lossOf(a) || b.act - a.act)
    .slice(0, limit)
    .toSorted((a, b) => a.act - b.act);

/** The mistake that decided: of those after which the player was never ahead again the last one that is proved, or else the largest. */
function findDecisive(
  mistakes: readonly Mistake[],
  estimates: readonly (Estimate | null)[],
): (TurningPoint & { readonly kind: 'mistake' }) | null {
  const listLater = ({ act, player }: Mistake): readonly (Estimate | null)[] =>
    estimates.slice(act + 1).map(each => each && { ...each, chance: chanceOf(player, each.chance) });
  const final = mistakes.filter(each => listLater(each).every(later => later === null || later.chance < AHEAD));
  const mistake = final.findLast(({ isProved }) => isProved) ?? selectLargest(final, 1)[0];
  if (mistake === undefined) return null;
  const isSettled = listLater(mistake).every(later => later?.isProven === true && later.chance === 0);
  return { kind: 'mistake', mistake, isSettled };
}

/** What decided the game. null: the game has no loser, or too little is known about it. */
export function findTurningPoint(
  course: Course,
  estimates: readonly (Estimate | null)[],
  evaluations: Evaluations,
): TurningPoint | null {
  const { result, acts } = course;
  const known = estimates.flatMap((each, at) => (each === null || course.positions[at]?.mover === null ? [] : [each]));
  if (result === null || result === 0.5 || known.length === 0) return null;
  const player = result === 1 ? 1 : 0;
  const early = findEarlyEnd(course, estimates, player);
  if (early !== null) return early;
  const own = listMistakes(course, estimates, evaluations).filter(each => each.player === player);
  const decisive = findDecisive(own, estimates);
  if (decisive !== null) return decisive;
  const last = acts.at(-1);
  // Where the loser gave up, it must be known that it was not too early. Nothing more is.
  const isUnknown = last?.kind === 'retire' ? estimates[acts.length - 1] === null : known.length * 2 < acts.length;
  if (isUnknown) return null;
  return { kind: 'none', player, wasBehind: known.every(({ chance }) => chanceOf(player, chance) <= AHEAD) };
}

/** The end of a game whose loser was not behind when they gave up, or were out of time. null: another end. */
function findEarlyEnd(course: Course, estimates: readonly (Estimate | null)[], player: number): TurningPoint | null {
  const last = course.acts.at(-1);
  const estimate = estimates[course.acts.length - 1] ?? null;
  if (last?.kind !== 'retire' || last.why === null || last.player !== player || estimate === null) return null;
  const chance = chanceOf(player, estimate.chance);
  const isProved = estimate.isProven && chance === 1;
  const isOwnTurn = course.positions[course.acts.length - 1]?.mover === player;
  return chance < AHEAD
    ? null
    : { kind: 'early', player, why: last.why, chance, isProved, best: isOwnTurn ? estimate.best : null };
}
