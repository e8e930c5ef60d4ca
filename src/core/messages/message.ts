// Messages as data: what all kinds of mail share, and the mail with a board.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Refused } from '../refusal.ts';
import type { SeekRow } from '../seeks/seek.ts';
import type { Question } from './question.ts';
import type { Instant } from '../time.ts';
import type { Match, Subscription } from '../state/match-document.ts';
import type { MatchRef } from '../state/documents.ts';

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

export interface BoardMessage {
  readonly kind: 'board';
  readonly to: Recipient;
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

/** A board that waits for the reader of a digest. */
export interface DigestBoard {
  readonly match: MatchRef;
  /** null: no clock runs. */
  readonly deadline: Instant | null;
  /** Was a reminder of it due since the last digest? */
  readonly isReminder: boolean;
}

/** The boards that wait for a player: at least one; whose time ends first before the others. */
export interface DigestMessage {
  readonly kind: 'digest';
  readonly to: Recipient & { readonly kind: 'account' };
  readonly boards: readonly DigestBoard[];
  /** Open challenges the reader could take. */
  readonly seeks: readonly SeekRow[];
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
