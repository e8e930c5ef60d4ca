// Messages: mails to be written, as data, with the parts that their kinds share.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { Question } from './question.ts';
import type { Match } from '../board/match-document.ts';
import type { Subscription } from '../players/account.ts';
import type { MatchRef } from '../kernel/documents.ts';

/** An account gets its mail at its registered addresses; an address is written to directly, as an answer. */
export type Recipient =
  { readonly kind: 'account'; readonly userid: string } | { readonly kind: 'address'; readonly address: string };

/** Why a mail is answered without having been done. */
export type UnreadReason = 'too-large' | 'unreadable' | 'fault' | 'damaged';

/** A line of a mail that was not done. */
export interface RefusedLine {
  readonly line: string;
  readonly refused: Refused;
}

/** What every message has. */
export interface Addressed {
  readonly to: Recipient;
}

/** By kind of message, its data. The file that writes the mails of a kind adds it here, by `declare module`. */
export interface MessageFields {
  readonly board: Omit<BoardMessage, 'kind'>;
}

export type MessageName = keyof MessageFields;

/** A mail to be written, as data. */
export type Message = { [Name in MessageName]: { readonly kind: Name } & MessageFields[Name] }[MessageName];

export interface BoardMessage extends Addressed {
  readonly kind: 'board';
  readonly match: MatchRef;
  readonly occasion: 'new' | 'position' | 'show' | 'error' | 'question' | 'reminder' | 'preview';
  /** What just happened, oldest first. */
  readonly news: readonly Phrase[];
  readonly refusedLines: readonly RefusedLine[];
  /** What the reader is asked: which of these lines they meant. */
  readonly questions: readonly Question[];
  /** Shown after this many moves; null: as it stands. */
  readonly ply: number | null;
  /** What the sender wrote and was not delivered, since nothing was done. */
  readonly undelivered: string;
  /** The reader's own account, where we know it: decides which token the mail carries. */
  readonly reader: string | null;
  /** It tells of nothing but others' moves: players who want no such mails do not get it. */
  readonly isOfMoves?: boolean;
  /** The player's time does not end before the SMTP server has taken this mail. */
  readonly isLastReminder?: boolean;
  /** The subscription of a reader without a seat. */
  readonly following?: Subscription;
  /** What is shown in the place of the board: as it would be. */
  readonly imagined?: Imagined;
}

/** A board as it would be after moves that were not played. Its number is 0 where there is no such board at all. */
export interface Imagined {
  readonly match: Match;
  readonly what: Phrase;
  /** What `yes` to the mail means; null: nothing. */
  readonly asked: string | null;
}

/** The board as it is now, to a reader that is perhaps one of its players. */
export const boardMessage = (match: MatchRef, to: Recipient, reader: string | null): BoardMessage => ({
  kind: 'board',
  to,
  match,
  reader,
  occasion: 'position',
  news: [],
  refusedLines: [],
  ply: null,
  undelivered: '',
  questions: [],
});
