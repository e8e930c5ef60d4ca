// The stored form of accounts, of their addresses, and of what keeps mail from their players.
import type { Phrase } from '#games/kit/refusal.ts';
import { type CalendarChange, type Day, addDays, computeCalendar, dayAt, timeOnDay } from '../kernel/calendar.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { formatInstant } from '../kernel/sentence.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS, type Instant, type TimeSpan } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import type { PlayerSettings } from './settings.ts';

declare module '../kernel/documents.ts' {
  interface Documents {
    readonly account: Account;
    readonly address: AddressOwner;
    readonly optout: OptOut;
  }
}

export interface Account extends Reach {
  readonly userid: string;
  /** The confirmed addresses, to which this player's mail is sent. Lower case. Empty until the first one is confirmed. */
  readonly addresses: readonly string[];
  /** The addresses that the player has asked to have, until all of them are confirmed. null: there is no such request. */
  readonly wanted: readonly string[] | null;
  readonly passwordHash: string | null;
  readonly settings: PlayerSettings;
  /** Whether the player's last mail came from a chat program. Absent: no mail ever did. */
  readonly inChat?: boolean;
  readonly opened: Instant;
  /** All changes of the player's calendar. Absent: there was none. */
  readonly calendar?: readonly CalendarChange[];
  /** The spans in which a forgotten player's clocks did not run: they replace the calendar. Absent: there are none. */
  readonly rests?: readonly TimeSpan[];
  /** Absent: the player never asked for a digest. */
  readonly digest?: DigestState;
  /** The feed of the player's deadlines. Absent: the player never asked for one. */
  readonly feed?: CalendarFeed;
  /** The standing answers, by game. Absent: the player takes all challenges. */
  readonly answers?: Readonly<Record<string, StandingAnswer>>;
  /** Userids of the players that this player has blocked. Absent: there are none. */
  readonly blocked?: readonly string[];
  /** The number of boards from seeks on which this player moved first, by game. Absent: 0. */
  readonly begun?: Readonly<Record<string, number>>;
  /** Absent: the player follows nothing. */
  readonly subscriptions?: readonly Subscription[];
  /** Whether the player has signed off. The userid stays taken, so that old boards keep their names. */
  readonly closed: boolean;
  /** When the running boards of an account that has signed off are resigned. Absent: they are resigned already, or the account is open. */
  readonly leaves?: Instant;
  /** The addresses of an account that has signed off, while its boards run: each of them may open it again. */
  readonly leftFrom?: readonly string[];
  /** Absent or null: the operator has not banned the account. */
  readonly ban?: Ban | null;
  /** Whether there were too many wrong passwords. Until the owner answers, passwords count only from the account's own addresses. */
  readonly locked: boolean;
  /** Other addresses from which the password was used. The owner was told of each. */
  readonly passwordFrom: readonly string[];
  /** The addresses before the first change of the last days. Each of them may undo the change. null: there was no change lately. */
  readonly restorable: { readonly addresses: readonly string[]; readonly at: Instant } | null;
  /** The userid before the player chose this one, and when. Tokens and blocks from before hold it. Absent: it is the first userid. */
  readonly former?: { readonly userid: string; readonly at: Instant };
  /** The present userid of the player. This account only keeps the former userid taken. Absent: it is a player's account. */
  readonly renamedTo?: string;
}

/** A ban: the operator accepts no mail from the account. */
interface Ban {
  readonly since: Instant;
  /** null: permanently. */
  readonly until: Instant | null;
}

/** When the player's digests are sent. */
export interface DigestState {
  /** When to check whether a digest is due. null: no board waits, or no digest is wanted. */
  readonly wake: Instant | null;
  /** The last digest: its day in the player's time zone, and its instant. null: none was sent. */
  readonly last: { readonly day: Day; readonly at: Instant } | null;
}

/** The calendar feed of a player. Its private address is derived from the number: another number, another address. */
export interface CalendarFeed {
  readonly number: number;
  readonly isOn: boolean;
}

/** What a player says to all challenges of a game. */
export interface StandingAnswer {
  readonly isTaken: boolean;
  /** The player takes challenges only with fewer running boards of the game than this. null: there is no such limit. */
  readonly most: number | null;
}

/** The account that an address belongs to. An address belongs to one account at most. */
interface AddressOwner {
  readonly userid: string | null;
}

/** The stored wish of a mailbox's owner to get no invitations. */
interface OptOut {
  readonly at: Instant;
}

/** A board, or all boards of the player `of` (`all`: of all players) in one `game` (null: in all games). */
export type Subscription =
  | { readonly kind: 'board'; readonly match: MatchRef }
  | { readonly kind: 'standing'; readonly of: string; readonly game: string | null };

/** A time in which mail to all addresses of a player came back. */
export interface Absence {
  readonly from: Instant;
  /** When the player's next proved mail came. null: none has come. */
  readonly until: Instant | null;
  /** The boards that others have claimed in this absence. */
  readonly claimed: readonly { readonly game: string; readonly number: number }[];
  /** The boards that others want to claim. A claim waits until a probe has come back. Absent: none. */
  readonly asked?: readonly AskedClaim[];
}

/** A claim that waits for the answer to a probe. */
export interface AskedClaim {
  readonly game: string;
  readonly number: number;
  /** The player who claims, as an index of the players of the board. */
  readonly by: number;
  readonly at: Instant;
}

export interface Reach {
  /** By address, when the last probe came back from it since this player's last proved mail. Absent: none came back. */
  readonly bounced?: Readonly<Record<string, Instant>>;
  /** By address, when the last probe was sent to it since this player's last proved mail. Absent: none was sent. */
  readonly probed?: Readonly<Record<string, Instant>>;
  /** Oldest first. Only the last one can be without an end. Absent: there was none. */
  readonly absences?: readonly Absence[];
}

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

/** The sentence about a ban. `codes.permanent` is for a ban without an end. */
export const banPhrase = (
  account: Account,
  { until }: Ban,
  codes: { readonly permanent: string; readonly until: string },
): Phrase => {
  const { zone } = computeCalendar(account.calendar ?? []);
  const { userid } = account;
  return until === null
    ? { code: codes.permanent, parts: { userid } }
    : { code: codes.until, parts: { userid, until: formatInstant(zone, until) } };
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

const digestTimeOn = ({ settings, calendar = [] }: DigestReader, day: Day): Instant =>
  timeOnDay(computeCalendar(calendar).zone, day, settings.digest);

const computeToday = ({ calendar = [] }: DigestReader, now: Instant): Day => dayAt(computeCalendar(calendar).zone, now);

const lastDayOf = ({ digest }: DigestReader): Day => digest?.last?.day ?? '';

/** The instant of the next digest, on the first day without one. */
export function findNextDigest(reader: DigestReader, now: Instant): Instant {
  const [day, lastDay] = [computeToday(reader, now), lastDayOf(reader)];
  const firstDay = lastDay >= day ? addDays(lastDay, 1) : day;
  const dueAt = digestTimeOn(reader, firstDay);
  return dueAt > now ? dueAt : digestTimeOn(reader, addDays(firstDay, 1));
}

/** The day whose digest is due now. null: the hour of today's digest has not come, or it was sent. */
export function findDueDigestDay(reader: DigestReader, now: Instant): Day | null {
  const day = computeToday(reader, now);
  return day > lastDayOf(reader) && digestTimeOn(reader, day) <= now ? day : null;
}
