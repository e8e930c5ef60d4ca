// Accepts or declines the seat of an invited player.
import { type NameRules, parseNewUserid, useridHash } from '../players/userid.ts';
import { type CommandContext, type Decision, type Notification, allow, deny } from '../decision/decision.ts';
import type { DataRequest, Event, MatchRef } from '../kernel/documents.ts';
import { type Match, type Player, userids } from '../board/match-document.ts';
import { no } from '#games/kit/result.ts';
import { buildDamagedRefusal } from './require-match.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import { isAwaited, requireGame } from '../board/match.ts';
import { invitedCharge } from '../players/quota-rules.ts';
import { findUseridRefusal, openConfirmedAccount } from '../accounts/open.ts';
import { commandWords } from '../kernel/command-words.ts';
import { removeBoard } from './resign.ts';

/** The seat offered to the sender, by the token of the invitation, by the address it was sent to, or by their account. */
function findOfferedSeat(
  context: CommandContext,
  ref: MatchRef,
): { readonly match: Match; readonly player: number } | null {
  const match = context.state.match(ref);
  if (match?.state !== 'invited' || context.sender.proof === 'none') return null;
  const byToken =
    context.token?.kind === 'seat' && context.token.match.game === ref.game && context.token.match.number === ref.number
      ? context.token.player
      : null;
  const player = byToken ?? match.players.findIndex(each => isAwaited(each) && isSender(each, context));
  return isAwaited(match.players[player]) ? { match, player } : null;
}

const isSender = (player: Player, { actor, sender }: CommandContext): boolean =>
  player.kind === 'account' ? player.userid === actor : player.address === sender.address;

function refuseWithoutInvitation(context: CommandContext, ref: MatchRef): Decision {
  if (context.state.isDamaged(ref)) return no(buildDamagedRefusal(context.state, ref));
  const board = { game: requireGame(context.state, ref).title, number: ref.number };
  const match = context.state.match(ref);
  const isSeated = match !== null && match.state !== 'removed' && userids(match).includes(context.actor ?? '');
  if (!isSeated) return deny(refused('no-invitation', board));
  if (match.state === 'over') return deny(refused('board-over', board), ref);
  return deny(match.state === 'active' ? refused('board-on', board) : refused('seat-waits', board), ref);
}

export function acceptSeat(context: CommandContext, ref: MatchRef, name: string | null): Decision {
  const seat = findOfferedSeat(context, ref);
  if (seat === null) return refuseWithoutInvitation(context, ref);
  const invited = seat.match.players[seat.player];
  const account =
    invited?.kind === 'account' ? { userid: invited.userid, events: [] } : chooseAccount(context, name, ref);
  if ('refused' in account) return deny(account.refused);
  const { userid, events } = account;
  const isComplete = seat.match.players.every((player, index) => !isAwaited(player) || index === seat.player);
  const news = { code: 'accepted', parts: { player: userid } };
  const notifications: readonly Notification[] = isComplete
    ? [{ kind: 'board-changed', match: ref, occasion: 'new', news }]
    : [
        {
          kind: 'done',
          done: { code: 'seat-taken', parts: { game: requireGame(context.state, ref).title, number: ref.number } },
        },
      ];
  // An accepted invitation is refunded, so that the next one can follow at once.
  const charges = invited?.kind === 'invited' ? [invitedCharge(invited.address)] : [];
  return allow(
    [
      ...events,
      { kind: 'seat-taken', match: ref, player: seat.player, userid, at: context.now },
      { kind: 'refunded', charges, at: seat.match.opened },
    ],
    notifications,
  );
}

/** The account that takes the seat: the sender's own, or a new one by the name they choose. */
function chooseAccount(
  context: CommandContext,
  name: string | null,
  ref: MatchRef,
): { readonly userid: string; readonly events: readonly Event[] } | { readonly refused: Refused } {
  const owner = context.state.owner(context.sender.address);
  if (owner !== null) return { userid: owner, events: [] };
  const userid = parseNewUserid(name ?? findFreeName(context, ref), nameRulesOf(context));
  if (!userid.ok) return { refused: userid.reason };
  const refusal = findUseridRefusal(context, userid.value);
  if (refusal !== null) return { refused: refusal };
  return {
    userid: userid.value,
    events: [
      { kind: 'account-opened', account: openConfirmedAccount(context, userid.value, [context.sender.address], null) },
    ],
  };
}

/** A free name for a new account. It is never made from the address, which must not show. */
function findFreeName(context: CommandContext, ref: MatchRef): string {
  const senderName = /^[a-z][a-z0-9_-]{1,15}/.exec(context.sender.name.toLowerCase())?.[0] ?? 'guest';
  const isFree = (name: string): boolean =>
    parseNewUserid(name, nameRulesOf(context)).ok && findUseridRefusal(context, name) === null;
  if (senderName !== 'guest' && isFree(senderName)) return senderName;
  const names = Array.from({ length: 100 }, (_, i) => `guest${ref.number + i}`);
  context.state.requireLoaded(
    names.flatMap((name): readonly DataRequest[] => [
      { kind: 'document', key: `account/${name}` },
      { kind: 'document', key: `forgotten/${useridHash(name, context.sign)}` },
    ]),
  );
  return names.find(isFree) ?? `guest${ref.number}`;
}

const nameRulesOf = (context: CommandContext): NameRules => ({ games: context.state.games, commandWords });

/** Declines the seat for the invited player. */
export function rejectSeat(context: CommandContext, ref: MatchRef): Decision {
  const seat = findOfferedSeat(context, ref);
  if (seat === null) return refuseWithoutInvitation(context, ref);
  const invited = seat.match.players[seat.player];
  const by = invited?.kind === 'account' ? invited.userid : context.state.owner(context.sender.address);
  return removeBoard(context, seat.match, by);
}

/** The same, with thanks to a player invited by address: the mails about the removed board go only to accounts. */
export function declineSeat(context: CommandContext, ref: MatchRef): Decision {
  const removal = rejectSeat(context, ref);
  const match = context.state.match(ref);
  if (!removal.ok || (match !== null && userids(match).includes(context.actor ?? ''))) return removal;
  const thanks: Notification = { kind: 'done', done: { code: 'declined-thanks', parts: {} } };
  return allow(removal.value.events, [...removal.value.notifications, thanks]);
}
