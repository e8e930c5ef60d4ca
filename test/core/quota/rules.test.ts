// The limits over time: which quotas a use is charged to, and how many uses each allows in which time.
import { tournamentLimits } from '#core/features/tournaments/tournament.ts';
import { seekLimits } from '#core/features/seeks/seek.ts';
import { expect, it } from 'vitest';
import { forgettingCharge } from '#core/features/forgetting/index.ts';
import { closingCharge } from '#core/features/leaving/close.ts';
import { broadcastCharges } from '#core/features/mailings/index.ts';
import { exportCharge } from '#core/features/records/index.ts';
import { seekCharges } from '#core/features/seeks/offers.ts';
import { entryCharge } from '#core/features/tournaments/organise.ts';
import { limits } from '#core/kernel/limits.ts';
import { HOUR_MS } from '#core/kernel/time.ts';
import type { Charge } from '#core/players/quota.ts';
import {
  accountGuessCharge,
  answerCharge,
  askingCharges,
  challengeCharges,
  chatCharge,
  guessCharges,
  invitationCharges,
  invitedCharge,
  openedCharge,
  ownerAskedCharge,
  pagePostCharge,
  quotaIdsOf,
  replyCharge,
  signupCharge,
  strangerCharges,
  unaskedCharge,
  wordCharges,
} from '#core/players/quota-rules.ts';

const alice = { userid: 'alice', addresses: ['Alice+games@example.test', 'ali.ce@gmail.com', 'alice@example.test'] };
const OWN_QUOTAS = ['user:alice', 'alice@example.test', 'alice@gmail.com'];
const OTHER = 'V.Ictim+1@Else.test';
const OTHER_QUOTA = 'v.ictim@else.test';
const DAY = 24;

it('a player has a quota as an account, and one for each mailbox', () => {
  expect(quotaIdsOf(alice)).toEqual(OWN_QUOTAS);
});

/** By kind of use: the quotas that it is charged to, the uses allowed, the hours they are counted over, and the holder. */
type Row = readonly [stored: string, ids: readonly string[], most: number, hours: number, holder?: string];

const rows = (charges: readonly Charge[]): readonly Row[] => {
  const idsByRule = new Map<string, string[]>();
  for (const { id, rule, holder } of charges) {
    const key = JSON.stringify([
      rule.purpose,
      rule.maxUses,
      rule.spanMs / HOUR_MS,
      ...(holder === undefined ? [] : [holder]),
    ]);
    idsByRule.set(key, [...(idsByRule.get(key) ?? []), id]);
  }
  return [...idsByRule].map(([key, ids]): Row => {
    const [stored, ...rule] = JSON.parse(key) as [string, number, number, string?];
    return [stored, ids, ...rule];
  });
};

const guess = (proof: string, isOwnAddress: boolean): readonly Charge[] => {
  const { account, sender, all } = guessCharges('alice', { address: OTHER, proof }, isOwnAddress);
  return [account, sender, ...all];
};
const ONE_ACCOUNT = ['user:alice'];

