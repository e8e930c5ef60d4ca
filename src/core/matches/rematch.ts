// Opens a rematch: the same players and options, with every player on the next seat.
import { titleOf } from '#games/game.ts';
import { type CommandContext, allow, type Decision, deny } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { isAskedAt, playerName, type LoadedMatch } from '../board/match.ts';
import { acceptSeat } from './seats.ts';
import { openBoard } from './open.ts';
import { copyOpening } from './opening.ts';
import { requirePlayer } from './require-match.ts';
import { timeOf } from '../kernel/time-control.ts';

/** Opens only one rematch of a board. If there already is one, it is shown instead. */
export function openRematch(context: CommandContext, ref: MatchRef, usage: string): Decision {
  const own = requirePlayer(context, ref);
  if (!own.ok) return own;
  const { game, match } = own.value;
  if (match.state !== 'over')
    return deny(refused('rematch-early', { game: titleOf(game, match.setup), number: ref.number }), ref);
  const existingRef = match.rematch === undefined ? null : { game: ref.game, number: match.rematch };
  const existingMatch = existingRef === null ? null : context.state.match(existingRef);
  if (existingRef !== null && existingMatch?.state !== 'removed') {
    // An invited player accepts the rematch by asking for it.
    if (existingMatch !== null && isAskedAt(existingMatch, own.value.actor))
      return acceptSeat(context, existingRef, null);
    return allow([], [{ kind: 'board-shown', match: existingRef, ply: null, as: null }]);
  }
  const args = {
    game,
    names: listNamesBySeat(own.value),
    opening: copyOpening(match, context.now),
    swap: match.swap,
    time: timeOf(match),
    isRated: match.isUnrated !== true,
    isOffWeb: match.isOffWeb === true,
    usage,
  };
  const opened = openBoard(context, args);
  if (!opened.ok) return opened;
  const rematchEvents = opened.value.events.flatMap(event =>
    event.kind === 'match-opened' ? [{ kind: 'rematch-opened', match: ref, number: event.match.number } as const] : [],
  );
  return allow([...opened.value.events, ...rematchEvents], opened.value.notifications);
}

/** The player on the second seat at the end gets the first seat, and so on. */
function listNamesBySeat({ match, matchState: { holders } }: LoadedMatch): readonly string[] {
  const names = holders.map(holder => playerName(match.players[holder]));
  return [...names.slice(1), ...names.slice(0, 1)];
}
