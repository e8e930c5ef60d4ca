// All limits that are counted over time, and the quotas that each use is charged to.
import { canonicalAddress, domainOf } from '../mail/canonical-address.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { Charge, QuotaRule } from './quota.ts';

/** What all share. */
export const SHARED_QUOTA = 'all';

const rule = (purpose: string, spanMs: number, most: number): QuotaRule => ({ purpose, spanMs, most });

export const ofAddress = (address: string): string => canonicalAddress(address);
export const ofUser = (userid: string): string => `user:${userid}`;

/** A player as limits see one: the account, and every mailbox it has, so that many accounts of one mailbox are one. */
export interface Counted {
  readonly userid: string;
  readonly addresses: readonly string[];
}

/** The quota documents a player's doings are counted in. */
export const quotaIdsOf = ({ userid, addresses }: Counted): readonly string[] => [
  ...new Set([ofUser(userid), ...addresses.map(ofAddress)]),
];

export const invitedCharge = (address: string): Charge => ({
  id: ofAddress(address),
  rule: rule('invited', 7 * DAY_MS, limits.invitationsPerMailbox),
});

/** An invitation: to the inviter, to the mailbox invited, to the server's good name. */
export const invitationCharges = (
  inviter: Counted,
): { readonly inviter: readonly Charge[]; readonly mailbox: (address: string) => Charge; readonly all: Charge } => ({
  inviter: quotaIdsOf(inviter).map(id => ({ id, rule: rule('invitation', DAY_MS, limits.invitationsPerDay) })),
  mailbox: invitedCharge,
  all: { id: SHARED_QUOTA, rule: rule('invitation', HOUR_MS, limits.invitationsPerHour) },
});

/** A board opened against a player, even if it is removed: charged to its opener and to the player who gets the mail. */
export const challengeCharges = (
  challenger: Counted,
  opponent: string,
): { readonly challenger: readonly Charge[]; readonly opponent: Charge } => ({
  challenger: quotaIdsOf(challenger).map(id => ({
    id,
    rule: rule(`challenge ${opponent}`, DAY_MS, limits.challengesPerOpponent),
  })),
  opponent: { id: ofUser(opponent), rule: rule('challenged', DAY_MS, limits.challengesReceived) },
});

/** Charged by every new board, so that concurrent challenges conflict. It is not a limit of its own. */
export const openedCharge = (userid: string): Charge => ({ id: ofUser(userid), rule: rule('opened', DAY_MS, 1) });

/** A seek opened or taken. */
export const seekCharges = (player: Counted): readonly Charge[] =>
  quotaIdsOf(player).map(id => ({ id, rule: rule('seek', DAY_MS, limits.seeksPerDay) }));

/** A tournament entered. */
export const entryCharge = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('tournament', DAY_MS, limits.tournamentEntriesPerDay),
});

/** All of one's games in one mail. */
export const exportCharge = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('export', DAY_MS, limits.exportsPerDay),
});

/** An account closed, with boards whose players are told. */
export const closingCharge = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('closing', DAY_MS, limits.closingsPerDay),
});

/** A question whether the owner wrote what a token alone proved. */
export const ownerAskedCharge = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('owner asked', DAY_MS, limits.ownerAskedPerDay),
});

/** Asked whether they want to be forgotten. */
export const forgettingCharge = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('forget', DAY_MS, limits.forgettingAskedPerDay),
});

/** Words to other players. */
export const wordCharges = (player: Counted): readonly Charge[] =>
  quotaIdsOf(player).map(id => ({ id, rule: rule('words', HOUR_MS, limits.messagesPerHour) }));

/** A mail to everybody: to its writer, and to all together. */
export const broadcastCharges = (player: Counted): { readonly own: readonly Charge[]; readonly all: Charge } => ({
  own: quotaIdsOf(player).map(id => ({ id, rule: rule('broadcast', limits.broadcastDays * DAY_MS, 1) })),
  all: { id: SHARED_QUOTA, rule: rule('broadcast', DAY_MS, limits.broadcastsPerDay) },
});

export const chatCharge = (userid: string, { game, number }: MatchRef): Charge => ({
  id: ofUser(userid),
  rule: rule(`chat ${game} ${number}`, 10 * MINUTE_MS, limits.chatsPerBoard),
});

/** An address that a player asks whether it belongs to them. */
export const askingCharges = (player: Counted): readonly Charge[] => [
  ...quotaIdsOf(player).map(id => ({ id, rule: rule('asked', DAY_MS, limits.addressesAskedPerDay) })),
  { id: SHARED_QUOTA, rule: rule('asked', HOUR_MS, limits.addressesAskedPerHour) },
];

/** An address that a mail asks for which nothing proves: forgers leave place for others, and for players. */
export const signupCharge = (address: string): Charge => ({
  id: SHARED_QUOTA,
  rule: rule('signup', HOUR_MS, limits.signupsPerHour),
  holder: domainOf(address),
});

/** A mail to an address whose owner may never have heard of us. */
export const unaskedCharge = (address: string): Charge => ({
  id: ofAddress(address),
  rule: rule('unasked', DAY_MS, limits.unaskedMailsPerDay),
});

/** An answer to a sender without proof: it may go to a forger's victim. Players know us, and share no limit with strangers. */
export const strangerCharges = ({
  address,
  isPlayers,
}: {
  readonly address: string;
  readonly isPlayers: boolean;
}): readonly Charge[] => [
  { id: ofAddress(address), rule: rule('stranger', DAY_MS, limits.strangerAnswersPerDay) },
  ...(isPlayers
    ? []
    : [
        { id: SHARED_QUOTA, rule: rule('stranger', HOUR_MS, limits.strangerAnswersPerHour), holder: domainOf(address) },
      ]),
];

export const answerCharge = (address: string): Charge => ({
  id: ofAddress(address),
  rule: rule('answer', HOUR_MS, limits.answersPerHour),
});

/** An answer to a reply that changes nothing. */
export const replyCharge = (address: string, row: 'proved' | 'unproved'): Charge => ({
  id: ofAddress(address),
  rule: rule(row === 'proved' ? 'reply' : 'unproved reply', DAY_MS, limits.repliesAnsweredPerDay),
});

export const accountGuess = (userid: string): Charge => ({
  id: ofUser(userid),
  rule: rule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour),
});

/**
 * A wrong password: charged to the account, to the address it came from, and for unproved senders to all of them together. A mail that
 * claims to come from the account's own address is charged to this account only.
 */
export const guessCharges = (
  userid: string,
  { address, proof }: { readonly address: string; readonly proof: string },
  isOwnAddress: boolean,
): { readonly account: Charge; readonly sender: Charge; readonly all: readonly Charge[] } => ({
  account: accountGuess(userid),
  sender: isOwnAddress
    ? { id: ofUser(userid), rule: rule('wrong password from its address', HOUR_MS, limits.wrongPasswordsPerHour) }
    : { id: ofAddress(address), rule: rule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour) },
  all:
    proof === 'none' && !isOwnAddress
      ? [
          {
            ...{ id: SHARED_QUOTA, rule: rule('wrong password', HOUR_MS, limits.unprovedGuessesPerHour) },
            holder: domainOf(address),
          },
        ]
      : [],
});
