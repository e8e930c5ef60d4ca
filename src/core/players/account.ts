// The stored form of accounts, of their addresses, and of what keeps mail from their players.
import * as z from 'zod';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Stored, count, day, instant, span, userid } from '../kernel/document-definition.ts';
import { type Day, addDays, computeCalendar, dayAt, timeOnDay } from '../kernel/calendar.ts';
import { LANGUAGES, formatInstant } from '../kernel/sentence.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, type Instant, type TimeSpan } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import { type PlayerSettings, SETTINGS, defaultSettings } from './settings.ts';

declare module '../kernel/documents.ts' {
  interface Documents {
    readonly account: Account;
    readonly address: Stored<typeof addressSchema>;
    readonly optout: Stored<typeof optOutSchema>;
  }
}

const board = z.object({ game: z.string(), number: z.number().int() });

const settings = z.object({
  mail: z.enum(SETTINGS.mail),
  board: z.enum(SETTINGS.board),
  view: z.enum(SETTINGS.view),
  /** Accounts that are older than this setting store no value. */
  password: z.enum(SETTINGS.password).default('on'),
  ask: z.enum(SETTINGS.ask).default('off'),
  per: z.enum(SETTINGS.per).default('move'),
  ...{ broadcast: z.enum(SETTINGS.broadcast).default('off'), web: z.enum(SETTINGS.web).default('on') },
  echo: z.enum(SETTINGS.echo).default('people'),
  problem: z.enum(SETTINGS.problem).default('off'),
  clubs: z.enum(SETTINGS.clubs).default('on'),
  tables: z.enum(SETTINGS.tables).default('daily'),
  robots: z.enum(SETTINGS.robots).default('talk'),
  language: z.enum(LANGUAGES).default(defaultSettings.language),
  ...{ digest: z.string().default(defaultSettings.digest), reminders: z.string().default(defaultSettings.reminders) },
});

const calendarChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), zone: z.string(), at: instant }),
  z.object({ kind: z.literal('weekends'), off: z.boolean(), at: instant }),
  z.object({ kind: z.literal('booked'), from: day, to: day, at: instant }),
  z.object({ kind: z.literal('cancelled'), from: day, to: day, spent: z.array(day), at: instant }),
]);

const subscription = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('board'), match: board }),
  z.object({ kind: z.literal('standing'), of: userid, game: z.string().nullable() }),
]);

/** A board, or all boards of the player `of` (`all`: of all players) in one `game` (null: in all games). */
export type Subscription = Stored<typeof subscription>;

/** `by`: the player who claims, as an index of the players of the board. */
const askedClaim = board.extend({ by: count, at: instant });

/** A claim that waits for the answer to a probe. */
export type AskedClaim = Stored<typeof askedClaim>;

const absence = z.object({
  from: instant,
  /** When the player's next proved mail came. null: none has come. */
  until: instant.nullable(),
  /** The boards that others have claimed in this absence. */
  claimed: z.array(board),
  /** The boards that others want to claim. A claim waits until a probe has come back. Absent: none. */
  asked: z.array(askedClaim).exactOptional(),
});

/** A time in which mail to all addresses of a player came back. */
export type Absence = Stored<typeof absence>;

const reach = z.object({
  /** By address, when the last probe came back from it since this player's last proved mail. Absent: none came back. */
  bounced: z.record(z.string(), instant).exactOptional(),
  /** By address, when the last probe was sent to it since this player's last proved mail. Absent: none was sent. */
  probed: z.record(z.string(), instant).exactOptional(),
  /** Oldest first. Only the last one can be without an end. Absent: there was none. */
  absences: z.array(absence).exactOptional(),
});

export type Reach = Stored<typeof reach>;

