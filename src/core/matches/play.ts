// Plays a move, in turn and only once.
import { titleOf } from '#games/game.ts';
import type { Entry } from '../board/match-document.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type ActorContext, allow, type Decision, type Denied, type Notification } from '../decision/decision.ts';
import { swapSides } from './swap.ts';
import { lapsedBy } from '../board/proposals.ts';
import { answerProposal, propose } from './propose.ts';
import { resignBoard } from './resign.ts';
import { commentWith, isBeforeTakeBack, requirePlayer, requireToMove } from './require-match.ts';
import { turnOf, playerName, seatsPlayedBy, matchStateWith, stateBefore, type LoadedMatch } from '../board/match.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export interface MoveArgs {
  readonly match: MatchRef;
  readonly text: string;
  /** The number this move is to have, as typed; null: the next on the board the actor looks at. */
  readonly number: number | null;
}

/** What stands in the place of a move and is none: pbmserv's words, and ours. */
const OTHER_WORDS: Readonly<Record<string, (context: ActorContext, match: MatchRef) => Decision>> = {
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
  const other = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (other !== undefined) return other(context, args.match);
  const move = moveNow(context, args);
  return move.ok ? play(context, args.match, move.value) : move;
}

/** A move that can be made now. */
export interface MoveNow {
  readonly table: LoadedMatch & { readonly actor: string };
  readonly entry: Entry & { readonly kind: 'move' };
  readonly what: Phrase;
}

/** The move as the next of the board as it stands, or why it cannot be. */
export function moveNow(context: ActorContext, args: MoveArgs): Result<MoveNow, Denied> {
  const own = requirePlayer(context, args.match);
  if (!own.ok) return own;
  const { title, looksLikeMove } = own.value.game;
  const why = (refusal: Refused): Result<MoveNow, Denied> => no({ refused: refusal, match: args.match });
  if (args.text.toLowerCase() === 'pass' && !looksLikeMove('pass')) return why(refused('no-passing', { game: title }));
  const late = isBeforeTakeBack(context, own.value) ? null : refuseLateMove(context, own.value, args);
  if (late !== null) return why(late);
  const running = requireToMove(context, args.match);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return why(refused('board-over', { game: title, number: match.number }));
  const player = playerName(match.players[turn.player]);
  if (player !== actor) return why(notTheirTurn(running.value, player, turn.colour.title));
  const read = game.parse(matchState.position, args.text);
  if (!read.ok) return why(read.reason);
  const text = game.format(matchState.position, read.value);
  const what = game.describe(matchState.position, read.value);
  const isPrepared = context.isPrepared === true ? { isPrepared: true as const } : {};
  return ok({ table: running.value, entry: { kind: 'move', text, ...isPrepared, at: context.now }, what });
}

function play(context: ActorContext, ref: MatchRef, { table, entry, what }: MoveNow): Decision {
  const { game, match, actor } = table;
  const next = matchStateWith(game, match, entry);
  const code = context.isPrepared === true ? 'played-prepared' : 'played';
  const news: Phrase = { code, parts: { player: actor, move: entry.text, what } };
  const over = next.matchState.outcome !== null;
  return allow(
    [{ kind: 'match-continued', match: ref, record: next.record, comment: commentWith(context, match), over }],
    [news, ...lapsedBy(table)].map(each => changedBy(actor, ref, each)),
  );
}

const changedBy = (actor: string, match: MatchRef, news: Phrase): Notification => ({
  ...{ kind: 'board-changed', occasion: 'position', match, news, movedBy: actor },
});

/** The number of the next move on the board the actor looks at. null: it is not known. */
function nextSeen({ board }: ActorContext, match: MatchRef): number | null {
  const ply = board !== null && isSameBoard(board.match, match) ? board.ply : null;
  return ply === null ? null : ply + 1;
}

/** `player` has the turn, with this colour. */
function notTheirTurn(
  { game, match, matchState, actor }: LoadedMatch & { readonly actor: string },
  player: string,
  colour: string,
): Refused {
  return seatsPlayedBy(match, matchState, actor).length === 0
    ? refused('resigned-already', { game: titleOf(game, match.setup), number: match.number })
    : refused('not-your-turn', { player, colour });
}

/** A move for a ply that was played already: the same again is said to be done, another comes too late. */
export function refuseLateMove(
  context: ActorContext,
  { game, match, matchState, actor }: LoadedMatch & { readonly actor: string },
  { match: ref, text, number: asked }: MoveArgs,
): Refused | null {
  const number = asked ?? nextSeen(context, ref);
  const next = matchState.plies.length + 1;
  if (number === null || number === next) return null;
  if (number > next) return refused('ply-ahead', { asked: number, next });
  const before = stateBefore(game, match, number);
  const read = game.parse(before.position, text);
  const played = matchState.plies[number - 1];
  const isSame =
    read.ok &&
    played?.text === game.format(before.position, read.value) &&
    playerName(match.players[played.player]) === actor;
  if (isSame) return refused('already-played', { move: played.text, number });
  return match.state === 'over' ? null : refused('ply-gone', { asked: number, next });
}
