// Playing a move: once, and in its turn.
import { type Entry, isSameBoard, type MatchRef } from '../state/documents.ts';
import { type ActorContext, decided, type Decision, denied } from '../decision.ts';
import { swapSides } from './swap.ts';
import { answerProposal, propose } from './propose.ts';
import { resignBoard } from './resign.ts';
import { isBeforeTakeBack, ownTable, tableToMoveAt } from './table.ts';
import { turnOf, playerName, seatsPlayedBy, matchStateWith, stateBefore, type Table } from './match.ts';
import { type Refused, refused } from '../refusal.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export interface MoveArgs {
  readonly match: MatchRef;
  readonly text: string;
  /** The number this move is to have, as typed; null: the next on the board the actor looks at. */
  readonly number: number | null;
}

/** What stands in the place of a move and is none: pbmserv's words, and ours. */
const OTHER_WORDS: Readonly<Record<string, (at: ActorContext, match: MatchRef) => Decision>> = {
  swap: swapSides,
  resign: resignBoard,
  undo: (at, match) => propose(at, match, 'undo'),
  takeback: (at, match) => propose(at, match, 'undo'),
  propose: (at, match) => propose(at, match, 'draw'),
  draw: (at, match) => propose(at, match, 'draw'),
  accept: (at, match) => answerProposal(at, match, { accepts: true, what: null }),
  reject: (at, match) => answerProposal(at, match, { accepts: false, what: null }),
};

export function playMove(at: ActorContext, args: MoveArgs): Decision {
  const word = args.text.toLowerCase();
  const other = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (other !== undefined) return other(at, args.match);
  const own = ownTable(at, args.match);
  if (!own.ok) return own;
  if (word === 'pass' && !own.value.game.looksLikeMove(word))
    return denied(refused('no-passing', { game: own.value.game.title }), args.match);
  const late = isBeforeTakeBack(at, own.value) ? null : lateMove(at, own.value, args);
  if (late !== null) return late;
  const running = tableToMoveAt(at, args.match);
  return running.ok ? playNext(at, running.value, args) : running;
}

/** Plays it as the next move of the board as it stands. */
function playNext(at: ActorContext, table: Table & { readonly actor: string }, args: MoveArgs): Decision {
  const { game, match, matchState, actor } = table;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return denied(refused('board-over', { game: game.title, number: match.number }), args.match);
  const player = playerName(match.players[turn.player]);
  if (player !== actor) return denied(notTheirTurn(table, player, turn.colour.title), args.match);
  const read = game.parse(matchState.position, args.text);
  if (!read.ok) return denied(read.reason, args.match);
  const text = game.format(matchState.position, read.value);
  const entry: Entry = { kind: 'move', text, at: at.now };
  const next = matchStateWith(game, match, entry);
  const news: Phrase = {
    code: 'played',
    parts: { player: actor, move: text, what: game.describe(matchState.position, read.value) },
  };
  const comment = at.comment === '' ? null : { by: actor, text: at.comment };
  return decided(
    [
      {
        kind: 'match-continued',
        match: args.match,
        record: next.record,
        comment,
        over: next.matchState.outcome !== null,
      },
    ],
    [{ kind: 'board-changed', match: args.match, occasion: 'position', news }],
  );
}

/** The number of the next move on the board the actor looks at; null: nobody knows. */
function nextSeen({ board }: ActorContext, match: MatchRef): number | null {
  const ply = board !== null && isSameBoard(board.match, match) ? board.ply : null;
  return ply === null ? null : ply + 1;
}

/** `player` has the turn, with this colour. */
function notTheirTurn(
  { game, match, matchState, actor }: Table & { readonly actor: string },
  player: string,
  colour: string,
): Refused {
  return seatsPlayedBy(match, matchState, actor).length === 0
    ? refused('resigned-already', { game: game.title, number: match.number })
    : refused('not-your-turn', { player, colour });
}

/** A move for a ply that was played already: the same again is said to be done, another comes too late. */
function lateMove(
  at: ActorContext,
  { game, match, matchState, actor }: Table & { readonly actor: string },
  { match: ref, text, number: asked }: MoveArgs,
): Decision | null {
  const number = asked ?? nextSeen(at, ref);
  const next = matchState.plies.length + 1;
  if (number === null || number === next) return null;
  if (number > next) return denied(refused('ply-ahead', { asked: number, next }), ref);
  const before = stateBefore(game, match, number);
  const read = game.parse(before.position, text);
  const played = matchState.plies[number - 1];
  const isSame =
    read.ok &&
    played?.text === game.format(before.position, read.value) &&
    playerName(match.players[played.player]) === actor;
  if (isSame) return denied(refused('already-played', { move: played.text, number }), ref);
  return match.state === 'over' ? null : denied(refused('ply-gone', { asked: number, next }), ref);
}
