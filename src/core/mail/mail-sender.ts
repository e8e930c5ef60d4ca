// The identified sender of a mail, the proof of it, and the board the mail is about.
import type { MatchRef } from '../kernel/documents.ts';
import type { Language } from '../kernel/sentence.ts';
import type { OwnAddress } from './token.ts';

/** How the sender of a mail is proved. A password proves a single command, not the mail. */
export type Proof = 'none' | 'token' | 'authentication-results' | 'dkim' | 'password';

export interface MailSender {
  /** The address in From, lower case. */
  readonly address: string;
  /** The name beside it, as the mail gave it. */
  readonly name: string;
  readonly proof: Proof;
  /** The account that is proved to have sent the mail. */
  readonly userid: string | null;
  /** Is it proved that the account's owner sent the mail? A token alone proves only that the sender holds one of our mails. */
  readonly isOwner: boolean;
  readonly messageId: string | null;
  /** Was it written in a chat program whose messages are mails? */
  readonly isChat: boolean;
  /** The language of the mail, if we have it. null: unknown. */
  readonly language: Language | null;
}

/** The board a mail is about, from its token or its Subject. */
export interface BoardContext {
  readonly match: MatchRef;
  /** The number of moves played when the answered mail was sent. null: no token says it. */
  readonly ply: number | null;
  /** The number of take-backs at that time. null if the ply is null. */
  readonly takeBacks: number | null;
  /** The number of proposals at that position until then. null if the ply is null. */
  readonly proposals: number | null;
  /** Does the board wait for the answer to an invitation? */
  readonly isInvited: boolean;
  /** Is a proposal open that the sender has yet to answer? */
  readonly isAsking: boolean;
}

export const makeBoardContext = (match: MatchRef, fields: Partial<BoardContext> = {}): BoardContext => ({
  match,
  ply: null,
  takeBacks: null,
  proposals: null,
  isInvited: false,
  isAsking: false,
  ...fields,
});

/** Our address as we write it, with the detail of the recipient. null: it is another address. */
export function normaliseRecipient({ local, domain }: OwnAddress, recipient: string): string | null {
  const at = recipient.lastIndexOf('@');
  const name = recipient.slice(0, Math.max(0, at));
  if (recipient.slice(at + 1).toLowerCase() !== domain) return null;
  const [base = '', ...details] = name.split('+');
  if (base.toLowerCase() !== local) return null;
  return `${[local, ...details].join('+')}@${domain}`;
}
