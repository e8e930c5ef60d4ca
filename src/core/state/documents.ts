// The types of all stored documents, and their keys.
import type { Reach } from '../accounts/deliverability.ts';
import type { PlayerSettings } from '../accounts/settings.ts';
import type { CalendarChange, Day } from '../clocks/calendar.ts';
import type { TimeSpan } from '../clocks/spans.ts';
import type { Forgetting, Forgotten } from '../forgetting/forgetting.ts';
import type { Mailing } from '../mailings/mailing.ts';
import type { Seek } from '../seeks/seek.ts';
import type { Series, Tournament } from '../tournaments/tournament.ts';
import type { Instant } from '../time.ts';
import type { Match, MatchRef, Subscriber } from './board-document.ts';

export type { Instant, Seek, Series, Tournament };
export * from './board-document.ts';

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

/** What somebody follows: a board, or all boards of a player (`all`: of everybody) in a game (null: in all of them). */
export type Subscription =
  | { readonly kind: 'board'; readonly match: MatchRef }
  | { readonly kind: 'standing'; readonly of: string; readonly game: string | null };

/** The followers of all boards of a player, or of all players. */
export interface Subscribers {
  readonly list: readonly (Subscriber & { readonly game: string | null })[];
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

/** The number of the first board of every game: three digits look like a board, and not like a move. */
export const FIRST_BOARD = 101;

/** The id of the counter of seeks: no game is called so. */
export const SEEKS = 'seek';

/** The number the next board of a game, the next seek, or the next tournament gets. */
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
  /**
   * `change`: `no` undoes it. `lock`: `yes` takes passwords again, `no` switches them off. `forget`: `yes` erases the player's data.
   * `password`: `yes` sets it.
   */
  readonly kind: 'change' | 'lock' | 'forget' | 'password';
  readonly account: string;
  /** The addresses it was sent to: the account's at that time. */
  readonly told: readonly string[];
  readonly at: Instant;
  readonly spent: boolean;
  /** The hash of the new password that waits for `yes`. */
  readonly passwordHash?: string;
}

/** When something was done, for the limits that count it. The uses do not count any more after `until`. */
export interface Uses {
  /** Oldest first. */
  readonly at: readonly Instant[];
  /** The holder of each use, for limits that many share. Absent: holders are not distinguished. */
  readonly by?: readonly string[];
  readonly until: Instant;
}

/** Mails in a row that change nothing and were answered. */
export interface Idle {
  readonly mails: number;
  /** A MAC of the last mail's words. */
  readonly words: string;
  /** MACs of what the last replies said; absent: there was none. */
  readonly replies?: readonly string[];
  /** No answer until then; 0: each such mail is answered. */
  readonly muted: Instant;
  /** A day after the last answer. */
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

/** A player's rating in a game. It is derived from the boards, and stored so that a result does not replay all of them. */
export interface PlayerRating {
  readonly game: string;
  readonly userid: string;
  readonly value: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  /** Those lost by time or absence. */
  readonly late: number;
  /** Boards that became void since no mail reached this player. */
  readonly absent: number;
  /** When the last game entered it. */
  readonly at: Instant;
  /** Games against each robot in the month (`2026-12`) of the last of them. */
  readonly robots: { readonly month: string; readonly games: Readonly<Record<string, number>> };
}

/** Times in which no clock of any player runs. */
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
  readonly subscribers: Subscribers;
  readonly rating: PlayerRating;
  readonly mailing: Mailing;
  readonly seek: Seek;
  readonly tournament: Tournament;
  /** Recurring tournaments, by the id the operator gave them. */
  readonly series: Series;
  /** By the hash of the userid, while it goes on. */
  readonly forgetting: Forgetting;
  /** Userids that are never given again, by their hash. */
  readonly forgotten: Forgotten;
}

export type DocumentKind = keyof Documents;

/** `account/alice`, `address/alice@example.test`, `match/nex/101`, `counter/nex`, `parked/3f…`, `quota/alice@example.test`. */
export type DocumentKey<Kind extends DocumentKind = DocumentKind> = `${Kind}/${string}`;

/** Any document. */
export type Document = Documents[DocumentKind];

/** The kind of document that lies under a key. */
export const kindOf = (key: DocumentKey): DocumentKind => key.slice(0, key.indexOf('/')) as DocumentKind;

export const isOfKind = <Kind extends DocumentKind>(kind: Kind, key: DocumentKey): key is DocumentKey<Kind> =>
  key.startsWith(`${kind}/`);

/** Documents by key, as they were read or are to be written; null: there is none. */
export type DocumentMap = ReadonlyMap<DocumentKey, Document | null>;

/** What lies under a key is of the key's kind. */
export const asItsKind = <Kind extends DocumentKind>(_key: DocumentKey<Kind>, document: Document): Documents[Kind] =>
  document as Documents[Kind];

/** The document under a key; undefined: the map does not say. */
export function getDocument<Kind extends DocumentKind>(
  documents: DocumentMap,
  key: DocumentKey<Kind>,
): Documents[Kind] | null | undefined {
  const document = documents.get(key);
  return document === undefined || document === null ? document : asItsKind(key, document);
}

/** The document as one of this kind; null: it is of another one. */
export const asKind = <Kind extends DocumentKind>(
  kind: Kind,
  key: DocumentKey,
  document: Document,
): Documents[Kind] | null => (isOfKind(kind, key) ? asItsKind(key, document) : null);

/** All of one kind, in their order. */
export const documentsOfKind = <Kind extends DocumentKind>(
  kind: Kind,
  documents: DocumentMap,
): readonly (readonly [DocumentKey<Kind>, Documents[Kind] | null])[] =>
  [...documents].flatMap(([key, document]) =>
    isOfKind(kind, key) ? [[key, document === null ? null : asItsKind(key, document)] as const] : [],
  );

/** One function for every kind of document. */
export type PerKind<Result> = { readonly [Kind in DocumentKind]: (document: Documents[Kind]) => Result };

/** Applies the function for the kind of this document. */
export const applyPerKind = <Result>(functions: PerKind<Result>, key: DocumentKey, document: Document): Result =>
  (functions[kindOf(key)] as (document: Document) => Result)(document);

export const isSameBoard = (a: MatchRef, b: MatchRef): boolean => a.game === b.game && a.number === b.number;

export const matchKey = (ref: MatchRef): DocumentKey<'match'> => `match/${ref.game}/${ref.number}`;

/** The board that lies under `match/nex/101`. */
export function matchRefOf(key: DocumentKey): MatchRef {
  const [, game = '', number = ''] = key.split('/');
  return { game, number: Number(number) };
}

/** Boards by game and number, everything else by the alphabet. Nothing is taken apart: stores put a hundred thousand keys in order. */
export function byKey(a: DocumentKey, b: DocumentKey): number {
  if (a === b) return 0;
  const byText = a < b ? -1 : 1;
  if (!isOfKind('match', a) || !isOfKind('match', b) || a.length === b.length) return byText;
  const game = a.slice(0, a.lastIndexOf('/') + 1);
  // Numbers have no leading zeros: the longer one is the greater.
  return b.startsWith(game) && b.lastIndexOf('/') === game.length - 1 ? a.length - b.length : byText;
}

/** What a list needs of a match, without its record being looked at. */
export type Outline = Pick<
  Match,
  'isTutorial' | 'game' | 'number' | 'state' | 'players' | 'challenger' | 'seeks' | 'opened'
>;

/** What is to be written; null: the document is dropped. */
export type Changes = DocumentMap;