export const accountSchema = z.object({
  userid,
  /** The confirmed addresses, to which this player's mail is sent. Lower case. Empty until the first one is confirmed. */
  addresses: z.array(z.string()),
  /** The addresses that the player has asked to have, until all of them are confirmed. null: there is no such request. */
  wanted: z.array(z.string()).nullable(),
  passwordHash: z.string().nullable(),
  /** Accounts that are older than the settings store none. */
  settings: settings.prefault(defaultSettings),
  /** Whether the player's last mail came from a chat program. Absent: no mail ever did. */
  inChat: z.boolean().exactOptional(),
  /** All changes of the player's calendar. Absent: there was none. */
  calendar: z.array(calendarChange).exactOptional(),
  /** The spans in which a forgotten player's clocks did not run: they replace the calendar. Absent: there are none. */
  rests: z.array(span).exactOptional(),
  /**
   * The player's digests. `wake`: when to check whether one is due; null: no board waits, or no digest is wanted. `last`: its day in the
   * player's time zone, and its instant; null: none was sent. Absent: the player never asked for a digest.
   */
  digest: z.object({ wake: instant.nullable(), last: z.object({ day, at: instant }).nullable() }).exactOptional(),
  /** The calendar feed. Its private address is derived from the number. Absent: the player never asked for one. */
  feed: z.object({ number: count, isOn: z.boolean() }).exactOptional(),
  /**
   * What the player says to all challenges, by game. The player takes them only with fewer running boards of the game than `most` (null:
   * there is no such limit). Absent: the player takes all.
   */
  answers: z
    .record(z.string(), z.object({ isTaken: z.boolean(), most: z.number().int().positive().nullable() }))
    .exactOptional(),
  /** The operator has named this player an organiser, of clubs and tournaments. */
  isOrganiser: z.literal(true).exactOptional(),
  /** Userids of the players that this player has blocked. Absent: there are none. */
  blocked: z.array(userid).exactOptional(),
  /** Userids of those whom this player calls friends. Absent: there are none. */
  friends: z.array(userid).exactOptional(),
  /** The number of boards from seeks on which this player moved first, by game. Absent: 0. */
  begun: z.record(z.string(), z.number().int().positive()).exactOptional(),
  ...reach.shape,
  opened: instant,
  /** Whether the player has signed off. The userid stays taken, so that old boards keep their names. */
  closed: z.boolean(),
  /** When the running boards of an account that has signed off are resigned. Absent: they are resigned already, or the account is open. */
  leaves: instant.exactOptional(),
  /** The addresses of an account that has signed off, while its boards run: each of them may open it again. */
  leftFrom: z.array(z.string()).exactOptional(),
  /** The operator accepts no mail from the account. `until` null: permanently. Absent or null: the account is not banned. */
  ban: z.object({ since: instant, until: instant.nullable() }).nullable().exactOptional(),
  /** Whether there were too many wrong passwords. Until the owner answers, passwords count only from the account's own addresses. */
  locked: z.boolean().default(false),
  /** Other addresses from which the password was used. The owner was told of each. */
  passwordFrom: z.array(z.string()).default([]),
  /** Absent: the player follows nothing. */
  subscriptions: z.array(subscription).exactOptional(),
  /** The addresses before the first change of the last days. Each of them may undo the change. null: there was no change lately. */
  restorable: z
    .object({ addresses: z.array(z.string()), at: instant })
    .nullable()
    .default(null),
  /** The userid before the player chose this one, and when. Tokens and blocks from before hold it. Absent: it is the first userid. */
  former: z.object({ userid, at: instant }).exactOptional(),
  /** The present userid of the player. This account only keeps the former userid taken. Absent: it is a player's account. */
  renamedTo: userid.exactOptional(),
});

export type Account = Stored<typeof accountSchema>;
type Ban = NonNullable<Account['ban']>;
export type DigestState = NonNullable<Account['digest']>;
export type StandingAnswer = NonNullable<Account['answers']>[string];

/** An account without addresses, password and history. */
export const createAccount = (userid: string, opened: Instant, settings: Partial<PlayerSettings> = {}): Account => ({
  ...{ userid, addresses: [], wanted: null, passwordHash: null, opened, settings: { ...defaultSettings, ...settings } },
  ...{ closed: false, locked: false, passwordFrom: [], restorable: null },
});

/** The account that an address belongs to. An address belongs to one account at most. */
export const addressSchema = z.object({ userid: userid.nullable() });

/** The stored wish of a mailbox's owner to get no invitations. */
export const optOutSchema = z.object({ at: instant });

/** The absence that has not ended. null: mail reaches this player, as far as is known. */
export function openAbsenceOf(account: Reach | null): Absence | null {
  const last = account?.absences?.at(-1);
  return last?.until === null ? last : null;
}

/** Does an absence of this player stop the clocks of a board now? `pauses`: the pauses of that board. */
export function isPausedBy(account: Reach | null, pauses: readonly TimeSpan[], now: Instant): boolean {
  const absence = openAbsenceOf(account);
  return absence !== null && pauses.some(({ from }) => from === absence.from) && now < pauseEndOf(absence);
}

/** When an absence no longer stops clocks. From then on others may claim boards. */
const pauseEndOf = ({ from, until }: Absence): Instant => Math.min(until ?? Infinity, from + limits.claimDays * DAY_MS);

