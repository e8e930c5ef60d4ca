// The feature `accounts`: players, their addresses, their limits, and questions to them.
import { createRobotAccount, findRobot } from '#core/players/robots.ts';
import { limits } from '#core/kernel/limits.ts';
import { quotaIdsOf } from '#core/players/quota-rules.ts';
import { type DocumentDefinition, type ErasedPlayer, isMentioned } from '#core/kernel/document-definition.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type Account, accountSchema, addressSchema, optOutSchema, createAccount } from '#core/players/account.ts';
import type { DueAlarm, Feature } from '#core/writing/feature.ts';
import type { Consequence } from '#core/players/message.ts';
import { ALERT, PARKED_MAIL } from '#core/players/confirmations.ts';
import { QUOTA } from '#core/players/quota.ts';
import { decideDigest } from '../digest/index.ts';
import { leaveBoards } from '../leaving/close.ts';

export const ACCOUNT: DocumentDefinition<'account'> = {
  schema: accountSchema,
  folder: 'accounts',
  ifDamaged: 'Put a copy from a backup in its place; mails that need it are answered and kept in Quarantine until then',
  ownKey: account => `account/${account.userid}`,
  builtIn: (robots, id) => (findRobot(robots, id) === null ? null : createRobotAccount(id)),
  alarm: account => account.leaves ?? findNameExpiry(account) ?? account.digest?.wake ?? null,
  prefetch: account => quotaIdsOf(account).map(id => `quota/${id}` as const),
  publicView: hidePrivateFields,
  erase: eraseMentions,
};

export const ADDRESS: DocumentDefinition<'address'> = {
  schema: addressSchema,
  folder: 'addresses',
  ifDamaged: 'Put a copy from a backup in its place; mails that need it are answered and kept in Quarantine until then',
  prefetch: owner => (owner.userid === null ? [] : [`account/${owner.userid}`]),
  erase: (owner, player) => (owner.userid === player.userid ? null : owner),
};

export const OPT_OUT: DocumentDefinition<'optout'> = {
  schema: optOutSchema,
  folder: 'optouts',
  ifDamaged: 'Put a copy from a backup in its place: it says that somebody wants no invitation',
};

/** When the userid of a sign-up that was never confirmed is free again. null: the account is not of this kind. */
export const findNameExpiry = ({ addresses, closed, passwordHash, restorable, opened }: Account): Instant | null =>
  addresses.length === 0 && !closed && passwordHash === null && restorable === null
    ? opened + limits.unconfirmedDays * DAY_MS
    : null;

/** The account as public pages see it. The calendar stays, since deadlines are computed from it. */
function hidePrivateFields({ userid, settings, opened, closed, calendar, rests, absences }: Account): Account {
  return {
    ...{ ...createAccount(userid, opened, settings), closed },
    ...(calendar === undefined ? {} : { calendar }),
    ...(rests === undefined ? {} : { rests }),
    ...(absences === undefined ? {} : { absences }),
  };
}

/** Erases a player from another account: the userid from its lists and subscriptions, the addresses from all of its lists. */
function eraseMentions(account: Account, player: ErasedPlayer): Account {
  if (!isMentioned(account, player)) return account;
  const { userid, addresses } = player;
  const { blocked = [], friends = [], subscriptions = [], passwordFrom, wanted, restorable } = account;
  const isOfErasedPlayer = (each: (typeof subscriptions)[number]): boolean =>
    each.kind === 'standing' && each.of === userid;
  const removeAddresses = (list: readonly string[]): readonly string[] =>
    list.filter(each => !addresses.includes(each));
  const stillWanted = wanted === null ? [] : removeAddresses(wanted);
  return {
    ...account,
    blocked: blocked.filter(each => each !== userid),
    friends: friends.filter(each => each !== userid),
    subscriptions: subscriptions.filter(each => !isOfErasedPlayer(each)),
    passwordFrom: removeAddresses(passwordFrom),
    wanted: stillWanted.length === 0 ? null : stillWanted,
    restorable: restorable === null ? null : { ...restorable, addresses: removeAddresses(restorable.addresses) },
    ...(account.leftFrom === undefined ? {} : { leftFrom: removeAddresses(account.leftFrom) }),
  };
}

/** Handles an account's alarm: frees an unconfirmed userid, resigns the boards of a closed account, or sends a digest. */
function decideAccount({ state, key, document, context }: DueAlarm<'account'>): Consequence {
  if (findNameExpiry(document) !== null) return { messages: [], state: state.with(new Map([[key, null]])) };
  return (document.leaves === undefined ? decideDigest : leaveBoards)(state, document, context);
}

export const accounts = {
  documents: {
    ...{ account: ACCOUNT, address: ADDRESS, optout: OPT_OUT },
    ...{ parked: PARKED_MAIL, alert: ALERT, quota: QUOTA },
  },
  alarms: { account: decideAccount },
} satisfies Feature;
