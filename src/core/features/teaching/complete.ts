// What becomes of a review: mails wait for it, and tell it when an engine is done.
// If no review has come in time, the mail goes without it.
import { type LoadedMatch, isVoid, matchStateOf, playerName, requireGame } from '#core/board/match.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import {
  type BoardMessage,
  type Consequence,
  type GameReview,
  type Message,
  createBoardMessage,
} from '#core/players/message.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { findPresentUserid } from '#core/players/account.ts';
import { isRobot } from '#core/players/robots.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { createReview, findCopyRefusal, hasRoomForReview, isAsAsked } from './ask.ts';
import { type Evaluations, isDuel } from './course.ts';
import { type Review, reviewKey } from './review.ts';
import { tellHint } from './tell-hint.ts';
import { tellAnalysis, tellEnd } from './tell-review.ts';

/** The request that ends a review: an engine has searched all positions that it needs. */
export interface ReviewDone {
  readonly kind: 'review-done';
  readonly key: DocumentKey<'review'>;
  /** The cause of the request that asked for the review. The same board may be reviewed again later. */
  readonly askedBy: string;
  readonly evaluations: Evaluations;
}

/** A game of fewer moves has no turning point. */
const LEAST_PLIES = 2;

/** The messages that are sent now, and the state that keeps the others. */
export function postponeMails(
  messages: readonly Message[],
  before: State,
  after: State,
  origin: Pick<RequestContext, 'now' | 'cause'>,
): Consequence {
  const sent: Message[] = [];
  let state = after;
  for (const message of messages) {
    const review = findReview(message, before, state, origin);
    if (review === null) sent.push(message);
    else state = state.with(new Map<DocumentKey, Review>([[reviewKey(review), review]]));
  }
  return { messages: sent, state };
}

/** The review that a message waits for. null: it is sent at once. */
function findReview(
  message: Message,
  before: State,
  after: State,
  { now, cause }: Pick<RequestContext, 'now' | 'cause'>,
): Review | null {
  if (message.kind !== 'board' || message.to.kind !== 'account' || !isPlainResult(message)) return null;
  const { userid } = message.to;
  const match = after.match(message.match);
  if (match?.state !== 'over' || before.match(message.match)?.state !== 'active') return null;
  const game = requireGame(after, match);
  const table = { game, match, matchState: matchStateOf(game, match) };
  return isTaught(after, table, userid) && hasRoomForReview(after, 'result')
    ? createReview(table, { purpose: 'result', userid, news: message.news, now, cause })
    : null;
}

/** Did the player play a robot, and do they want its words? */
const isTaught = (state: State, table: LoadedMatch, userid: string): boolean =>
  table.match.isTutorial !== true &&
  isGameAgainstRobot(state, table, userid) &&
  state.account(userid)?.settings.robots === 'talk' &&
  findCopyRefusal(state, userid, table) === null;

/** Does the message tell the end of a game and nothing else? */
const isPlainResult = ({ occasion, refusedLines, questions, undelivered, subscription, ply }: BoardMessage): boolean =>
  occasion === 'position' &&
  refusedLines.length === 0 &&
  questions.length === 0 &&
  undelivered === '' &&
  subscription === undefined &&
  ply === null;

function isGameAgainstRobot(state: State, table: LoadedMatch, userid: string): boolean {
  const { match, matchState } = table;
  const names = match.players.map(playerName);
  const opponents = names.filter(name => name !== userid);
  return (
    isDuel(table) &&
    opponents.length === 1 &&
    opponents.every(name => isRobot(state, name)) &&
    matchState.plies.length >= LEAST_PLIES &&
    !isVoid(matchState.outcome?.reason)
  );
}

/** Sends what was found. null: the review does not wait any more. */
export function completeReview(state: State, { key, askedBy, evaluations }: ReviewDone): Consequence | null {
  const review = state.get(key);
  return review?.cause === askedBy ? endReview(state, review, evaluations) : null;
}

/** Ends a review. `evaluations` null: none came in time. */
export function endReview(state: State, review: Review, evaluations: Evaluations | null): Consequence {
  const after = state.with(new Map([[reviewKey(review), null]]));
  const match = state.match(review.match);
  const userid = findPresentUserid(state, review.userid);
  if (match === null || match.state === 'removed') return { messages: [], state: after };
  const game = requireGame(state, match);
  const table = { game, match, matchState: matchStateOf(game, match) };
  const message = buildMessage(review, table, userid, evaluations);
  return { messages: message === null ? [] : [message], state: after };
}

/** null: the mail has become needless. */
function buildMessage(
  review: Review,
  table: LoadedMatch,
  userid: string,
  evaluations: Evaluations | null,
): BoardMessage | null {
  const message = createBoardMessage(review.match, { kind: 'account', userid }, userid);
  const reader = table.match.players.findIndex(player => playerName(player) === userid);
  const isSame = isAsAsked(review, table);
  const found = isSame ? evaluations : null;
  switch (review.purpose) {
    case 'hint': {
      if (!isSame) return null;
      const hint = found === null ? null : tellHint(table, found);
      return { ...message, occasion: 'hint', review: hint ?? tellAlone({ code: 'hint-failed', parts: {} }) };
    }
    case 'analysis': {
      const analysis = found === null ? null : tellAnalysis(table, found, reader);
      return {
        ...message,
        occasion: 'analysis',
        review: analysis ?? tellAlone({ code: 'analysis-failed', parts: {} }),
      };
    }
    case 'result': {
      const result = found === null ? null : tellEnd(table, found, reader);
      return { ...message, news: review.news, ...(result === null ? {} : { review: result }) };
    }
  }
}

const tellAlone = (phrase: Phrase): GameReview => ({ told: [phrase], graph: null });
