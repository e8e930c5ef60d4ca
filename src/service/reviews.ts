// Searches for hints, results and analyses, one position at a time, readers in turns.
import { type LoadedMatch, matchStateOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import type { Evaluation } from '#core/features/teaching/course.ts';
import { type PositionQuery, type Review, type ReviewPlan, planReview } from '#core/features/teaching/review.ts';
import { type DocumentKey, documentsOfKind, getDocument, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { mayBeSwapped } from '#core/board/acts/play.ts';
import { historyOf } from '#engines/engine.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { type ServiceContext, commitRequest } from './commit-request.ts';
import type { Engines, SearchRequest } from '#engines/index.ts';
import type { Leases } from './shared-ports.ts';

/** While other reviews wait, hints may have this much more search time than those. A hint takes up to 4.6 seconds. */
const HINTS_AHEAD_MS = 10_000;

export type WaitingReview = readonly [DocumentKey<'review'>, Review];

export interface ReviewTurns {
  /** Sorts all reviews that wait, at least one, the most urgent first. */
  readonly sort: (waiting: readonly WaitingReview[]) => readonly WaitingReview[];
  /** Notes a search for a review, with the time that it could take. */
  readonly noteSearch: (review: Review, milliseconds: number) => void;
  /** Notes that a review was done. */
  readonly noteEnd: (review: Review) => void;
}

/** A reader's turns are counted for each purpose. */
const nameTurn = ({ purpose, userid }: Review): string => `${purpose} ${userid}`;

export function createReviewTurns(): ReviewTurns {
  /** The search time of hints beyond that of other reviews, while others wait. In milliseconds. */
  let hintsAhead = 0;
  /** By the reader's turn that was served, the last one last: when the newest review of that time was asked for. */
  const served = new Map<string, Instant>();
  let newest: Instant = 0;

  /** After a turn, a reader waits behind all reviews that waited then. */
  const order = (waiting: readonly WaitingReview[]): readonly WaitingReview[] => {
    const turns = [...served.keys()];
    const since = (review: Review): Instant => Math.max(review.asked, served.get(nameTurn(review)) ?? 0);
    return waiting.toSorted(
      ([, a], [, b]) =>
        since(a) - since(b) || turns.indexOf(nameTurn(a)) - turns.indexOf(nameTurn(b)) || a.asked - b.asked,
    );
  };

  return {
    sort: waiting => {
      newest = Math.max(...waiting.map(([, { asked }]) => asked));
      const names = new Set(waiting.map(([, review]) => nameTurn(review)));
      for (const name of served.keys()) if (!names.has(name)) served.delete(name);
      const select = (purpose: Review['purpose']): readonly WaitingReview[] =>
        order(waiting.filter(([, review]) => review.purpose === purpose));
      const [hints, others] = [select('hint'), [...select('result'), ...select('analysis'), ...select('proof')]];
      if (others.length === 0) hintsAhead = 0;
      return hintsAhead < HINTS_AHEAD_MS ? [...hints, ...others] : [...others, ...hints];
    },
    noteSearch: ({ purpose }, milliseconds) => {
      // Where another process holds all reviews of one kind, this one searches for the other kind without end.
      hintsAhead =
        purpose === 'hint'
          ? Math.min(HINTS_AHEAD_MS, hintsAhead) + milliseconds
          : Math.max(0, hintsAhead - milliseconds);
    },
    noteEnd: review => {
      served.delete(nameTurn(review));
      served.set(nameTurn(review), newest);
    },
  };
}

// One position at a time, so that no robot's move waits long.

/** What the moves of robots and the reviews need. */
export interface ReviewsContext extends ServiceContext {
  readonly engines: Engines;
  readonly leases: Leases;
}

export interface Reviews {
  /**
   * Searches one position for the most urgent review that waits, or ends that review. `none`: none waits that no other process has, or the
   * signal has aborted. If it rejects, the review begins anew.
   */
  readonly advance: (signal: AbortSignal | null) => Promise<'none' | 'searched' | 'ended'>;
  /** Drops what was found for reviews that are not done. */
  readonly close: () => Promise<void>;
}

/** A review that this process works on, under a lease. */
interface OpenReview {
  readonly review: Review;
  readonly leaseName: string;
  /** null: the board cannot be reviewed. */
  readonly table: LoadedMatch | null;
  readonly plan: ReviewPlan;
  readonly evaluations: Map<string, Evaluation>;
}

/** After this many failures a position counts as unknown. */
const MAX_TRIES = 2;
const UNKNOWN: Evaluation = { move: '', value: null, isProven: false };

/** The begin of the session keys of reviews. A robot's board has another. */
const SESSION = 'review';

export function createReviews(parts: ReviewsContext): Reviews {
  const { store, leases, games } = parts;
  const open = new Map<DocumentKey<'review'>, OpenReview>();
  const turns = createReviewTurns();

  const drop = async (key: DocumentKey<'review'>): Promise<void> => {
    const review = open.get(key);
    open.delete(key);
    if (review !== undefined) await leases.drop([review.leaseName]);
  };

  /** The waiting reviews, the most urgent first. */
  const findWaiting = async (): Promise<readonly WaitingReview[]> => {
    const keys = await store.list('kind/review', null, limits.reviewsWaiting);
    for (const key of open.keys()) if (!keys.includes(key)) await drop(key);
    if (keys.length === 0) return [];
    const { documents } = await store.read(keys);
    return turns.sort(
      documentsOfKind('review', documents).flatMap(([key, review]): readonly WaitingReview[] =>
        review === null ? [] : [[key, review]],
      ),
    );
  };

  const openMatch = async (review: Review): Promise<LoadedMatch | null> => {
    const key = matchKey(review.match);
    const match = getDocument((await store.read([key])).documents, key) ?? null;
    const game = games.find(({ name }) => name === match?.game);
    if (match === null || game === undefined || findFault(games, match) !== null) return null;
    return { game, match, matchState: matchStateOf(game, match) };
  };

  const openReview = async (key: DocumentKey<'review'>, review: Review): Promise<OpenReview | null> => {
    const known = open.get(key);
    if (known?.review.cause === review.cause) return known;
    await drop(key);
    const [leaseName] = await leases.take([`review ${key}`]);
    if (leaseName === undefined) return null;
    const table = await openMatch(review);
    const plan: ReviewPlan = table === null ? () => null : planReview(review, table);
    const opened = { review, leaseName, table, plan, evaluations: new Map<string, Evaluation>() };
    open.set(key, opened);
    return opened;
  };

  return {
    advance: async signal => {
      if (signal?.aborted === true) return 'none';
      for (const [key, review] of await findWaiting()) {
        const opened = await openReview(key, review);
        if (opened === null) continue;
        try {
          const { table, plan, evaluations } = opened;
          const query = plan(evaluations);
          if (table !== null && query !== null) {
            evaluations.set(query.id, await evaluate(parts, { key, review, table, query, signal }));
            turns.noteSearch(review, query.milliseconds);
            return 'searched';
          }
          await commitReview(parts, key, opened);
          turns.noteEnd(review);
          await drop(key);
          return 'ended';
        } catch (error) {
          await drop(key);
          throw error;
        }
      }
      return 'none';
    },
    close: async () => {
      for (const key of [...open.keys()]) await drop(key);
    },
  };
}

interface SearchOrder {
  readonly key: DocumentKey<'review'>;
  readonly review: Review;
  readonly table: LoadedMatch;
  readonly query: PositionQuery;
  readonly signal: AbortSignal | null;
}

/** Each search has a session of its own, so that its result depends on nothing else. */
function createSearchRequest({ robots }: ReviewsContext, { key, review, table, query }: SearchOrder): SearchRequest {
  const { game, match, matchState } = table;
  const strongest = robots.reduce((a, b) => (b.level > a.level ? b : a));
  const isNow = query.plies === matchState.plies.length;
  // The positions of a proof follow each other, and one table of the solver serves them all.
  const isProof = review.purpose === 'proof';
  const { position, moves } = historyOf(game, {
    start: game.start(match.setup),
    moves: matchState.plies.slice(0, query.plies).map(({ text }) => text),
    position: matchState.position,
    // The positions of a finished game that are searched are those before a player gave up.
    hasRetired: matchState.outcome === null && matchState.retired.length > 0,
  });
  return {
    engine: strongest.engine,
    game: game.name,
    setup: match.setup,
    position,
    moves: [...moves, ...query.tail],
    seed: match.number,
    sessionKey: `${SESSION} ${key} ${review.cause} ${isProof ? query.plies : query.id}`,
    milliseconds: query.milliseconds,
    nodes: query.nodes,
    // The strongest robot leaves no immediate loss.
    weakness: strongest.weakness,
    // The plan of a review decides about swaps, by the values of both sides. Ahead of a swap an engine looks for a fair move.
    swapAfter: isNow && !isProof && query.tail.length === 0 && mayBeSwapped(table) ? game.swapAfter : null,
  };
}

async function evaluate(parts: ReviewsContext, order: SearchOrder): Promise<Evaluation> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      return await parts.engines.search(createSearchRequest(parts, order));
    } catch (error) {
      if (order.signal?.aborted === true) throw error;
      parts.log.warn('review-search-failed', { review: order.key, why: reasonOf(error) });
    }
  }
  return UNKNOWN;
}

async function commitReview(
  parts: ReviewsContext,
  key: DocumentKey<'review'>,
  { review: { cause }, evaluations }: OpenReview,
): Promise<void> {
  const commit = await commitRequest(
    { kind: 'review-done', key, askedBy: cause, evaluations },
    `${key}|${cause}`,
    parts,
  );
  await commit?.durable;
  if (commit?.result !== 'committed') return;
  parts.log.info('review-done', { review: key, positions: evaluations.size });
}
