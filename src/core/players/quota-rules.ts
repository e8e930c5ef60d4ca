// All limits that are counted over time, and the quotas that each use is charged to.
import { canonicaliseAddress, domainOf } from '../mail/canonical-address.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { Charge, QuotaRule } from './quota.ts';

/** The id of the quota that all players share. */
export const SHARED_QUOTA = 'all';

const createRule = (purpose: string, spanMs: number, maxUses: number): QuotaRule => ({ purpose, spanMs, maxUses });
export const createDayRule = (purpose: string, maxUses: number): QuotaRule => createRule(purpose, DAY_MS, maxUses);
const createHourRule = (purpose: string, maxUses: number): QuotaRule => createRule(purpose, HOUR_MS, maxUses);

export const mailboxIdOf = (address: string): string => canonicaliseAddress(address);
export const accountQuotaIdOf = (userid: string): string => `user:${userid}`;

/** A player as limits see one: the account and its addresses. Several accounts with the same mailbox share the limits of the mailbox. */
export interface ChargedPlayer {
  readonly userid: string;
  readonly addresses: readonly string[];
}

/** The ids of the quotas that a player's uses are charged to. */
export const quotaIdsOf = ({ userid, addresses }: ChargedPlayer): readonly string[] => [
  ...new Set([accountQuotaIdOf(userid), ...addresses.map(mailboxIdOf)]),
];

export const chargeAccount = (userid: string, rule: QuotaRule): Charge => ({ id: accountQuotaIdOf(userid), rule });

/** Charges the account and each of its mailboxes. */
export const chargePlayer = (player: ChargedPlayer, rule: QuotaRule): readonly Charge[] =>
  quotaIdsOf(player).map(id => ({ id, rule }));

const chargeMailbox = (address: string, rule: QuotaRule): Charge => ({ id: mailboxIdOf(address), rule });

/** Charges the quota of the whole service. With a holder, each holder has a part of it. */
export const chargeService = (rule: QuotaRule, holder?: string): Charge => ({
  ...{ id: SHARED_QUOTA, rule },
  ...(holder === undefined ? {} : { holder }),
});

export const invitedCharge = (address: string): Charge =>
  chargeMailbox(address, createRule('invited', 7 * DAY_MS, limits.invitationsPerMailbox));

/** An invitation: charged to the inviter, to the invited mailbox, and to the quota of the whole service. */
export const invitationCharges = (
  inviter: ChargedPlayer,
): { readonly inviter: readonly Charge[]; readonly mailbox: (address: string) => Charge; readonly all: Charge } => ({
  inviter: chargePlayer(inviter, createDayRule('invitation', limits.invitationsPerDay)),
  mailbox: invitedCharge,
  all: chargeService(createHourRule('invitation', limits.invitationsPerHour)),
});

/** A board opened against a player, even if it is removed: charged to its opener and to the player who gets the mail. */
export const challengeCharges = (
  challenger: ChargedPlayer,
  opponent: string,
): { readonly challenger: readonly Charge[]; readonly opponent: Charge } => ({
  challenger: chargePlayer(challenger, createDayRule(`challenge ${opponent}`, limits.challengesPerOpponent)),
  opponent: chargeAccount(opponent, createDayRule('challenged', limits.challengesReceived)),
});

/** Charged by every new board, so that concurrent challenges conflict. It is not a limit of its own. */
export const openedCharge = (userid: string): Charge => chargeAccount(userid, createDayRule('opened', 1));

/** Charged when the owner is asked whether they wrote a mail that only a token proves. */
export const ownerAskedCharge = (userid: string): Charge =>
  chargeAccount(userid, createDayRule('owner asked', limits.ownerAskedPerDay));

/** Charged when a player writes to other players. */
export const wordCharges = (player: ChargedPlayer): readonly Charge[] =>
  chargePlayer(player, createHourRule('words', limits.messagesPerHour));

export const chatCharge = (userid: string, { game, number }: MatchRef): Charge =>
  chargeAccount(userid, createRule(`chat ${game} ${number}`, 10 * MINUTE_MS, limits.chatsPerBoard));

/** Charged when an address is asked whether it belongs to a player. */
export const askingCharges = (player: ChargedPlayer): readonly Charge[] => [
  ...chargePlayer(player, createDayRule('asked', limits.addressesAskedPerDay)),
  chargeService(createHourRule('asked', limits.addressesAskedPerHour)),
];

/** Charged when an unproved mail wants to sign up an address. The holder is the domain, so that one forger cannot use up the limit. */
export const signupCharge = (address: string): Charge =>
  chargeService(createHourRule('signup', limits.signupsPerHour), domainOf(address));

/** Charged when we write to an address whose owner may not know this service. */
export const unaskedCharge = (address: string): Charge =>
  chargeMailbox(address, createDayRule('unasked', limits.unaskedMailsPerDay));

/** Charged when a sender without proof is answered: the address may be forged. For addresses of players the shared limit does not count. */
export const strangerCharges = ({
  address,
  hasAccount,
}: {
  readonly address: string;
  readonly hasAccount: boolean;
}): readonly Charge[] => [
  chargeMailbox(address, createDayRule('stranger', limits.strangerAnswersPerDay)),
  ...(hasAccount ? [] : [chargeService(createHourRule('stranger', limits.strangerAnswersPerHour), domainOf(address))]),
];

export const answerCharge = (address: string): Charge =>
  chargeMailbox(address, createHourRule('answer', limits.answersPerHour));

/** An act from the page of a board. */
export const pagePostCharge = (userid: string): Charge =>
  chargeAccount(userid, createHourRule('page', limits.pagePostsPerHour));

/** Charged when a reply that changed nothing is answered. */
export const replyCharge = (address: string, row: 'proved' | 'unproved'): Charge =>
  chargeMailbox(address, createDayRule(row === 'proved' ? 'reply' : 'unproved reply', limits.repliesAnsweredPerDay));

export const accountGuessCharge = (userid: string): Charge =>
  chargeAccount(userid, createHourRule('wrong password', limits.wrongPasswordsPerHour));

/**
 * A wrong password: charged to the account, to the address it came from, and for unproved senders to all of them together. A mail that
 * claims to come from the account's own address is charged to this account only.
 */
export const guessCharges = (
  userid: string,
  { address, proof }: { readonly address: string; readonly proof: string },
  isOwnAddress: boolean,
): { readonly account: Charge; readonly sender: Charge; readonly all: readonly Charge[] } => ({
  account: accountGuessCharge(userid),
  sender: isOwnAddress
    ? chargeAccount(userid, createHourRule('wrong password from its address', limits.wrongPasswordsPerHour))
    : chargeMailbox(address, createHourRule('wrong password', limits.wrongPasswordsPerHour)),
  all:
    proof === 'none' && !isOwnAddress
      ? [chargeService(createHourRule('wrong password', limits.unprovedGuessesPerHour), domainOf(address))]
      : [],
});
