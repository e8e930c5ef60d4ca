// Everything that is stored: the documents by kind, and the keys they lie under.
import type { PlayerSettings } from '../accounts/settings.ts';
import type { CalendarChange } from '../clocks/calendar.ts';
import type { TimeSpan } from '../clocks/spans.ts';
import type { TimeControl } from '../clocks/time-control.ts';
import type { Instant } from '../time.ts';
import type { Setup } from '#games/game.ts';

export type { Instant };

export interface Account {
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
  /** By game, what was said to challenges beforehand. Absent: they are taken. */
  readonly answers?: Readonly<Record<string, StandingAnswer>>;
  /** Userids of whom this player wants to hear nothing. Absent: nobody. */
  readonly blocked?: readonly string[];
  /** Signed off: the userid stays taken, so that old boards keep their names. */
  readonly closed: boolean;
  /** Too many wrong passwords: none is taken from addresses that are not the account's until its owner has answered. */
  readonly locked: boolean;
  /** Other addresses from which the password was used, once the owner has been told. */
  readonly passwordFrom: readonly string[];
  /** The addresses before the first change of these days, to which one of them may return it; null: none is remembered. */
  readonly restorable: { readonly addresses: readonly string[]; readonly at: Instant } | null;
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

/** Somebody at the table: an account, or an address that was invited and has not answered. */
export type Player =
  /** `isAsked`: the seat is theirs alone, and they have not said yet whether they take it. */
  | { readonly kind: 'account'; readonly userid: string; readonly isAsked?: true }
  | { readonly kind: 'invited'; readonly address: string };

/** An entry that changes the board or who holds which side. A swap exchanges the players, not the colours, and is no ply. */
export type LineEntry =
  | { readonly kind: 'move'; readonly text: string; readonly at: Instant }
  | { readonly kind: 'swap'; readonly after: number; readonly at: Instant }
  | { readonly kind: 'retire'; readonly seat: number; readonly why: 'resigned' | 'out-of-time'; readonly at: Instant };

/** What is beside the game and changes nothing of it. */
export type BesideEntry =
  /** `by` (an index of the players) gave all others so many days. */
  | { readonly kind: 'addtime'; readonly by: number; readonly days: number; readonly at: Instant }
  /** A mail that reminded whoever is to move, by its id; and that the SMTP server took it. */
  | { readonly kind: 'reminder'; readonly what: ReminderKind; readonly deadline: Instant; readonly at: Instant }
  | { readonly kind: 'reminder-accepted'; readonly sent: Instant; readonly at: Instant };

/** `nag`: at the board's nagtime; `last`: before the end; else so many milliseconds before it, as the player chose. */
export type ReminderKind = 'nag' | 'last' | number;

/** What players may agree on at a board. */
export type ProposalKind = 'undo' | 'draw';

/** One line of a match record. `by`: an index of match.players, the first of an account's. */
export type Entry =
  | LineEntry
  | { readonly kind: 'proposal'; readonly what: ProposalKind; readonly by: number; readonly at: Instant }
  /** The answer to the one open proposal. What an agreed one brings about is derived: no entry is ever taken out. */
  | { readonly kind: 'vote'; readonly by: number; readonly accepts: boolean; readonly at: Instant }
  | BesideEntry;

/** The Message-IDs by which a player's mail program ties this board's mails together: only mails sent to that player. */
export interface Thread {
  readonly root: string;
  readonly last: string;
}

export interface Match {
  readonly game: string;
  readonly number: number;
  readonly setup: Setup;
  readonly swap: boolean;
  /** In the order of the challenge; a swap does not change it. */
  readonly players: readonly Player[];
  readonly challenger: string;
  readonly record: readonly Entry[];
  /** `invited`: waits for somebody who is invited or asked; `removed`: declined before it began. */
  readonly state: 'invited' | 'active' | 'over' | 'removed';
  /** What was written with the last move. */
  readonly comment: Comment | null;
  /** By player; null before the first mail. */
  readonly threads: readonly (Thread | null)[];
  readonly opened: Instant;
  /** When everybody had agreed to play; absent: when it was opened. */
  readonly begun?: Instant;
  /** Absent: the usual one. */
  readonly time?: TimeControl;
  /** When the board is to be looked at again; absent or null: nothing happens by itself. */
  readonly wake?: Instant | null;
  /** The board that is played in return for this one; absent: nobody has asked for one. */
  readonly rematch?: number;
}

export interface Comment {
  readonly by: string;
  readonly text: string;
}

/** The number of the first board of every game: three digits look like a board, and not like a move. */
export const FIRST_BOARD = 101;

/** The number the next board of a game gets. */
export interface Counter {
  readonly next: number;
}

/** A mail whose sender is not proved, kept until the account's owner confirms it. */
export interface ParkedMail {
  readonly account: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** The token detail the mail came with, if any: its board context. */
  readonly detail: string | null;
  readonly messageId: string | null;
  readonly at: Instant;
  readonly spent: boolean;
}

/** What an account's owner was told, and may answer for a while. */
export interface Alert {
  /** `change`: `no` undoes it. `lock`: `yes` takes passwords again, `no` switches them off. */
  readonly kind: 'change' | 'lock';
  readonly account: string;
  /** The addresses it was sent to: the account's at that time. */
  readonly told: readonly string[];
  readonly at: Instant;
  readonly spent: boolean;
}

/** When something was done, for the limits that count it; nothing of it matters after `until`. */
export interface Uses {
  /** Oldest first. */
  readonly at: readonly Instant[];
  readonly until: Instant;
}

/** Mails in a row that only cost an answer. */
export interface Idle {
  readonly mails: number;
  /** A MAC of the last one's words. */
  readonly words: string;
  /** Until then they are not answered; 0: they are. */
  readonly muted: Instant;
  readonly until: Instant;
}

/** What an address, an account or all together have used of their limits (core/quota). */
export interface Quota {
  /** By purpose. */
  readonly uses: Readonly<Record<string, Uses>>;
  /** What claims to come from an address must not silence its owner: two rows. */
  readonly idle: { readonly proved: Idle | null; readonly unproved: Idle | null };
}

/** A mailbox whose owner wants no invitation ever again. */
export interface OptOut {
  readonly at: Instant;
}

/** Times in which no clock runs, whoever it is. */
export interface Stops {
  /** When the mailbox was last read. */
  readonly read: Instant;
  /** When it could not be read, for more than an hour. */
  readonly outages: readonly TimeSpan[];
  /** When the operator stopped all clocks; the last one goes on while `until` is null. */
  readonly pauses: readonly { readonly from: Instant; readonly until: Instant | null }[];
}

export interface Documents {
  readonly account: Account;
  readonly address: AddressOwner;
  readonly match: Match;
  readonly counter: Counter;
  readonly parked: ParkedMail;
  readonly alert: Alert;
  readonly quota: Quota;
  readonly optout: OptOut;
  readonly stops: Stops;
}

export type DocumentKind = keyof Documents;

/** `account/alice`, `address/alice@example.test`, `match/nex/101`, `counter/nex`, `parked/3f…`, `quota/alice@example.test`. */
export type DocumentKey = `${DocumentKind}/${string}`;

export interface MatchRef {
  readonly game: string;
  readonly number: number;
}

export const isSameBoard = (a: MatchRef, b: MatchRef): boolean => a.game === b.game && a.number === b.number;

export const matchKey = (ref: MatchRef): DocumentKey => `match/${ref.game}/${ref.number}`;

/** What a list needs of a match, without its record being looked at. */
export type Outline = Pick<Match, 'game' | 'number' | 'state' | 'players' | 'challenger'>;

/** What is to be written; null: the document is dropped. */
export type Changes = ReadonlyMap<DocumentKey, Documents[DocumentKind] | null>;
