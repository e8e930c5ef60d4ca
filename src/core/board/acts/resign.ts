// Resigns a board. A running game is lost.
// Before the player's first move, resigning declines the challenge and removes the board.
import { extendMatch } from './events.ts';
import { type ActorContext, type Decision, allow, deny, sendMail, tellBoard } from '#core/players/decision.ts';
import { type MatchRef, refOf } from '#core/kernel/documents.ts';
import { type Match, type RetireReason, userids } from '../match-document.ts';
import { type ActorMatch, chooseComment, requirePlayer, requireRunning } from './require-match.ts';
import { countInheritedMoves, hasActed } from '../match-state.ts';
import { type LoadedMatch, addToRecord, seatsPlayedBy, turnOf, nameBoard } from '../match.ts';
import { hasBlocked } from '#core/players/blocked.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export function resignBoard(context: ActorContext, ref: MatchRef): Decision {
  const own = requirePlayer(context, ref);
  if (!own.ok) return own;
  const { match, actor } = own.value;
  if (match.state === 'invited' || (match.state === 'active' && isDeclining(own.value, actor))) {
    return removeBoard(context, match, actor);
  }
  const running = requireRunning(context, ref);
  return running.ok ? giveUp(context, running.value, { why: 'resigned', code: 'resigned-news' }) : running;
}

/** Does giving up decline the challenge? Before the player's first move it does, unless the others have begun and can go on alone. */
export function isDeclining({ game, match, matchState }: LoadedMatch, actor: string): boolean {
  const [seat] = seatsPlayedBy(match, matchState, actor);
  // Opening or taking a seek, or entering a tournament, is an agreement to play.
  if (
    seat === undefined ||
    match.seeks !== undefined ||
    match.tournament !== undefined ||
    hasActed(match, matchState, actor)
  )
    return false;
  return (
    matchState.plies.length === countInheritedMoves(match) ||
    game.outcome(game.retire(matchState.position, seat)) !== null
  );
}

/** Removes a declined or withdrawn board, without a loser. If `actor` is null, an invited player without an account declined. */
export function removeBoard(
  context: ActorContext,
  match: Match,
  actor: string | null,
  why: Phrase | null = null,
): Decision {
  const ref = refOf(match);
  const by = actor ?? 'The reply';
  const comment = chooseComment({ ...context, actor: by }, match);
  const news =
    why ??
    (actor === null
      ? { code: 'invitation-declined', parts: {} }
      : { code: match.challenger === actor ? 'withdrawn' : 'declined', parts: { player: actor } });
  return allow(
    [{ kind: 'match-removed', match: ref, comment }],
    userids(match).map(userid =>
      sendMail({
        ...{ kind: 'removed', to: { kind: 'account', userid }, match: ref, news, by: comment?.by ?? by },
        comment: comment === null || hasBlocked(context.state, userid, comment.by) ? '' : comment.text,
      }),
    ),
  );
}

/** Why a seat is given up, and the code of the news about it. */
interface GiveUpReason {
  readonly why: RetireReason;
  readonly code: 'resigned-news' | 'timed-out';
}

/** Retires a seat of `actor`, who resigned or ran out of time. */
export function giveUp(
  context: ActorContext,
  { game, match, matchState, actor }: ActorMatch,
  { why, code }: GiveUpReason,
): Decision {
  const turn = turnOf(game, match, matchState);
  const seats = seatsPlayedBy(match, matchState, actor);
  const toMove = turn === null ? -1 : matchState.holders.indexOf(turn.player);
  // A player with several sides gives up the side to move.
  const seat = seats.includes(toMove) ? toMove : seats[0];
  if (seat === undefined) return deny(refused('resigned-already', nameBoard({ game, match })), refOf(match));
  const next = addToRecord({ game, match }, { kind: 'retire', seat, why, at: context.now });
  const comment = chooseComment({ ...context, actor }, match);
  return allow([extendMatch(next, comment)], [tellBoard(match, { code, parts: { player: actor } })]);
}
