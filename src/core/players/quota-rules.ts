// All limits that are counted over time, and the quotas that each use is charged to.
import { canonicaliseAddress, domainOf } from '../mail/canonical-address.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { Charge, QuotaRule } from './quota.ts';

/** The id of the quota that all players share. */
export const SHARED_QUOTA = 'all';

const createRule = (purpose: string, spanMs: number, maxUses: number): QuotaRule => ({ purpose, spanMs, maxUses });

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

export const invitedCharge = (address: string): Charge => ({
  id: mailboxIdOf(address),
  rule: createRule('invited', 7 * DAY_MS, limits.invitationsPerMailbox),
});

/** An invitation: charged to the inviter, to the invited mailbox, and to the quota of the whole service. */
export const invitationCharges = (
  inviter: ChargedPlayer,
): { readonly inviter: readonly Charge[]; readonly mailbox: (address: string) => Charge; readonly all: Charge } => ({
  inviter: quotaIdsOf(inviter).map(id => ({ id, rule: createRule('invitation', DAY_MS, limits.invitationsPerDay) })),
  mailbox: invitedCharge,
  all: { id: SHARED_QUOTA, rule: createRule('invitation', HOUR_MS, limits.invitationsPerHour) },
});

/** A board opened against a player, even if it is removed: charged to its opener and to the player who gets the mail. */
export const challengeCharges = (
  challenger: ChargedPlayer,
  opponent: string,
): { readonly challenger: readonly Charge[]; readonly opponent: Charge } => ({
  challenger: quotaIdsOf(challenger).map(id => ({
    id,
    rule: createRule(`challenge ${opponent}`, DAY_MS, limits.challengesPerOpponent),
  })),
  opponent: { id: accountQuotaIdOf(opponent), rule: createRule('challenged', DAY_MS, limits.challengesReceived) },
});

/** Charged by every new board, so that concurrent challenges conflict. It is not a limit of its own. */
export const openedCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('opened', DAY_MS, 1),
});

/** Charged when a player opens or takes a seek. */
export const seekCharges = (player: ChargedPlayer): readonly Charge[] =>
  quotaIdsOf(player).map(id => ({ id, rule: createRule('seek', DAY_MS, limits.seeksPerDay) }));

/** Charged when a player enters a tournament. */
export const entryCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('tournament', DAY_MS, limits.tournamentEntriesPerDay),
});

/** Charged when a player exports all games in one mail. */
export const exportCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('export', DAY_MS, limits.exportsPerDay),
});

/** Charged when a player asks for a hint. */
export const hintCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('hint', DAY_MS, limits.hintsPerDay),
});

/** Charged when a player asks for an analysis. */
export const analysisCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('analysis', DAY_MS, limits.analysesPerDay),
});

/** Charged when an account with running boards is closed, since the other players get a mail. */
export const closingCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('closing', DAY_MS, limits.closingsPerDay),
});

/** Charged when the owner is asked whether they wrote a mail that only a token proves. */
export const ownerAskedCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('owner asked', DAY_MS, limits.ownerAskedPerDay),
});

/** Charged when a player is asked whether they want to be forgotten. */
export const forgettingCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('forget', DAY_MS, limits.forgettingAskedPerDay),
});

/** Charged when a player writes to other players. */
export const wordCharges = (player: ChargedPlayer): readonly Charge[] =>
  quotaIdsOf(player).map(id => ({ id, rule: createRule('words', HOUR_MS, limits.messagesPerHour) }));

/** A broadcast: charged to its writer, and to the quota of the whole service. */
export const broadcastCharges = (player: ChargedPlayer): { readonly own: readonly Charge[]; readonly all: Charge } => ({
  own: quotaIdsOf(player).map(id => ({ id, rule: createRule('broadcast', limits.broadcastDays * DAY_MS, 1) })),
  all: { id: SHARED_QUOTA, rule: createRule('broadcast', DAY_MS, limits.broadcastsPerDay) },
});

export const chatCharge = (userid: string, { game, number }: MatchRef): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule(`chat ${game} ${number}`, 10 * MINUTE_MS, limits.chatsPerBoard),
});

/** Charged when an address is asked whether it belongs to a player. */
export const askingCharges = (player: ChargedPlayer): readonly Charge[] => [
  ...quotaIdsOf(player).map(id => ({ id, rule: createRule('asked', DAY_MS, limits.addressesAskedPerDay) })),
  { id: SHARED_QUOTA, rule: createRule('asked', HOUR_MS, limits.addressesAskedPerHour) },
];

/** Charged when an unproved mail wants to sign up an address. The holder is the domain, so that one forger cannot use up the limit. */
export const signupCharge = (address: string): Charge => ({
  id: SHARED_QUOTA,
  rule: createRule('signup', HOUR_MS, limits.signupsPerHour),
  holder: domainOf(address),
});

/** Charged when we write to an address whose owner may not know this service. */
export const unaskedCharge = (address: string): Charge => ({
  id: mailboxIdOf(address),
  rule: createRule('unasked', DAY_MS, limits.unaskedMailsPerDay),
});

/** Charged when a sender without proof is answered: the address may be forged. For addresses of players the shared limit does not count. */
export const strangerCharges = ({
  address,
  hasAccount,
}: {
  readonly address: string;
  readonly hasAccount: boolean;
}): readonly Charge[] => [
  { id: mailboxIdOf(address), rule: createRule('stranger', DAY_MS, limits.strangerAnswersPerDay) },
  ...(hasAccount
    ? []
    : [
        {
          id: SHARED_QUOTA,
          rule: createRule('stranger', HOUR_MS, limits.strangerAnswersPerHour),
          holder: domainOf(address),
        },
      ]),
];

export const answerCharge = (address: string): Charge => ({
  id: mailboxIdOf(address),
  rule: createRule('answer', HOUR_MS, limits.answersPerHour),
});

/** Charged when a reply that changed nothing is answered. */
export const replyCharge = (address: string, row: 'proved' | 'unproved'): Charge => ({
  id: mailboxIdOf(address),
  rule: createRule(row === 'proved' ? 'reply' : 'unproved reply', DAY_MS, limits.repliesAnsweredPerDay),
});

export const accountGuessCharge = (userid: string): Charge => ({
  id: accountQuotaIdOf(userid),
  rule: createRule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour),
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
  account: accountGuessCharge(userid),
  sender: isOwnAddress
    ? {
        id: accountQuotaIdOf(userid),
        rule: createRule('wrong password from its address', HOUR_MS, limits.wrongPasswordsPerHour),
      }
    : { id: mailboxIdOf(address), rule: createRule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour) },
  all:
    proof === 'none' && !isOwnAddress
      ? [
          {
            ...{ id: SHARED_QUOTA, rule: createRule('wrong password', HOUR_MS, limits.unprovedGuessesPerHour) },
            holder: domainOf(address),
          },
        ]
      : [],
});
