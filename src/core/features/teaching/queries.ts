// Plans a review: which position an engine must search next.
import type { LoadedMatch } from '#core/board/match.ts';
import { limits } from '#core/kernel/limits.ts';
import { isSwapAhead, mayBeSwapped } from '#core/board/acts/play.ts';
import { type Course, type Evaluations, estimateCourse, nameQuery, traceCourse } from './course.ts';
import { findTurningPoint, listMistakes, selectLargest } from './mistakes.ts';
import type { Review } from './review.ts';

/** A position that an engine must search: after the first `plies` moves of the game, and one other move. */
export interface PositionQuery {
  readonly id: string;
  readonly plies: number;
  /** null: no other move. */
  readonly tail: string | null;
  /** The limits of the search. */
  readonly nodes: number;
  readonly milliseconds: number;
}

/** A short search sees the mistakes that matter. The time is a guard for large boards. */
const REVIEW_SEARCH = { nodes: 60, milliseconds: 600 } as const;
/** A player waits for a hint, and it must be good. */
const HINT_SEARCH = { nodes: 600, milliseconds: 4_000 } as const;

/** The mistakes that an analysis names. */
export const MISTAKES_TOLD = 3;

/** Finds the next position to search. null: all is known that the review needs. */
export type ReviewPlan = (evaluations: Evaluations) => PositionQuery | null;

/** Plans the searches of a review, for which the course is traced once. */
export function planReview({ purpose }: Pick<Review, 'purpose'>, table: LoadedMatch): ReviewPlan {
  if (purpose === 'hint') return evaluations => planHint(table, evaluations);
  const course = traceCourse(table);
  return evaluations => (course === null ? null : planCourse(course, evaluations, purpose));
}

function planHint(table: LoadedMatch, evaluations: Evaluations): PositionQuery | null {
  const { game, matchState } = table;
  const plies = matchState.plies.length;
  const now = evaluations.get(nameQuery(plies));
  if (now === undefined) return { id: nameQuery(plies), plies, tail: null, ...HINT_SEARCH };
  const move = game.parse(matchState.position, now.move);
  const isOver = !move.ok || game.outcome(game.play(matchState.position, move.value)) !== null;
  const id = nameQuery(plies, now.move);
  // Where the other side may swap, its best move is not its best answer.
  const isSwapOpen = mayBeSwapped(table) || isSwapAhead(table);
  return isOver || isSwapOpen || evaluations.has(id) ? null : { id, plies, tail: now.move, ...REVIEW_SEARCH };
}

function planCourse(course: Course, evaluations: Evaluations, purpose: 'result' | 'analysis'): PositionQuery | null {
  const { positions } = course;
  // From the end, where the solver sees most.
  const unknown = positions
    .slice(-limits.positionsReviewed)
    .findLast(({ plies, isSearchable }) => isSearchable && !evaluations.has(nameQuery(plies)));
  if (unknown !== undefined)
    return { id: nameQuery(unknown.plies), plies: unknown.plies, tail: null, ...REVIEW_SEARCH };
  const check = findCheck(course, evaluations, purpose);
  return check === null ? null : { ...check, id: nameQuery(check.plies, check.tail), ...REVIEW_SEARCH };
}

/** The next mistake to be told whose better move was not searched. */
function findCheck(
  course: Course,
  evaluations: Evaluations,
  purpose: 'result' | 'analysis',
): { readonly plies: number; readonly tail: string } | null {
  const estimates = estimateCourse(course, evaluations);
  const turningPoint = findTurningPoint(course, estimates, evaluations);
  const told = [
    ...(turningPoint?.kind === 'mistake' ? [turningPoint.mistake] : []),
    ...(purpose === 'analysis' ? selectLargest(listMistakes(course, estimates, evaluations), MISTAKES_TOLD) : []),
  ];
  return told.find(({ check }) => check !== null)?.check ?? null;
}