/**
 * The time, up to now, in which a player's absence stopped the player's clock on a board that began at `begunAt`. Only the first absence
 * that ended after `begunAt` counts, and of it at most `claimDays`.
 */
export function computePauses(account: Reach | null, begunAt: Instant, now: Instant): readonly TimeSpan[] {
  const firstAbsence = account?.absences?.find(({ until }) => (until ?? Infinity) > begunAt);
  return firstAbsence === undefined
    ? []
    : [{ from: firstAbsence.from, until: Math.min(now, pauseEndOf(firstAbsence)) }];
}

/** The ban that is in effect now. null: there is none. */
export function findBan(account: Pick<Account, 'ban'> | null, now: Instant): Ban | null {
  const ban = account?.ban ?? null;
  return ban !== null && (ban.until === null || now < ban.until) ? ban : null;
}

/** Is the account closed, and can its owner no longer reopen it? */
export const isClosedForGood = ({ closed, leaves }: Account): boolean => closed && leaves === undefined;

/** Has a change just closed this account for good, or banned it? Its seeks and tournament entries then end. */
export const hasLeft = (before: Account | null, after: Account): boolean =>
  before !== null &&
  !isClosedForGood(before) &&
  (isClosedForGood(after) || ((after.ban ?? null) !== null && after.ban?.since !== before.ban?.since));

/** The time zone of a player. */
export const zoneOf = (account: Pick<Account, 'calendar'> | null): string =>
  computeCalendar(account?.calendar ?? []).zone;

/** Does mail reach this player, and on no holiday? */
export function isPresent(account: Account, now: Instant): boolean {
  const { zone, holidays } = computeCalendar(account.calendar ?? []);
  const today = dayAt(zone, now);
  return openAbsenceOf(account) === null && !holidays.some(({ from, to }) => from <= today && today <= to);
}

/** The sentence about a ban. `codes.permanent` is for a ban without an end. */
export const banPhrase = (
  account: Account,
  { until }: Ban,
  codes: { readonly permanent: string; readonly until: string },
): Phrase => {
  const { userid } = account;
  return until === null
    ? { code: codes.permanent, parts: { userid } }
    : { code: codes.until, parts: { userid, until: formatInstant(zoneOf(account), until) } };
};

/** The userid that the player of this userid has now. */
export const findPresentUserid = (state: State, userid: string): string => state.account(userid)?.renamedTo ?? userid;

/** All userids of a player: the present one, and the former one. */
export function listUserids(state: State, userid: string): readonly string[] {
  const former = state.account(userid)?.former;
  return former === undefined ? [userid] : [userid, former.userid];
}

/** Is it the kind of name that a stranger gets by accepting an invitation with a plain `yes`? */
export const isGuestName = (userid: string): boolean => /^guest\d+$/.test(userid);

// If the hour of a digest has passed, it goes out as soon as possible.

export const wantsDigest = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'digest' || per === 'both';

/** Does the player want a mail for every move of others? */
export const wantsMoves = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'move' || per === 'both';

/** The value of the setting `per` that ends the digest and changes nothing else. */
export const findPerWithoutDigest = (settings: Pick<PlayerSettings, 'per'>): PlayerSettings['per'] =>
  wantsMoves(settings) ? 'move' : 'none';

/** The fields of an account that decide when its digest is due. */
type DigestReader = Pick<Account, 'settings' | 'calendar' | 'digest'>;

const digestTimeOn = (reader: DigestReader, day: Day): Instant =>
  timeOnDay(zoneOf(reader), day, reader.settings.digest);

/** The day of an instant, in the player's time zone. */
export const dayFor = (account: Pick<Account, 'calendar'> | null, at: Instant): Day => dayAt(zoneOf(account), at);

const lastDayOf = ({ digest }: DigestReader): Day => digest?.last?.day ?? '';

/** The instant of the next digest, on the first day without one. */
export function findNextDigest(reader: DigestReader, now: Instant): Instant {
  const [day, lastDay] = [dayFor(reader, now), lastDayOf(reader)];
  const firstDay = lastDay >= day ? addDays(lastDay, 1) : day;
  const dueAt = digestTimeOn(reader, firstDay);
  return dueAt > now ? dueAt : digestTimeOn(reader, addDays(firstDay, 1));
}

/** The day whose digest is due now. null: the hour of today's digest has not come, or it was sent. */
export function findDueDigestDay(reader: DigestReader, now: Instant): Day | null {
  const day = dayFor(reader, now);
  return day > lastDayOf(reader) && digestTimeOn(reader, day) <= now ? day : null;
}
