// The identified sender of a mail, the proof of it, and the board the mail is about.
import type { Language } from '../kernel/languages.ts';
import type { MatchRef } from '../kernel/documents.ts';

/** How we know who sent a mail. A password proves a single command, not the mail. */
export type Proof = 'none' | 'token' | 'authentication-results' | 'password';

export interface MailSender {
  /** The address in From, lower case. */
  readonly address: string;
  /** The name beside it, as the mail gave it. */
  readonly name: string;
  readonly proof: Proof;
  /** The account that is proved to have sent the mail. */
  readonly userid: string | null;
  /** Is it proved that the owner of the account sent the mail, and not only somebody who holds a mail to them? */
  readonly isOwner: boolean;
  readonly messageId: string | null;
  /** Was it written in a chat program whose messages are mails? */
  readonly isChat: boolean;
  /** What the mail seems to be written in, of our languages; null: nothing tells. */
  readonly language: Language | null;
}

/** The board a mail is about, from its token or its Subject. */
export interface BoardContext {
  readonly match: MatchRef;
  /** Moves played when the mail answered was sent; only a token tells. */
  readonly ply: number | null;
  /** How often moves had been taken back by then; null where the ply is. */
  readonly takeBacks: number | null;
  /** Does it wait for the answer to an invitation? */
  readonly isInvited: boolean;
  /** Is something proposed there that the sender has yet to answer? */
  readonly isAsking: boolean;
  /** The line we asked about in the mail that is answered, for which `yes` would do; null: we asked nothing there. */
  readonly asked: string | null;
}

export const aboutBoard = (match: MatchRef, known: Partial<BoardContext> = {}): BoardContext => ({
  match,
  ply: null,
  takeBacks: null,
  asked: null,
  isInvited: false,
  isAsking: false,
  ...known,
});
