// Limits how many boards and invitations a challenge may add for each player.
import { type CommandContext, counted } from '../decision/decision.ts';
import { isRobot } from '../players/robots.ts';
import { isOptedOut } from '../accounts/opted-out.ts';
import { limits } from '../kernel/limits.ts';
import { hasActed } from '../board/has-acted.ts';
import { requireGame, isAskedAt, isAwaited, matchStateOf } from '../board/match.ts';
import { type Charge, hasRoom } from '../players/quota.ts';
import { challengeCharges, invitationCharges, ofUser, openedCharge, unaskedCharge } from '../players/quota-rules.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type Outline, type Player, userids } from '../board/match-document.ts';

/** Why no board can be opened for these players; null: it can. */
export const findChallengeRefusal = (at: CommandContext, players: readonly Player[]): Refused | null =>
  firstFull(at.state, players) ??
  tooManyInvitations(at, players) ??
  tooManyUnanswered(at, players) ??
  tooManyRobots(at.state, players, at.actor ?? '');

function firstFull(state: State, players: readonly Player[]): Refused | null {
  const most = limits.boardsPerPlayer;
  const full = players.find(
    player =>
      player.kind === 'account' &&
      !isRobot(state, player.userid) &&
      listRunning(state, player.userid).filter(match => match.state === 'active').length >= most,
  );
  return full?.kind === 'account' ? refused('challenge-boards-full', { userid: full.userid, most }) : null;
}

/** Does not say whether others invited an address, or whether it wants no mail: that is its owner's affair. */
function tooManyInvitations(at: CommandContext, players: readonly Player[]): Refused | null {
  const invited = players.flatMap(player => (player.kind === 'invited' ? [player.address] : []));
  if (!players.some(isAwaited)) return null;
  const actor = at.actor ?? '';
  const open = listRunning(at.state, actor).filter(match => match.state === 'invited' && match.challenger === actor);
  if (open.length >= limits.invitationsPerPlayer)
    return refused('invitations-full', { most: limits.invitationsPerPlayer });
  if (invited.length === 0) return null;
  const { inviter, mailbox, all } = invitationCharges(counted(at));
  if (!hasRoom(at.state, inviter, at.now, invited.length))
    return refused('invitations-today', { most: limits.invitationsPerDay });
  const closed = invited.find(
    address => isOptedOut(at, address) || !hasRoom(at.state, [mailbox(address), unaskedCharge(address)], at.now),
  );
  if (closed !== undefined) return refused('invitation-unwanted', { address: closed });
  return hasRoom(at.state, [all], at.now, invited.length) ? null : refused('invitations-busy');
}

/** The accounts a challenge goes to, without the challenger and without robots. */
export const listOpponents = (at: CommandContext, players: readonly Player[]): readonly string[] => [
  ...new Set(
    players.flatMap(player =>
      player.kind === 'account' && player.userid !== at.actor && !isRobot(at.state, player.userid)
        ? [player.userid]
        : [],
    ),
  ),
];

/** Limits boards that the opponents did not ask for, since each sends them mail. */
function tooManyUnanswered(at: CommandContext, players: readonly Player[]): Refused | null {
  const actor = at.actor ?? '';
  const others = listOpponents(at, players);
  if (others.length === 0) return null;
  const own = listRunning(at.state, actor).filter(match => match.challenger === actor);
  for (const userid of others) {
    const open = own.filter(board => userids(board).includes(userid) && isUnanswered(at.state, board, userid));
    if (open.length >= limits.boardsUnanswered)
      return refused('challenges-unanswered', { userid, most: limits.boardsUnanswered });
    const { challenger, opponent } = challengeCharges(counted(at), userid);
    if (!hasRoom(at.state, challenger, at.now))
      return refused('challenges-today', { userid, most: limits.challengesPerOpponent });
    if (!hasRoom(at.state, [opponent], at.now)) return refused('challenges-received', { userid });
  }
  return null;
}

/** A damaged board does not wait for an answer. */
function isUnanswered(state: State, { game, number }: MatchRef, userid: string): boolean {
  const match = state.match({ game, number });
  return match !== null && !hasActed(match, matchStateOf(requireGame(state, match), match), userid);
}

/** What opening this board uses up, whatever becomes of it. */
export function chargesOf(at: CommandContext, players: readonly Player[]): readonly Charge[] {
  const { inviter, mailbox, all } = invitationCharges(counted(at));
  return [
    openedCharge(at.actor ?? ''),
    ...players.flatMap(player => (player.kind === 'invited' ? [...inviter, mailbox(player.address), all] : [])),
    ...listOpponents(at, players).flatMap(userid => {
      const { challenger, opponent } = challengeCharges(counted(at), userid);
      return [...challenger, opponent];
    }),
  ];
}

/** A robot accepts every board, so boards with robots are limited per player: all players share its thinking time. */
export function tooManyRobots(state: State, players: readonly Player[], actor: string): Refused | null {
  const most = limits.robotBoardsPerPlayer;
  const hasRobot = (all: readonly Player[]): boolean =>
    all.some(player => player.kind === 'account' && isRobot(state, player.userid));
  if (!hasRobot(players)) return null;
  return seatedAt(state, actor).filter(match => hasRobot(match.players) && match.isTutorial !== true).length >= most
    ? refused('robot-boards-full', { most })
    : null;
}

/**
 * The boards of a player that are not finished, with those that the mail itself has opened. Lists have no version. So this reads
 * the quota that every new board is charged to as well: a board that is opened before the commit conflicts with it.
 */
export function listRunning(state: State, userid: string): readonly Outline[] {
  state.get(`quota/${ofUser(userid)}`);
  return state.boards(`running/player/${userid}`).flatMap(ref => state.outline(ref) ?? []);
}

/** Those of them where the player sits, and was not only asked. */
export const seatedAt = (state: State, userid: string): readonly Outline[] =>
  listRunning(state, userid).filter(match => !isAskedAt(match, userid));
