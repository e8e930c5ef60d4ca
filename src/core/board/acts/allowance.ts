// Limits how many boards a challenge may add for each player, and asks whether they take it.
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { findStandingAnswer, hasBlocked, isOptedOut } from '#core/players/blocked.ts';
import { hasActed } from '../match-state.ts';
import { type MatchOutline, type Player, userids } from '../match-document.ts';
import { isAskedAt, isAwaited, openMatch } from '../match.ts';
import { type CommandContext, chargedPlayerOf } from '#core/players/decision.ts';
import { type MatchRef, matchRefOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { findBan } from '#core/players/account.ts';
import {
  accountQuotaIdOf,
  challengeCharges,
  invitationCharges,
  openedCharge,
  unaskedCharge,
} from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { isRobot } from '#core/players/robots.ts';

/** Why no board can be opened for these players. null: it can be opened. */
export const findChallengeRefusal = (context: CommandContext, players: readonly Player[]): Refused | null =>
  refuseFullPlayer(context.state, players) ??
  refuseInvitations(context, players) ??
  refuseUnanswered(context, players) ??
  refuseRobotBoards(context.state, players, context.actor ?? '');

function refuseFullPlayer(state: State, players: readonly Player[]): Refused | null {
  const maxBoards = limits.boardsPerPlayer;
  const full = players.find(
    player =>
      player.kind === 'account' &&
      !isRobot(state, player.userid) &&
      listRunning(state, player.userid).filter(match => match.state === 'active').length >= maxBoards,
  );
  return full?.kind === 'account' ? refused('challenge-boards-full', { userid: full.userid, most: maxBoards }) : null;
}

/** The refusal does not tell whether others invited the address, or whether it wants no mail: that is private. */
function refuseInvitations(context: CommandContext, players: readonly Player[]): Refused | null {
  const invited = players.flatMap(player => (player.kind === 'invited' ? [player.address] : []));
  if (!players.some(isAwaited)) return null;
  const actor = context.actor ?? '';
  const open = listRunning(context.state, actor).filter(
    match => match.state === 'invited' && match.challenger === actor,
  );
  if (open.length >= limits.invitationsPerPlayer)
    return refused('invitations-full', { most: limits.invitationsPerPlayer });
  if (invited.length === 0) return null;
  const { inviter, mailbox, all } = invitationCharges(chargedPlayerOf(context));
  if (!hasRoom(context.state, inviter, context.now, invited.length))
    return refused('invitations-today', { most: limits.invitationsPerDay });
  const closedAddress = invited.find(
    address =>
      isOptedOut(context, address) || !hasRoom(context.state, [mailbox(address), unaskedCharge(address)], context.now),
  );
  if (closedAddress !== undefined) return refused('invitation-unwanted', { address: closedAddress });
  return hasRoom(context.state, [all], context.now, invited.length) ? null : refused('invitations-busy');
}

/** The accounts a challenge goes to, without the challenger and without robots. */
export const listOpponents = (context: CommandContext, players: readonly Player[]): readonly string[] => [
  ...new Set(
    players.flatMap(player =>
      player.kind === 'account' && player.userid !== context.actor && !isRobot(context.state, player.userid)
        ? [player.userid]
        : [],
    ),
  ),
];

/** The charges of a board with oneself alone. It may copy a long game. */
const listOwnCharges = (context: CommandContext, players: readonly Player[]): readonly Charge[] =>
  players.every(player => player.kind === 'account' && player.userid === context.actor)
    ? challengeCharges(chargedPlayerOf(context), context.actor ?? '').challenger
    : [];

/** Limits boards that the opponents did not ask for, since each sends them mail, and boards with oneself. */
function refuseUnanswered(context: CommandContext, players: readonly Player[]): Refused | null {
  const actor = context.actor ?? '';
  if (!hasRoom(context.state, listOwnCharges(context, players), context.now))
    return refused('challenges-alone', { most: limits.challengesPerOpponent });
  const others = listOpponents(context, players);
  if (others.length === 0) return null;
  const ownBoards = listRunning(context.state, actor).filter(match => match.challenger === actor);
  for (const userid of others) {
    const open = ownBoards.filter(
      board => userids(board).includes(userid) && isUnanswered(context.state, board, userid),
    );
    if (open.length >= limits.boardsUnanswered)
      return refused('challenges-unanswered', { userid, most: limits.boardsUnanswered });
    const { challenger, opponent } = challengeCharges(chargedPlayerOf(context), userid);
    if (!hasRoom(context.state, challenger, context.now))
      return refused('challenges-today', { userid, most: limits.challengesPerOpponent });
    if (!hasRoom(context.state, [opponent], context.now)) return refused('challenges-received', { userid });
  }
  return null;
}

/** A damaged board does not wait for an answer. */
function isUnanswered(state: State, { game, number }: MatchRef, userid: string): boolean {
  const match = state.match({ game, number });
  return match !== null && !hasActed(match, openMatch(state, match).matchState, userid);
}

/** The charges for opening a board with these players. They are not refunded if the board is removed. */
export function listBoardCharges(context: CommandContext, players: readonly Player[]): readonly Charge[] {
  const { inviter, mailbox, all } = invitationCharges(chargedPlayerOf(context));
  return [
    openedCharge(context.actor ?? ''),
    ...listOwnCharges(context, players),
    ...players.flatMap(player => (player.kind === 'invited' ? [...inviter, mailbox(player.address), all] : [])),
    ...listOpponents(context, players).flatMap(userid => {
      const { challenger, opponent } = challengeCharges(chargedPlayerOf(context), userid);
      return [...challenger, opponent];
    }),
  ];
}

/** A robot accepts every board, so boards with robots are limited per player: all players share its thinking time. */
export function refuseRobotBoards(state: State, players: readonly Player[], actor: string): Refused | null {
  const maxBoards = limits.robotBoardsPerPlayer;
  const hasRobot = (all: readonly Player[]): boolean =>
    all.some(player => player.kind === 'account' && isRobot(state, player.userid));
  if (!hasRobot(players)) return null;
  return listSeated(state, actor).filter(match => hasRobot(match.players) && match.isTutorial !== true).length >=
    maxBoards
    ? refused('robot-boards-full', { most: maxBoards })
    : null;
}

/**
 * The boards of a player that are not finished, with those that the mail itself has opened. Lists have no version. So this reads
 * the quota that every new board is charged to as well: a board that is opened before the commit conflicts with it.
 */
export function listRunning(state: State, userid: string): readonly MatchOutline[] {
  state.get(`quota/${accountQuotaIdOf(userid)}`);
  const keys = state.listKeys(`running/player/${userid}`);
  state.requireDocuments(keys);
  return keys.flatMap(key => state.outline(matchRefOf(key)) ?? []);
}

/** The unfinished boards of a player, without those where the player was only asked. */
export const listSeated = (state: State, userid: string): readonly MatchOutline[] =>
  listRunning(state, userid).filter(match => !isAskedAt(match, userid));

// One refusal names all players who do not take the challenge.

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