it.each<[string, () => readonly Charge[], readonly Row[]]>([
  [
    'an invitation',
    () => [...invitationCharges(alice).inviter, invitationCharges(alice).mailbox(OTHER), invitationCharges(alice).all],
    [
      ['invitation', OWN_QUOTAS, limits.invitationsPerDay, DAY],
      ['invited', [OTHER_QUOTA], limits.invitationsPerMailbox, 7 * DAY],
      ['invitation', ['all'], limits.invitationsPerHour, 1],
    ],
  ],
  [
    'an invited mailbox',
    () => [invitedCharge(OTHER)],
    [['invited', [OTHER_QUOTA], limits.invitationsPerMailbox, 7 * DAY]],
  ],
  [
    'a challenge',
    () => [...challengeCharges(alice, 'bob').challenger, challengeCharges(alice, 'bob').opponent],
    [
      ['challenge bob', OWN_QUOTAS, limits.challengesPerOpponent, DAY],
      ['challenged', ['user:bob'], limits.challengesReceived, DAY],
    ],
  ],
  ['a new board', () => [openedCharge('alice')], [['opened', ONE_ACCOUNT, 1, DAY]]],
  ['a seek', () => seekCharges(alice), [['seek', OWN_QUOTAS, seekLimits.seeksPerDay, DAY]]],
  [
    'an entry',
    () => [entryCharge('alice')],
    [['tournament', ONE_ACCOUNT, tournamentLimits.tournamentEntriesPerDay, DAY]],
  ],
  ['an export', () => [exportCharge('alice')], [['export', ONE_ACCOUNT, limits.exportsPerDay, DAY]]],
  ['a closing', () => [closingCharge('alice')], [['closing', ONE_ACCOUNT, limits.closingsPerDay, DAY]]],
  [
    'a question to an owner',
    () => [ownerAskedCharge('alice')],
    [['owner asked', ONE_ACCOUNT, limits.ownerAskedPerDay, DAY]],
  ],
  [
    'a question to forget',
    () => [forgettingCharge('alice')],
    [['forget', ONE_ACCOUNT, limits.forgettingAskedPerDay, DAY]],
  ],
  ['a message', () => wordCharges(alice), [['words', OWN_QUOTAS, limits.messagesPerHour, 1]]],
  [
    'a broadcast',
    () => [...broadcastCharges(alice).own, broadcastCharges(alice).all],
    [
      ['broadcast', OWN_QUOTAS, 1, limits.broadcastDays * DAY],
      ['broadcast', ['all'], limits.broadcastsPerDay, DAY],
    ],
  ],
  [
    'a chat at a board',
    () => [chatCharge('alice', { game: 'nex', number: 101 })],
    [['chat nex 101', ONE_ACCOUNT, limits.chatsPerBoard, 1 / 6]],
  ],
  [
    'a question about an address',
    () => askingCharges(alice),
    [
      ['asked', OWN_QUOTAS, limits.addressesAskedPerDay, DAY],
      ['asked', ['all'], limits.addressesAskedPerHour, 1],
    ],
  ],
  ['an unproved sign-up', () => [signupCharge(OTHER)], [['signup', ['all'], limits.signupsPerHour, 1, 'else.test']]],
  ['an unasked mail', () => [unaskedCharge(OTHER)], [['unasked', [OTHER_QUOTA], limits.unaskedMailsPerDay, DAY]]],
  [
    'an answer to a stranger',
    () => strangerCharges({ address: OTHER, hasAccount: false }),
    [
      ['stranger', [OTHER_QUOTA], limits.strangerAnswersPerDay, DAY],
      ['stranger', ['all'], limits.strangerAnswersPerHour, 1, 'else.test'],
    ],
  ],
  [
    'an answer to the unproved address of a player',
    () => strangerCharges({ address: OTHER, hasAccount: true }),
    [['stranger', [OTHER_QUOTA], limits.strangerAnswersPerDay, DAY]],
  ],
  ['an act from a page', () => [pagePostCharge('alice')], [['page', ONE_ACCOUNT, limits.pagePostsPerHour, 1]]],
  ['an answer', () => [answerCharge(OTHER)], [['answer', [OTHER_QUOTA], limits.answersPerHour, 1]]],
  [
    'an answer to a reply that changed nothing',
    () => [replyCharge(OTHER, 'proved'), replyCharge(OTHER, 'unproved')],
    [
      ['reply', [OTHER_QUOTA], limits.repliesAnsweredPerDay, DAY],
      ['unproved reply', [OTHER_QUOTA], limits.repliesAnsweredPerDay, DAY],
    ],
  ],
  [
    'a wrong password from an unproved address',
    () => guess('none', false),
    [
      ['wrong password', ['user:alice', OTHER_QUOTA], limits.wrongPasswordsPerHour, 1],
      ['wrong password', ['all'], limits.unprovedGuessesPerHour, 1, 'else.test'],
    ],
  ],
  [
    'a wrong password from a proved address',
    () => guess('token', false),
    [['wrong password', ['user:alice', OTHER_QUOTA], limits.wrongPasswordsPerHour, 1]],
  ],
  // Charged to the account alone, and apart from the wrong passwords of others, so that a forger cannot use up the owner's.
  ...['none', 'dkim'].map((proof): [string, () => readonly Charge[], readonly Row[]] => [
    `a wrong password from the account's own address, proof: ${proof}`,
    () => guess(proof, true),
    [
      ['wrong password', ONE_ACCOUNT, limits.wrongPasswordsPerHour, 1],
      ['wrong password from its address', ONE_ACCOUNT, limits.wrongPasswordsPerHour, 1],
    ],
  ]),
])('%s', (_, charges, expected) => expect(rows(charges())).toEqual(expected));

it('a wrong password is charged to the account as the account counts them', () => {
  expect(guess('none', false)[0]).toEqual(accountGuessCharge('alice'));
});
