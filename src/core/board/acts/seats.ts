// Seats of invited players: accepted, declined, stopped invitations, and rematches.
import { no } from '#games/kit/result.ts';
import { findUseridRefusal, openConfirmedAccount } from '#core/players/open.ts';
import { isOptedOut, optOutHash } from '#core/players/blocked.ts';
import { type Match, type Player, userids } from '../match-document.ts';
import { isAskedAt, isAwaited, playerName, requireGame, nameBoard } from '../match.ts';
import { type CommandContext, type Decision, type Notification, allow, deny, tell } from '#core/players/decision.ts';
import type { Event, MatchRef } from '#core/kernel/documents.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { timeOf } from '#core/kernel/time-control.ts';
import type { UnverifiedToken } from '#core/mail/token.ts';
import { invitedCharge, mailboxIdOf } from '#core/players/quota-rules.ts';
import { parseNewUserid, useridHash } from '#core/players/userid.ts';
import { copyOpening, openBoard } from './open.ts';
import { type ActorMatch, buildDamagedRefusal, requirePlayer } from './require-match.ts';
import { removeBoard } from './resign.ts';

/** The seat offered to the sender, by the token of the invitation, by the address it was sent to, or by their account. */
function findOfferedSeat(
  context: CommandContext,
  ref: MatchRef,
): { readonly match: Match; readonly player: number } | null {
  const match = context.state.match(ref);
  if (match?.state !== 'invited' || context.sender.proof === 'none') return null;
  const { actor, sender } = context;
  const isSender = (each: Player): boolean =>
    each.kind === 'account' ? each.userid === actor : each.address === sender.address;
  const byToken =
    context.token?.kind === 'seat' && context.token.match.game === ref.game && context.token.match.number === ref.number
      ? context.token.player
      : null;
  const player = byToken ?? match.players.findIndex(each => isAwaited(each) && isSender(each));
  return isAwaited(match.players[player]) ? { match, player } : null;
}

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
    : [tell('seat-taken', { game: requireGame(context.state, ref).title, number: ref.number })];
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
  const userid = parseNewUserid(name ?? findFreeName(context, ref), context.state);
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
    parseNewUserid(name, context.state).ok && findUseridRefusal(context, name) === null;
  if (senderName !== 'guest' && isFree(senderName)) return senderName;
  const names = Array.from({ length: 100 }, (_, i) => `guest${ref.number + i}`);
  context.state.requireDocuments(
    names.flatMap(name => [`account/${name}`, `forgotten/${useridHash(name, context.sign)}`] as const),
  );
  return names.find(isFree) ?? `guest${ref.number}`;
}

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
  const thanks = tell('declined-thanks');
  return allow(removal.value.events, [...removal.value.notifications, thanks]);
}

/**
 * Stops invitations to the sender's address. A reply to an invitation declines it, and stops those to the invited address, which may be an
 * alias of the sender. A person may have forwarded the invitation: an answer to the copy does nothing to the invited address.
 */
export function stopInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  const invited = context.token?.kind === 'seat' ? findInvitedAddress(context, context.token) : null;
  const isInvited = invited !== null && (context.isReply || mailboxIdOf(invited) === mailboxIdOf(address));
  if (!isInvited && invited !== null) return stopForStranger(context);
  const addresses = new Set([invited, proof === 'none' ? null : address].filter(each => each !== null));
  if (addresses.size === 0) return deny(refused('stop-unproved'));
  const declined = context.token?.kind === 'seat' ? rejectSeat(context, context.token.match) : allow([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  return allow(
    [...events, ...Array.from(addresses, each => buildOptOut(context, each))],
    [...notifications, tell('invitations-stopped', { address: [...addresses].join(', ') })],
  );
}

/** Answers a person to whom somebody else's invitation was forwarded. */
function stopForStranger(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('stop-elsewhere'));
  return allow([buildOptOut(context, address)], [tell('invitations-stopped', { address }), tell('stop-not-elsewhere')]);
}

const buildOptOut = ({ now }: CommandContext, address: string): Event => ({
  kind: 'opted-out',
  address: mailboxIdOf(address),
  at: now,
});

function findInvitedAddress(
  context: CommandContext,
  { match, player }: UnverifiedToken & { readonly kind: 'seat' },
): string | null {
  const invited = context.state.match(match)?.players[player];
  return invited?.kind === 'invited' ? invited.address : null;
}

/** Allows invitations to the address of the sender again. */
export function allowInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  const ids = [mailboxIdOf(address), optOutHash(address, context.sign)];
  const events: readonly Event[] = isOptedOut(context, address) ? [{ kind: 'opted-in', ids }] : [];
  return allow(events, [tell('invitations-open', { address })]);
}

/** Tells whether invitations come to the address of the sender. */
export function tellInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  return allow([], [tell(isOptedOut(context, address) ? 'invitations-stopped' : 'invitations-open', { address })]);
}

/** Opens only one rematch of a board. If there already is one, it is shown instead. `against`: a robot. null: the same players. */
export function openRematch(context: CommandContext, ref: MatchRef, against: string | null): Decision {
  const own = requirePlayer(context, ref);
  if (!own.ok) return own;
  const { game, match } = own.value;
  if (match.state !== 'over') return deny(refused('rematch-early', nameBoard(own.value)), ref);
  const known = against === null ? findRematch(context, own.value) : null;
  if (known !== null) return known;
  const args = {
    game,
    names: listNamesBySeat(own.value, against),
    opening: copyOpening(match, context.now),
    swap: match.swap,
    time: timeOf(match),
    isRated: against === null ? match.isUnrated !== true : null,
    isOffWeb: match.isOffWeb === true,
    usage: '',
  };
  const opened = openBoard(context, args);
  if (!opened.ok || against !== null) return opened;
  const rematchEvents = opened.value.events.flatMap(event =>
    event.kind === 'match-opened'
      ? [{ kind: 'match-changed', match: ref, change: { rematch: event.match.number } } as const]
      : [],
  );
  return allow([...opened.value.events, ...rematchEvents], opened.value.notifications);
}

/** Shows the rematch that there is. An invited player accepts it by asking for it. null: there is none. */
function findRematch(
  context: CommandContext,
  { game, match: { rematch: number }, actor }: ActorMatch,
): Decision | null {
  if (number === undefined) return null;
  const ref = { game: game.name, number };
  const match = context.state.match(ref);
  if (match?.state === 'removed') return null;
  if (match !== null && isAskedAt(match, actor)) return acceptSeat(context, ref, null);
  return allow([], [{ kind: 'board-shown', match: ref, ply: null, as: null }]);
}

/** The player on the second seat at the end gets the first seat, and so on. `against` takes the seats of the others as they are. */
function listNamesBySeat({ match, matchState, actor }: ActorMatch, against: string | null): readonly string[] {
  const names = matchState.holders.map(holder => playerName(match.players[holder]));
  if (against !== null) return names.map(name => (name === actor ? name : against));
  return [...names.slice(1), ...names.slice(0, 1)];
}
