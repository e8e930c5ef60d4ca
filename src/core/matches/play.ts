// Playing a move: once, and in its turn.
import type { MatchRef, Entry } from '../state/documents.ts';
import { type ActorContext, decided, type Decision, denied } from '../decision.ts';
import { swapSides } from './swap.ts';
import { resignBoard } from './resign.ts';
import { ownTable, runningTable } from './table.ts';
import { turnOf, playerName, seatsPlayedBy, matchStateWith, matchStateOf, type Table } from './match.ts';
import { type Refused, refused } from '../refusal.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export interface MoveArgs {
  readonly match: MatchRef;
  readonly text: string;
  /** The number this move is to have, from `#n` or the mail answered; null: whatever comes next. */
  readonly number: number | null;
}

export function playMove(at: ActorContext, args: MoveArgs): Decision {
  const word = args.text.toLowerCase();
  if (word === 'swap') return swapSides(at, args.match);
  if (word === 'resign') return resignBoard(at, args.match);
  const own = ownTable(at, args.match);
  if (!own.ok) return own;
  if (word === 'pass' && !own.value.game.looksLikeMove(word))
    return denied(refused('no-passing', { game: own.value.game.title }), args.match);
  const late = lateMove(own.value, args, own.value.actor);
  if (late !== null) return late;
  const running = runningTable(at, args.match);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return denied(refused('board-over', { game: game.title, number: match.number }), args.match);
  const player = playerName(match.players[turn.player]);
  if (player !== actor) return denied(notTheirTurn(running.value, player, turn.colour.title), args.match);
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
  { game, match, matchState }: Table,
  { match: ref, text, number }: MoveArgs,
  actor: string,
): Decision | null {
  const next = matchState.plies.length + 1;
  if (number === null || number === next) return null;
  if (number > next) return denied(refused('ply-ahead', { asked: number, next }), ref);
  const before = matchStateOf(game, match, number - 1);
  const read = game.parse(before.position, text);
  const played = matchState.plies[number - 1];
  const isSame =
    read.ok &&
    played?.text === game.format(before.position, read.value) &&
    playerName(match.players[played.player]) === actor;
  if (isSame) return denied(refused('already-played', { move: played.text, number }), ref);
  return match.state === 'over' ? null : denied(refused('ply-gone', { asked: number, next }), ref);
}
