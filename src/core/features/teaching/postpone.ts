// Keeps the mail with a result back at a board with a robot, until its review is done.
import { isVoid, matchStateOf, playerName, requireGame, type LoadedMatch } from '#core/board/match.ts';
import type { RequestContext } from '#core/contract/feature.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import type { BoardMessage, Message } from '#core/decision/message.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { isRobot } from '#core/players/robots.ts';
import { createReview, hasRoomForReview } from './ask.ts';
import { findCopyRefusal } from './counted-copy.ts';
import { isDuel } from './course.ts';
import { type Review, reviewKey } from './review.ts';

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
