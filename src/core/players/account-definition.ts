// The definitions of accounts, of the addresses that belong to them, and of opt-outs.
import { z } from 'zod';
import { createRobotAccount, findRobot } from './robots.ts';
import { LANGUAGES } from '../kernel/sentence.ts';
import { limits } from '../kernel/limits.ts';
import { quotaIdsOf } from './quota-rules.ts';
import {
  type DocumentDefinition,
  type ErasedPlayer,
  type Fields,
  count,
  day,
  instant,
  span,
  userid,
} from '../kernel/document-definition.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';
import type { Account } from './account.ts';
import { SETTINGS, defaultSettings } from './settings.ts';

const board = z.object({ game: z.string(), number: z.number().int() });

const settings = z.object({
  mail: z.enum(SETTINGS.mail.choices),
  board: z.enum(SETTINGS.board.choices),
  view: z.enum(SETTINGS.view.choices),
  /** Accounts that are older than this setting store no value. */
  password: z.enum(SETTINGS.password.choices).default('on'),
  ask: z.enum(SETTINGS.ask.choices).default('off'),
  per: z.enum(SETTINGS.per.choices).default('move'),
  ...{ broadcast: z.enum(SETTINGS.broadcast.choices).default('off'), web: z.enum(SETTINGS.web.choices).default('on') },
  echo: z.enum(SETTINGS.echo.choices).default('people'),
  tables: z.enum(SETTINGS.tables.choices).default('daily'),
  robots: z.enum(SETTINGS.robots.choices).default('talk'),
  language: z.enum(LANGUAGES).default(defaultSettings.language),
  ...{ digest: z.string().default(defaultSettings.digest), reminders: z.string().default(defaultSettings.reminders) },
});

const calendarChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), zone: z.string(), at: instant }),
  z.object({ kind: z.literal('weekends'), off: z.boolean(), at: instant }),
  z.object({ kind: z.literal('booked'), from: day, to: day, at: instant }),
  z.object({ kind: z.literal('cancelled'), from: day, to: day, spent: z.array(day), at: instant }),
]);

const schema = z.object({
  userid,
  addresses: z.array(z.string()),
  wanted: z.array(z.string()).nullable(),
  passwordHash: z.string().nullable(),
  /** Accounts that are older than the settings store none. */
  settings: settings.prefault(defaultSettings),
  inChat: z.boolean().exactOptional(),
  calendar: z.array(calendarChange).exactOptional(),
  rests: z.array(span).exactOptional(),
  digest: z.object({ wake: instant.nullable(), last: z.object({ day, at: instant }).nullable() }).exactOptional(),
  feed: z.object({ number: count, isOn: z.boolean() }).exactOptional(),
  answers: z
    .record(z.string(), z.object({ isTaken: z.boolean(), most: z.number().int().positive().nullable() }))
    .exactOptional(),
  blocked: z.array(userid).exactOptional(),
  begun: z.record(z.string(), z.number().int().positive()).exactOptional(),
  bounced: z.record(z.string(), instant).exactOptional(),
  probed: z.record(z.string(), instant).exactOptional(),
  absences: z
    .array(
      z.object({
        ...{ from: instant, until: instant.nullable(), claimed: z.array(board) },
        asked: z.array(board.extend({ by: count, at: instant })).exactOptional(),
      }),
    )
    .exactOptional(),
  opened: instant,
  closed: z.boolean(),
  leaves: instant.exactOptional(),
  leftFrom: z.array(z.string()).exactOptional(),
  ban: z.object({ since: instant, until: instant.nullable() }).nullable().exactOptional(),
  locked: z.boolean().default(false),
  passwordFrom: z.array(z.string()).default([]),
  subscriptions: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('board'), match: board }),
        z.object({ kind: z.literal('standing'), of: userid, game: z.string().nullable() }),
      ]),
    )
    .exactOptional(),
  restorable: z
    .object({ addresses: z.array(z.string()), at: instant })
    .nullable()
    .default(null),
  former: z.object({ userid, at: instant }).exactOptional(),
  renamedTo: userid.exactOptional(),
} satisfies Fields<Account>);

export const ACCOUNT: DocumentDefinition<'account'> = {
  schema,
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
  schema: z.object({ userid: userid.nullable() }),
  folder: 'addresses',
  ifDamaged: 'Put a copy from a backup in its place; mails that need it are answered and kept in Quarantine until then',
  prefetch: owner => (owner.userid === null ? [] : [`account/${owner.userid}`]),
  erase: (owner, player) => (owner.userid === player.userid ? null : owner),
};

export const OPT_OUT: DocumentDefinition<'optout'> = {
  schema: z.object({ at: instant }),
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
    ...{ userid, settings, opened, closed },
    ...(calendar === undefined ? {} : { calendar }),
    ...(rests === undefined ? {} : { rests }),
    ...(absences === undefined ? {} : { absences }),
    ...{ addresses: [], wanted: null, passwordHash: null, locked: false, passwordFrom: [], restorable: null },
  };
}

/** Erases a player from another account: the userid from its blocks and subscriptions, the addresses from all of its lists. */
function eraseMentions(account: Account, { userid, addresses }: ErasedPlayer): Account {
  const { blocked = [], subscriptions = [], passwordFrom, wanted, restorable } = account;
  const isOfErasedPlayer = (each: (typeof subscriptions)[number]): boolean =>
    each.kind === 'standing' && each.of === userid;
  const isMentioned =
    blocked.includes(userid) ||
    subscriptions.some(isOfErasedPlayer) ||
    listOtherAddresses(account).some(each => addresses.includes(each));
  if (!isMentioned) return account;
  const removeAddresses = (list: readonly string[]): readonly string[] =>
    list.filter(each => !addresses.includes(each));
  const stillWanted = wanted === null ? [] : removeAddresses(wanted);
  return {
    ...account,
    blocked: blocked.filter(each => each !== userid),
    subscriptions: subscriptions.filter(each => !isOfErasedPlayer(each)),
    passwordFrom: removeAddresses(passwordFrom),
    wanted: stillWanted.length === 0 ? null : stillWanted,
    restorable: restorable === null ? null : { ...restorable, addresses: removeAddresses(restorable.addresses) },
    ...(account.leftFrom === undefined ? {} : { leftFrom: removeAddresses(account.leftFrom) }),
  };
}

const listOtherAddresses = ({ passwordFrom, wanted, restorable, leftFrom = [] }: Account): readonly string[] => [
  ...passwordFrom,
  ...(wanted ?? []),
  ...(restorable?.addresses ?? []),
  ...leftFrom,
];
