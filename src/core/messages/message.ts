// What to tell whom, as data: what the kinds of mail share, and the mail with a board.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Refused } from '../refusal.ts';
import type { Question } from './question.ts';
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
  readonly occasion: 'new' | 'position' | 'show' | 'error' | 'question' | 'reminder';
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
  /** Nobody's time ends before the SMTP server has taken this mail. */
  readonly isLastReminder?: boolean;
}
