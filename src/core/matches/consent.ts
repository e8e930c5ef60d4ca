// Whether those who are challenged take the challenge: what they have said beforehand, told in one answer.
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { banOf } from '../accounts/ban.ts';
import { hasBlocked } from '../accounts/blocked.ts';
import { standingAnswer } from '../accounts/standing-answer.ts';
import type { CommandContext } from '../decision.ts';
import { type Refused, refused } from '../refusal.ts';
import type { Player } from '../state/documents.ts';
import type { State } from '../state/state.ts';
import { opponents, seatedAt } from './allowance.ts';

/** Why a challenge goes to none of these players; `unknown`: names that are nobody's. null: they take it. */
export function consentRefusal(
  at: CommandContext,
  game: AnyGame,
  { players, unknown }: { readonly players: readonly Player[]; readonly unknown: readonly string[] },
): Refused | null {
  const asked = opponents(at, players);
  // Whom somebody has blocked and who takes no challenges from anybody read the same.
  const unwilling = asked.filter(userid => !isWilling(at, game, userid));
  const full = asked.filter(userid => !unwilling.includes(userid) && isFull(at.state, game, userid));
  const reasons = [
    ...(unknown.length > 0 ? [refused('challenge-users-unknown', { userids: unknown.join(', ') })] : []),
    ...(unwilling.length > 0
      ? [refused('challenge-unwilling', { userids: unwilling.join(', '), game: game.title })]
      : []),
    ...full.map(userid =>
      refused('challenge-limit', {
        userid,
        game: game.title,
        most: standingAnswer(at.state, userid, game).most ?? 0,
      }),
    ),
  ];
  return together(reasons);
}

/**
 * Does an invitation to this address reach anybody? Where it is an account's that would not take the challenge, none is sent, and the
 * board waits as for anybody who does not answer: whether an address has an account is nobody's affair.
 */
export function isInvitable(at: CommandContext, game: AnyGame, address: string): boolean {
  const userid = at.state.owner(address);
  return userid === null || (isWilling(at, game, userid) && !isFull(at.state, game, userid));
}

const isWilling = (at: CommandContext, game: AnyGame, userid: string): boolean =>
  standingAnswer(at.state, userid, game).isTaken &&
  !hasBlocked(at.state, userid, at.actor) &&
  banOf(at.state.account(userid), at.now) === null;

/** Has this player as many boards of the game as they have said they want? */
export function isFull(state: State, game: AnyGame, userid: string): boolean {
  const { most } = standingAnswer(state, userid, game);
  return most !== null && seatedAt(state, userid).filter(match => match.game === game.name).length >= most;
}

/** The players, and which of them are asked before the board begins: those who have said so, but for whoever opens it. */
export const withAsked = (at: CommandContext, players: readonly Player[]): readonly Player[] => {
  const asked = opponents(at, players).filter(userid => at.state.account(userid)?.settings.ask === 'on');
  return players.map(player =>
    player.kind === 'account' && asked.includes(player.userid) ? { ...player, isAsked: true } : player,
  );
};

/** Several sentences as one. */
function together([first, ...others]: readonly Phrase[]): Phrase | null {
  if (first === undefined) return null;
  const rest = together(others);
  return rest === null ? first : { code: 'one-and-more', parts: { first, rest } };
}
