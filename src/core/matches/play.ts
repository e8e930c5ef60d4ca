// Plays a move, in turn and only once.
import { titleOf } from '#games/game.ts';
import type { Entry } from '../board/match-document.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type ActorContext, allow, type Decision, type Denied, type Notification } from '../decision/decision.ts';
import { swapSides } from './swap.ts';
import { findLapsedNews } from '../board/proposals.ts';
import { answerProposal, propose } from './propose.ts';
import { resignBoard } from './resign.ts';
import { chooseComment, isBeforeTakeBack, requirePlayer, requireToMove } from './require-match.ts';
import { turnOf, playerName, seatsPlayedBy, addToRecord, findStateBefore, type LoadedMatch } from '../board/match.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export interface MoveArgs {
  readonly match: MatchRef;
  readonly text: string;
  /** The number that was typed after the move. null: the number after the last move that the actor's mail shows. */
  readonly number: number | null;
}

/** Words that may be typed in place of a move, and the acts that they stand for. */
const ACT_WORDS: Readonly<Record<string, (context: ActorContext, match: MatchRef) => Decision>> = {
  swap: swapSides,
  resign: resignBoard,
  undo: (context, match) => propose(context, match, 'undo'),
  takeback: (context, match) => propose(context, match, 'undo'),
  propose: (context, match) => propose(context, match, 'draw'),
  draw: (context, match) => propose(context, match, 'draw'),
  accept: (context, match) => answerProposal(context, match, { accepts: true, what: null }),
  reject: (context, match) => answerProposal(context, match, { accepts: false, what: null }),
};

export function playMove(context: ActorContext, args: MoveArgs): Decision {
  const word = args.text.toLowerCase();
  const act = Object.hasOwn(ACT_WORDS, word) ? ACT_WORDS[word] : undefined;
  if (act !== undefined) return act(context, args.match);
  const move = parseLegalMove(context, args);
  return move.ok ? play(context, args.match, move.value) : move;
}

/** A move that is legal now. */
export interface LegalMove {
  readonly table: LoadedMatch & { readonly actor: string };
  readonly entry: Entry & { readonly kind: 'move' };
  readonly what: Phrase;
}

/** Parses a move for the present position, or tells why it cannot be played. */
export function parseLegalMove(context: ActorContext, args: MoveArgs): Result<LegalMove, Denied> {
  const own = requirePlayer(context, args.match);
  if (!own.ok) return own;
  const { title, looksLikeMove } = own.value.game;
  const refuse = (refusal: Refused): Result<LegalMove, Denied> => no({ refused: refusal, match: args.match });
  if (args.text.toLowerCase() === 'pass' && !looksLikeMove('pass'))
    return refuse(refused('no-passing', { game: title }));
  const lateRefusal = isBeforeTakeBack(context, own.value) ? null : refuseLateMove(context, own.value, args);
  if (lateRefusal !== null) return refuse(lateRefusal);
  const running = requireToMove(context, args.match);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return refuse(refused('board-over', { game: title, number: match.number }));
  const player = playerName(match.players[turn.player]);
  if (player !== actor) return refuse(refuseOutOfTurn(running.value, player, turn.colour.title));
  const read = game.parse(matchState.position, args.text);
  if (!read.ok) return refuse(read.reason);
  const text = game.format(matchState.position, read.value);
  const what = game.describe(matchState.position, read.value);
  const isPrepared = context.isPrepared === true ? { isPrepared: true as const } : {};
  return ok({ table: running.value, entry: { kind: 'move', text, ...isPrepared, at: context.now }, what });
}

function play(context: ActorContext, ref: MatchRef, { table, entry, what }: LegalMove): Decision {
  const { game, match, actor } = table;
  const next = addToRecord(game, match, entry);
  const code = context.isPrepared === true ? 'played-prepared' : 'played';
  const news: Phrase = { code, parts: { player: actor, move: entry.text, what } };
  const over = next.matchState.outcome !== null;
  return allow(
    [{ kind: 'match-continued', match: ref, record: next.record, comment: chooseComment(context, match), over }],
    [news, ...findLapsedNews(table)].map(each => buildNotice(actor, ref, each)),
  );
}

const buildNotice = (actor: string, match: MatchRef, news: Phrase): Notification => ({
  ...{ kind: 'board-changed', occasion: 'position', match, news, movedBy: actor },
});

/** The number of the next move on the board in the mail that the actor answers. null: unknown. */
function nextMoveSeen({ board }: ActorContext, match: MatchRef): number | null {
  const ply = board !== null && isSameBoard(board.match, match) ? board.ply : null;
  return ply === null ? null : ply + 1;
}

/** Why the actor cannot move: `player` has the turn with this colour, or the actor has resigned. */
function refuseOutOfTurn(
  { game, match, matchState, actor }: LoadedMatch & { readonly actor: string },
  player: string,
  colour: string,
): Refused {
  return seatsPlayedBy(match, matchState, actor).length === 0
    ? refused('resigned-already', { game: titleOf(game, match.setup), number: match.number })
    : refused('not-your-turn', { player, colour });
}

/** Refuses a move whose number is not the next. null: it is the next. The same move sent twice gets another sentence than a late one. */
export function refuseLateMove(
  context: ActorContext,
  { game, match, matchState, actor }: LoadedMatch & { readonly actor: string },
  { match: ref, text, number: typedNumber }: MoveArgs,
): Refused | null {
  const number = typedNumber ?? nextMoveSeen(context, ref);
  const next = matchState.plies.length + 1;
  if (number === null || number === next) return null;
  if (number > next) return refused('ply-ahead', { asked: number, next });
  const before = findStateBefore(game, match, number);
  const read = game.parse(before.position, text);
  const played = matchState.plies[number - 1];
  const isSame =
    read.ok &&
    played?.text === game.format(before.position, read.value) &&
    playerName(match.players[played.player]) === actor;
  if (isSame) return refused('already-played', { move: played.text, number });
  return match.state === 'over' ? null : refused('ply-gone', { asked: number, next });
}
