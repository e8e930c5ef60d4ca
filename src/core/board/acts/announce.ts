// Announces changes of boards to their players and followers.
import { must } from '#games/kit/assert.ts';
import type { ActorContext, Decided, Notification } from '#core/players/decision.ts';
import {
  type Message,
  createBoardMessage,
  type BoardMessage,
  type Consequence,
  type Recipient,
  type RefusedLine,
} from '#core/players/message.ts';
import { isAnswer } from '#core/kernel/refusal.ts';
import { type Event, isSameBoard, type MatchRef } from '#core/kernel/documents.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { type Match, userids } from '../match-document.ts';
import { collectMissing } from '#core/kernel/loading.ts';
import { findSpectators } from '../match-definition.ts';

export type BoardNotice = Extract<Notification, { readonly kind: 'board-changed' | 'board-shown' }>;

type ChangeNotice = BoardNotice & { readonly kind: 'board-changed' };

/** Refused lines that are all about one board. */
export interface BoardError {
  readonly match: MatchRef;
  readonly lines: readonly RefusedLine[];
}

/** Applies what was decided, and announces it. For requests that are not mails. */
export function applyDecision(context: ActorContext, { events, notifications }: Decided): Consequence {
  const state = events.reduce(apply, context.state);
  return { messages: announceToAll({ ...context, state }, notifications), state };
}

/** The consequence of events without mails. null: there are none. */
export const followEvents = (state: State, events: readonly Event[]): Consequence | null =>
  events.length === 0 ? null : { messages: [], state: events.reduce(apply, state) };

/** Builds the messages to the players of changed boards, and passes other messages on. For requests that are not mails. */
export const announceToAll = (context: ActorContext, notifications: readonly Notification[]): readonly Message[] => {
  const changes = notifications.filter(notice => notice.kind === 'board-changed');
  return [
    ...announceChanges(context, changes, null),
    ...notifications.flatMap(each => (each.kind === 'message' ? [each.message] : [])),
  ];
};

/** Builds the messages to all players and followers of changed boards. The followers of all boards are loaded at once. */
export function announceChanges(
  context: ActorContext,
  changes: readonly ChangeNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  // Leaves out removed boards: their players get a mail that says so.
  const boards = removeDuplicates(changes.map(({ match }) => match)).filter(
    match => requireMatch(context, match).state !== 'removed',
  );
  return collectMissing(
    () => boards.flatMap(match => buildPlayerMessages(context, match, changes, error)),
    boards.map(match => () => findSpectators(context.state, requireMatch(context, match))),
  );
}

/** One message to each player. The sender's also shows the refused lines of the same mail. */
function buildPlayerMessages(
  context: ActorContext,
  match: MatchRef,
  changes: readonly ChangeNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  const notices = changes.filter(notice => isSameBoard(notice.match, match));
  const occasion = notices.some(notice => notice.occasion === 'new') ? 'new' : 'position';
  const lines = error !== null && isSameBoard(error.match, match) ? error.lines : [];
  // Players who left have no address.
  const isReader = (userid: string): boolean => (context.state.account(userid)?.addresses.length ?? 0) > 0;
  const readers = userids(requireMatch(context, match)).filter(isReader);
  const players = readers.flatMap((userid): BoardMessage | readonly BoardMessage[] => {
    const ownNotices = notices.filter(({ only }) => only === undefined || only === userid);
    if (ownNotices.length === 0) return [];
    const news = ownNotices.flatMap(notice => (notice.news === null ? [] : [notice.news]));
    const refusedLines = userid === context.actor ? lines : [];
    const to: Recipient = { kind: 'account', userid };
    return {
      ...createBoardMessage(match, to, userid),
      occasion: refusedLines.length > 0 ? chooseRefusalOccasion(refusedLines) : occasion,
      news,
      refusedLines,
      isOfMoves:
        ownNotices.every(({ movedBy = userid }) => movedBy !== userid) &&
        userid !== context.actor &&
        requireMatch(context, match).isTutorial !== true,
      isEcho:
        occasion === 'position' && refusedLines.length === 0 && ownNotices.every(({ movedBy }) => movedBy === userid),
    };
  });
  return [...players, ...buildSpectatorMessages(context, match, { occasion, notices: notices })];
}

/** Answers alone are no error. */
export const chooseRefusalOccasion = (lines: readonly RefusedLine[]): 'answer' | 'error' =>
  lines.every(({ refused: { code } }) => isAnswer(code)) ? 'answer' : 'error';

/** The same news to all followers of the board, without news that is for one player only. */
function buildSpectatorMessages(
  context: ActorContext,
  match: MatchRef,
  { occasion, notices }: Pick<BoardMessage, 'occasion'> & { readonly notices: readonly ChangeNotice[] },
): readonly BoardMessage[] {
  const open = notices.filter(({ only }) => only === undefined);
  if (open.length === 0) return [];
  const news = open.flatMap(notice => (notice.news === null ? [] : [notice.news]));
  return findSpectators(context.state, requireMatch(context, match)).map(({ userid, by }) => ({
    ...createBoardMessage(match, { kind: 'account', userid }, userid),
    ...{ occasion, news, subscription: by },
  }));
}

const requireMatch = (context: ActorContext, ref: MatchRef): Match =>
  must(context.state.match(ref), 'what changed is there');

const removeDuplicates = (refs: readonly MatchRef[]): readonly MatchRef[] =>
  refs.filter((ref, index) => refs.findIndex(other => isSameBoard(ref, other)) === index);
