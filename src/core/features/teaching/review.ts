// The stored form of a review that waits, and the positions that an engine must search.
import * as z from 'zod';
import { isSwapAhead, mayBeSwapped } from '#core/board/acts/play.ts';
import type { LoadedMatch } from '#core/board/match.ts';
import {
  type DocumentDefinition,
  type Stored,
  boardNumber,
  count,
  instant,
  phrase,
  userid,
} from '#core/kernel/document-definition.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Course, type Evaluations, estimateCourse, nameQuery, traceCourse } from './course.ts';
import { findTurningPoint, listMistakes, selectLargest } from './mistakes.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** The id names the purpose, the board and the reader. */
    readonly review: Review;
  }
}

/** `result`: the mail with the result waits for it. */
const PURPOSES = ['hint', 'result', 'analysis', 'proof'] as const;

export type Purpose = (typeof PURPOSES)[number];

const reviewSchema = z.object({
  purpose: z.enum(PURPOSES),
  match: z.object({ game: z.string(), number: boardNumber }),
  /** The reader. */
  userid,
  /** The length of the match's line, and the number of take-backs, when the review was asked for. */
  entries: count,
  takeBacks: count,
  /** The news that the mail with the result tells. */
  news: z.array(phrase),
  asked: instant,
  /** The cause of the request that asked for it. */
  cause: z.string(),
  /** When the mail is sent without a review. */
  until: instant,
});

export type Review = Stored<typeof reviewSchema>;

export const reviewKey = ({
  purpose,
  match: { game, number },
  userid: reader,
}: Pick<Review, 'purpose' | 'match' | 'userid'>): DocumentKey<'review'> =>
  `review/${purpose}/${game}/${number}/${reader}`;

/** The purpose and the reader that the key of a review names. */
export function parseReviewKey(key: DocumentKey<'review'>): Pick<Review, 'purpose' | 'userid'> {
  const [, purpose, , , reader = ''] = key.split('/');
  return { purpose: PURPOSES.find(each => each === purpose) ?? 'analysis', userid: reader };
}

export const REVIEW: DocumentDefinition<'review'> = {
  schema: reviewSchema,
  folder: 'reviews',
  ifDamaged: 'Move the file away: a mail with a result or a hint is not sent then',
  isListedWhole: true,
  ownKey: reviewKey,
  alarm: ({ until }) => until,
  prefetch: ({ match, userid: reader }) => [matchKey(match), `account/${reader}`],
  erase: (review, { userid: gone }) => (review.userid === gone ? null : review),
};

/** A position that an engine must search: after the first `plies` moves of the game, and other moves. */
export interface PositionQuery {
  readonly id: string;
  readonly plies: number;
  readonly tail: readonly string[];
  /** The limits of the search. */
  readonly nodes: number;
  readonly milliseconds: number;
}

/** A short search sees the mistakes that matter. The time is a guard for large boards. */
const REVIEW_SEARCH = { nodes: 60, milliseconds: 600 } as const;
/** A player waits for a hint, and it must be good. */
const HINT_SEARCH = { nodes: 600, milliseconds: 4_000 } as const;

/** The solver needs its time for the first position of a line, and remembers the others. */
const PROOF_SEARCH = { nodes: 4_000, milliseconds: 10_000 } as const;

/** The mistakes that an analysis names. */
export const MISTAKES_TOLD = 3;

/** Finds the next position to search. null: all is known that the review needs. */
export type ReviewPlan = (evaluations: Evaluations) => PositionQuery | null;

/** Plans the searches of a review, for which the course is traced once. */
export function planReview({ purpose }: Pick<Review, 'purpose'>, table: LoadedMatch): ReviewPlan {
  if (purpose === 'hint') return evaluations => planHint(table, evaluations);
  if (purpose === 'proof') return evaluations => planProof(table, evaluations);
  const course = traceCourse(table);
  return evaluations => (course === null ? null : planCourse(course, evaluations, purpose));
}

/** What is known of the best moves of both sides from here on. */
interface ProvedLine {
  /** As canonical texts. */
  readonly moves: readonly string[];
  /** `search`: the position after the moves must be searched. `proved`: the game ends there. `open`: nothing is proved there. */
  readonly end: 'search' | 'proved' | 'open';
}

/** Follows the proved moves from the present position, as far as they are known. */
export function followProof({ game, matchState }: LoadedMatch, evaluations: Evaluations): ProvedLine {
  const moves: string[] = [];
  let { position } = matchState;
  while (game.outcome(position) === null) {
    const found = evaluations.get(nameQuery(matchState.plies.length, ...moves));
    if (found === undefined) return { moves, end: 'search' };
    const move = found.isProven ? game.parse(position, found.move) : null;
    if (move?.ok !== true) return { moves, end: 'open' };
    moves.push(found.move);
    position = game.play(position, move.value);
  }
  return { moves, end: 'proved' };
}

function planProof(table: LoadedMatch, evaluations: Evaluations): PositionQuery | null {
  const { moves, end } = followProof(table, evaluations);
  const { length: plies } = table.matchState.plies;
  return end === 'search' ? { id: nameQuery(plies, ...moves), plies, tail: moves, ...PROOF_SEARCH } : null;
}

function planHint(table: LoadedMatch, evaluations: Evaluations): PositionQuery | null {
  const { game, matchState } = table;
  const plies = matchState.plies.length;
  const now = evaluations.get(nameQuery(plies));
  if (now === undefined) return { id: nameQuery(plies), plies, tail: [], ...HINT_SEARCH };
  const move = game.parse(matchState.position, now.move);
  const isOver = !move.ok || game.outcome(game.play(matchState.position, move.value)) !== null;
  const id = nameQuery(plies, now.move);
  // Where the other side may swap, its best move is not its best answer.
  const isSwapOpen = mayBeSwapped(table) || isSwapAhead(table);
  return isOver || isSwapOpen || evaluations.has(id) ? null : { id, plies, tail: [now.move], ...REVIEW_SEARCH };
}

function planCourse(course: Course, evaluations: Evaluations, purpose: 'result' | 'analysis'): PositionQuery | null {
  const { positions } = course;
  // From the end, where the solver sees most.
  const unknown = positions
    .slice(-limits.positionsReviewed)
    .findLast(({ plies, isSearchable }) => isSearchable && !evaluations.has(nameQuery(plies)));
  if (unknown !== undefined) return { id: nameQuery(unknown.plies), plies: unknown.plies, tail: [], ...REVIEW_SEARCH };
  const check = findCheck(course, evaluations, purpose);
  if (check === null) return null;
  const { plies, tail } = check;
  return { id: nameQuery(plies, tail), plies, tail: [tail], ...REVIEW_SEARCH };
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
