// Tells whether the challenged players take the challenge, by their standing answers.
// One refusal names all who do not.
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { findBan } from '../players/account.ts';
import { hasBlocked } from '../accounts/blocked.ts';
import { findStandingAnswer } from '../accounts/standing-answer.ts';
import type { CommandContext } from '../decision/decision.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Player } from '../board/match-document.ts';
import type { State } from '../kernel/state.ts';
import { listOpponents, listSeated } from './allowance.ts';

/** Why these players cannot be challenged. `unknown`: names without an account. null: they take the challenge. */
export function findConsentRefusal(
  context: CommandContext,
  game: AnyGame,
  { players, unknown }: { readonly players: readonly Player[]; readonly unknown: readonly string[] },
): Refused | null {
  const opponents = listOpponents(context, players);
  // The refusal is the same whether a player has blocked the challenger or takes no challenges at all.
  const unwilling = opponents.filter(userid => !isWilling(context, game, userid));
  const full = opponents.filter(userid => !unwilling.includes(userid) && isFull(context.state, game, userid));
  const reasons = [
    ...(unknown.length > 0 ? [refused('challenge-users-unknown', { userids: unknown.join(', ') })] : []),
    ...(unwilling.length > 0
      ? [refused('challenge-unwilling', { userids: unwilling.join(', '), game: game.title })]
      : []),
    ...full.map(userid =>
      refused('challenge-limit', {
        userid,
        game: game.title,
        most: findStandingAnswer(context.state, userid, game).most ?? 0,
      }),
    ),
  ];
  return joinSentences(reasons);
}

/**
 * Is an invitation sent to this address? Not if it belongs to an account that would not take the challenge. The board then waits
 * as if the address did not answer, so that the challenger does not learn whether it has an account.
 */
export function isInvitable(context: CommandContext, game: AnyGame, address: string): boolean {
  const userid = context.state.owner(address);
  return userid === null || (isWilling(context, game, userid) && !isFull(context.state, game, userid));
}

const isWilling = (context: CommandContext, game: AnyGame, userid: string): boolean =>
  findStandingAnswer(context.state, userid, game).isTaken &&
  !hasBlocked(context.state, userid, context.actor) &&
  findBan(context.state.account(userid), context.now) === null;

/** Has this player as many boards of the game as they have said they want? */
export function isFull(state: State, game: AnyGame, userid: string): boolean {
  const { most } = findStandingAnswer(state, userid, game);
  return most !== null && listSeated(state, userid).filter(match => match.game === game.name).length >= most;
}

/** Marks the players who are asked before the board begins: those with the setting `ask=on`, except the challenger. */
export const markAsked = (context: CommandContext, players: readonly Player[]): readonly Player[] => {
  const asked = listOpponents(context, players).filter(userid => context.state.account(userid)?.settings.ask === 'on');
  return players.map(player =>
    player.kind === 'account' && asked.includes(player.userid) ? { ...player, isAsked: true } : player,
  );
};

/** Several sentences as one. */
function joinSentences([first, ...others]: readonly Phrase[]): Phrase | null {
  if (first === undefined) return null;
  const rest = joinSentences(others);
  return rest === null ? first : { code: 'one-and-more', parts: { first, rest } };
}
