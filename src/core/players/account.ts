// The stored form of accounts, of the addresses that belong to them, and of opt-outs.
import type { Reach } from './deliverability.ts';
import type { PlayerSettings } from './settings.ts';
import type { CalendarChange, Day } from '../kernel/calendar.ts';
import type { TimeSpan } from '../kernel/spans.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';

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
export interface Ban {
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
export interface AddressOwner {
  readonly userid: string | null;
}

/** The stored wish of a mailbox's owner to get no invitations. */
export interface OptOut {
  readonly at: Instant;
}

/** A board, or all boards of the player `of` (`all`: of all players) in one `game` (null: in all games). */
export type Subscription =
  | { readonly kind: 'board'; readonly match: MatchRef }
  | { readonly kind: 'standing'; readonly of: string; readonly game: string | null };
