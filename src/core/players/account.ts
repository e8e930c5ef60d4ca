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
  /** Where this player's mail goes, lower case; empty until the first address is confirmed. */
  readonly addresses: readonly string[];
  /** The list of addresses asked for and not wholly confirmed yet. */
  readonly wanted: readonly string[] | null;
  readonly passwordHash: string | null;
  readonly settings: PlayerSettings;
  /** Did their last mail come from a chat program? Absent: none ever did. */
  readonly inChat?: boolean;
  readonly opened: Instant;
  /** Absent: it was never changed. */
  readonly calendar?: readonly CalendarChange[];
  /** The spans in which a forgotten player's clocks did not run: they replace the calendar. Absent: there are none. */
  readonly rests?: readonly TimeSpan[];
  /** Absent: no digest was ever wanted. */
  readonly digest?: DigestState;
  /** By game, what was said to challenges beforehand. Absent: they are taken. */
  readonly answers?: Readonly<Record<string, StandingAnswer>>;
  /** Userids of the players that this player has blocked. Absent: there are none. */
  readonly blocked?: readonly string[];
  /** By game, at how many boards from seeks this player has moved first. Absent: at none. */
  readonly begun?: Readonly<Record<string, number>>;
  /** What this player follows. Absent: nothing. */
  readonly subscriptions?: readonly Subscription[];
  /** Signed off: the userid stays taken, so that old boards keep their names. */
  readonly closed: boolean;
  /** When the running boards of an account that has signed off are resigned. Absent: they are, or it has not. */
  readonly leaves?: Instant;
  /** The addresses of an account that has signed off, while its boards run: each of them may open it again. */
  readonly leftFrom?: readonly string[];
  /** What the operator has said of this account. Absent, or null: nothing. */
  readonly ban?: Ban | null;
  /** Too many wrong passwords: none is taken from addresses that are not the account's until its owner has answered. */
  readonly locked: boolean;
  /** Other addresses from which the password was used, once the owner has been told. */
  readonly passwordFrom: readonly string[];
  /** The addresses before the first change of these days, to which one of them may return it; null: none is remembered. */
  readonly restorable: { readonly addresses: readonly string[]; readonly at: Instant } | null;
}

/** The operator takes nothing from an account. */
export interface Ban {
  readonly since: Instant;
  /** null: permanently. */
  readonly until: Instant | null;
}

/** The mail that comes once a day with the boards that wait for a player. */
export interface DigestState {
  /** When to check whether a digest is due. null: no board waits, or no digest is wanted. */
  readonly wake: Instant | null;
  /** The last one, and the day it was in the player's zone then; null: none has gone out. */
  readonly last: { readonly day: Day; readonly at: Instant } | null;
}

/** What a player says to all challenges of a game. */
export interface StandingAnswer {
  readonly isTaken: boolean;
  /** Only while there are fewer running boards of it; null: any number. */
  readonly most: number | null;
}

/** To whom an address belongs: one address, one account. */
export interface AddressOwner {
  readonly userid: string | null;
}

/** A mailbox whose owner wants no invitation ever again. */
export interface OptOut {
  readonly at: Instant;
}

/** What somebody follows: a board, or all boards of a player (`all`: of everybody) in a game (null: in all of them). */
export type Subscription =
  | { readonly kind: 'board'; readonly match: MatchRef }
  | { readonly kind: 'standing'; readonly of: string; readonly game: string | null };
