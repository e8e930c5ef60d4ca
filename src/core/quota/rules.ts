// Every limit that is counted over time: what is charged to whom.
import { canonicalAddress } from '../accounts/canonical-address.ts';
import type { Sender } from '../language/command.ts';
import { limits } from '../limits.ts';
import type { MatchRef } from '../world.ts';
import type { Charge, QuotaRule } from './quota.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What all share. */
const ALL = 'all';

const rule = (purpose: string, spanMs: number, most: number): QuotaRule => ({ purpose, spanMs, most });

export const ofAddress = (address: string): string => canonicalAddress(address);
const ofUser = (userid: string): string => `user:${userid}`;

/** Under what a player is counted: the account, and the mailbox it writes from, so that many accounts of one mailbox are one. */
const ofPlayer = (userid: string, { address, proof }: Sender): readonly string[] => [
  ofUser(userid),
  // An address that is not proved is somebody else's to lose.
  ...(proof === 'none' || address === '' ? [] : [ofAddress(address)]),
];

/** An invitation: to the inviter, to the mailbox invited, to the server's good name. */
export const invitationCharges = (
  inviter: string,
  sender: Sender,
): { readonly inviter: readonly Charge[]; readonly mailbox: (address: string) => Charge; readonly all: Charge } => ({
  inviter: ofPlayer(inviter, sender).map(id => ({ id, rule: rule('invitation', DAY_MS, limits.invitationsPerDay) })),
  mailbox: address => ({ id: ofAddress(address), rule: rule('invited', 7 * DAY_MS, limits.invitationsPerMailbox) }),
  all: { id: ALL, rule: rule('invitation', HOUR_MS, limits.invitationsPerHour) },
});

/** A board opened against somebody, whatever becomes of it. */
export const challengeCharge = (challenger: string, opponent: string): Charge => ({
  id: ofUser(challenger),
  rule: rule(`challenge ${opponent}`, DAY_MS, limits.challengesPerOpponent),
});

/** Words to other players. */
export const wordCharges = (userid: string, sender: Sender): readonly Charge[] =>
  ofPlayer(userid, sender).map(id => ({ id, rule: rule('words', HOUR_MS, limits.messagesPerHour) }));

export const chatCharge = (userid: string, { game, number }: MatchRef): Charge => ({
  id: ofUser(userid),
  rule: rule(`chat ${game} ${number}`, 10 * MINUTE_MS, limits.chatsPerBoard),
});

/** Addresses asked whether they belong to an account: as many charges as there are addresses. null: nobody proved asks. */
export const askingCharges = (userid: string | null, sender: Sender, addresses: number): readonly Charge[] => {
  const asker = userid === null ? [] : ofPlayer(userid, sender);
  const each = [
    ...asker.map(id => ({ id, rule: rule('asked', DAY_MS, limits.addressesAskedPerDay) })),
    { id: ALL, rule: rule('asked', HOUR_MS, limits.addressesAskedPerHour) },
  ];
  return Array.from({ length: addresses }, () => each).flat();
};

/** A mail to an address whose owner may never have heard of us. */
export const unaskedCharge = (address: string): Charge => ({
  id: ofAddress(address),
  rule: rule('unasked', DAY_MS, limits.unaskedMailsPerDay),
});

/** An answer to somebody who is not proved: it may go to the victim of a forger. */
export const strangerCharges = (address: string): readonly Charge[] => [
  { id: ofAddress(address), rule: rule('stranger', DAY_MS, limits.strangerAnswersPerDay) },
  { id: ALL, rule: rule('stranger', HOUR_MS, limits.strangerAnswersPerHour) },
];

export const answerCharge = (address: string): Charge => ({
  id: ofAddress(address),
  rule: rule('answer', HOUR_MS, limits.answersPerHour),
});

/** A wrong password: to the account, to the address it came from, and of unproved senders to all of them together. */
export const guessCharges = (
  userid: string,
  { address, proof }: Sender,
): { readonly account: Charge; readonly sender: Charge; readonly all: readonly Charge[] } => ({
  account: { id: ofUser(userid), rule: rule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour) },
  sender: { id: ofAddress(address), rule: rule('wrong password', HOUR_MS, limits.wrongPasswordsPerHour) },
  all: proof === 'none' ? [{ id: ALL, rule: rule('wrong password', HOUR_MS, limits.unprovedGuessesPerHour) }] : [],
});
