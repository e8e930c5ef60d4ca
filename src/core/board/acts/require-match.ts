// Checks of every command on a board: the board exists, is running, and the actor plays there.
import { titleOf } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { ActorContext, Denied } from '#core/players/decision.ts';
import { openMatch, requireGame, seatsPlayedBy, type LoadedMatch, nameBoard } from '../match.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { type AnnotationEntry, type Comment, type Match, userids } from '../match-document.ts';
import { type Event, isSameBoard, type MatchRef } from '#core/kernel/documents.ts';

/** Loads a board with its position. Removed, damaged and unknown boards are refused. */
export function loadMatch(state: State, ref: MatchRef): Result<LoadedMatch, Denied> {
  const match = state.match(ref);
  if (state.isDamaged(ref)) return no(buildDamagedRefusal(state, ref));
  const game = requireGame(state, ref);
  const parts = { ...ref, game: match === null ? game.title : titleOf(game, match.setup) };
  if (match === null) return no({ refused: refused('board-unknown', parts), match: null });
  if (match.state === 'removed')
    return no({ refused: refused('board-removed', { ...parts, name: ref.game }), match: null });
  return ok(openMatch(state, match));
}

/** The refusal for a damaged board. Such a board may even name a game that we do not have. */
export const buildDamagedRefusal = (state: State, ref: MatchRef): Denied => {
  const title = state.games.find(({ name }) => name === ref.game)?.title ?? ref.game;
  return { refused: refused('board-damaged', { game: title, number: ref.number }), match: null };
};

/** The running boards of an account, with their records. */
export const loadRunningMatches = (state: State, userid: string): readonly Match[] =>
  state.listDocuments(`running/player/${userid}`).filter(match => match.state === 'active');

/** A board, and the account of it that acts. */
export interface ActorMatch extends LoadedMatch {
  readonly actor: string;
}

/** Loads the board. Refuses if the actor does not play there. */
export function requirePlayer(context: ActorContext, ref: MatchRef): Result<ActorMatch, Denied> {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const actor = context.actor ?? '';
  const parts = { userid: actor, ...nameBoard(table.value) };
  if (!userids(table.value.match).includes(actor)) return no({ refused: refused('not-a-player', parts), match: ref });
  return ok({ ...table.value, actor });
}

/** As `requirePlayer`, and refuses if the game is not running. */
export function requireRunning(context: ActorContext, ref: MatchRef): Result<ActorMatch, Denied> {
  const table = requirePlayer(context, ref);
  if (!table.ok) return table;
  const parts = nameBoard(table.value);
  if (table.value.match.state === 'invited') return no({ refused: refused('board-invited', parts), match: ref });
  if (table.value.match.state === 'over') return no({ refused: refused('board-over', parts), match: ref });
  return table;
}

/** The refusal for an actor without a seat. null: the actor still plays. */
export const refuseResigned = (table: ActorMatch): Refused | null =>
  seatsPlayedBy(table.match, table.matchState, table.actor).length > 0
    ? null
    : refused('resigned-already', nameBoard(table));

/** Does the actor look at the board as it was before moves were taken back? */
export const isBeforeTakeBack = ({ board }: ActorContext, { match, matchState }: LoadedMatch): boolean =>
  board !== null &&
  isSameBoard(board.match, match) &&
  board.takeBacks !== null &&
  board.takeBacks !== matchState.takeBacks.length;

/** Have moves been played since the mail that the actor answers? */
export const isBehind = ({ board }: ActorContext, { match, matchState }: LoadedMatch): boolean =>
  board !== null && board.ply !== null && isSameBoard(board.match, match) && board.ply !== matchState.plies.length;

/** Why the actor cannot answer the question of a mail about this board: it was asked at another position. null: the actor can. */
export function refuseOldQuestion(context: ActorContext, ref: MatchRef): Denied | null {
  const table = requireCurrent(context, ref);
  if (!table.ok) return table.reason;
  return isBehind(context, table.value) ? { refused: refused('proposal-lapsed'), match: ref } : null;
}

/** As `requireRunning`, and refuses if moves were taken back since the mail that the actor answers. */
export function requireCurrent(context: ActorContext, ref: MatchRef): Result<ActorMatch, Denied> {
  const table = requireRunning(context, ref);
  if (!table.ok) return table;
  return isBeforeTakeBack(context, table.value) ? no({ refused: refused('taken-back-since'), match: ref }) : table;
}

/** The comment of an act. A prepared move has none of its own, so the board keeps the comment it has. */
export function chooseComment({ isPrepared, actor, comment }: ActorContext, match: Match): Comment | null {
  if (isPrepared === true) return match.comment;
  return comment === '' ? null : { by: actor ?? '', text: comment };
}

/** The event of an act beside the game, with the words of its mail. */
export const noteEntry = ({ actor, comment }: ActorContext, match: MatchRef, entry: AnnotationEntry): Event => ({
  ...{ kind: 'entries-noted', match, entries: [entry] },
  ...(comment === '' ? {} : { comment: { by: actor ?? '', text: comment } }),
});

/** As `requireCurrent`, and refuses if the same mail makes a proposal: a move after it would end the proposal. */
export function requireToMove(context: ActorContext, ref: MatchRef): Result<ActorMatch, Denied> {
  const table = requireCurrent(context, ref);
  if (!table.ok) return table;
  const isProposed = context.proposedAt.some(board => isSameBoard(board, ref));
  return isProposed ? no({ refused: refused('move-behind-proposal'), match: ref }) : table;
}
