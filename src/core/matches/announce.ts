// Announces changes of boards to their players and followers.
import { must } from '#games/kit/assert.ts';
import type { ActorContext, Notification } from '../decision/decision.ts';
import {
  type Message,
  boardMessage,
  type BoardMessage,
  type Recipient,
  type RefusedLine,
} from '../decision/message.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import { type Match, userids } from '../board/match-document.ts';
import { collectMissing } from '../kernel/loading.ts';
import { findSpectators } from '../board/subscribers.ts';

export type BoardNotice = Extract<Notification, { readonly kind: 'board-changed' | 'board-shown' }>;

type ChangeNotice = BoardNotice & { readonly kind: 'board-changed' };

/** Refused lines that are all about one board. */
export interface BoardError {
  readonly match: MatchRef;
  readonly lines: readonly RefusedLine[];
}

/** Messages to the players of changed boards, and other messages as they are. For requests that are not mails. */
export const announceToAll = (context: ActorContext, notifications: readonly Notification[]): readonly Message[] => {
  const changes = notifications.filter(notice => notice.kind === 'board-changed');
  return [
    ...announceChanges(context, changes, null),
    ...notifications.flatMap(each => (each.kind === 'message' ? [each.message] : [])),
  ];
};

/** To all players and followers of the boards that have changed. The followers of all boards are loaded at once. */
export function announceChanges(
  context: ActorContext,
  changes: readonly ChangeNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  const boards = changedBoards(context, changes);
  return collectMissing(
    () => boards.flatMap(match => changeMessages(context, match, changes, error)),
    boards.map(match => () => findSpectators(context.state, matchOf(context, match))),
  );
}

/** One message to each player. The sender's also shows the refused lines of the same mail. */
function changeMessages(
  context: ActorContext,
  match: MatchRef,
  changes: readonly ChangeNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  const own = changes.filter(notice => isSameBoard(notice.match, match));
  const occasion = own.some(notice => notice.occasion === 'new') ? 'new' : 'position';
  const lines = error !== null && isSameBoard(error.match, match) ? error.lines : [];
  const players = readersOf(context, match).flatMap((userid): BoardMessage | readonly BoardMessage[] => {
    const heard = own.filter(({ only }) => only === undefined || only === userid);
    if (heard.length === 0) return [];
    const news = heard.flatMap(notice => (notice.news === null ? [] : [notice.news]));
    const refusedLines = userid === context.actor ? lines : [];
    const to: Recipient = { kind: 'account', userid };
    return {
      ...boardMessage(match, to, userid),
      occasion: refusedLines.length > 0 ? 'error' : occasion,
      news,
      refusedLines,
      isOfMoves:
        heard.every(({ movedBy = userid }) => movedBy !== userid) &&
        userid !== context.actor &&
        matchOf(context, match).isTutorial !== true,
    };
  });
  return [...players, ...spectatorMessages(context, match, { occasion, notices: own })];
}

/** The same news to all followers of the board, without news that is for one player only. */
function spectatorMessages(
  context: ActorContext,
  match: MatchRef,
  { occasion, notices }: Pick<BoardMessage, 'occasion'> & { readonly notices: readonly ChangeNotice[] },
): readonly BoardMessage[] {
  const open = notices.filter(({ only }) => only === undefined);
  if (open.length === 0) return [];
  const news = open.flatMap(notice => (notice.news === null ? [] : [notice.news]));
  return findSpectators(context.state, matchOf(context, match)).map(({ userid, by }) => ({
    ...boardMessage(match, { kind: 'account', userid }, userid),
    ...{ occasion, news, following: by },
  }));
}

/** The players who have an address. Players who left have none. */
const readersOf = (context: ActorContext, match: MatchRef): readonly string[] =>
  userids(matchOf(context, match)).filter(userid => (context.state.account(userid)?.addresses.length ?? 0) > 0);

const matchOf = (context: ActorContext, ref: MatchRef): Match =>
  must(context.state.match(ref), 'what changed is there');

/** Leaves out removed boards: their players get a mail that says so. */
const changedBoards = (context: ActorContext, changes: readonly BoardNotice[]): readonly MatchRef[] =>
  distinct(changes.map(({ match }) => match)).filter(match => matchOf(context, match).state !== 'removed');

const distinct = (refs: readonly MatchRef[]): readonly MatchRef[] =>
  refs.filter((ref, index) => refs.findIndex(other => isSameBoard(ref, other)) === index);
