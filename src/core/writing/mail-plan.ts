// A mail to be sent, as data: headers and parts. Limits how many of them strangers get.
import type { MatchRef } from '../kernel/documents.ts';
import type { Language, Sentences } from '../kernel/sentence.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import type { NamedAddress } from '../mail/incoming.ts';
import type { Proof } from '../mail/mail-sender.ts';
import type { Drawing } from './picture/drawing.ts';
import { answerCharge, strangerCharges, unaskedCharge } from '../players/quota-rules.ts';
import { type Charge, hasRoom, spend } from '../players/quota.ts';

/** What a mail is about, in the order in which mails are sent while sending has a pace: boards and answers, digests, mails to all players. */
export const PRIORITIES = ['board', 'digest', 'mailing'] as const;

export type Priority = (typeof PRIORITIES)[number];

export interface MailPlan {
  /** Derived from the cause: the same mail of the same cause has the same id. */
  readonly id: string;
  readonly from: NamedAddress;
  /** The sender of the envelope, to which the mail comes back if it is not delivered. */
  readonly returnPath: string;
  /** Addresses of one person. No other reader ever sees them. */
  readonly to: readonly NamedAddress[];
  readonly replyTo: NamedAddress;
  readonly subject: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** RFC 3834: `auto-replied` answers a mail of the reader's, `auto-generated` tells them what another did. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated';
  /**
   * What it is counted as: `answer`, to the address a mail came from, since strangers are answered sparingly; `unasked`, whose reader may
   * not have written to us; `free`: what players must know always goes out.
   */
  readonly charge: 'answer' | 'unasked' | 'free';
  readonly priority: Priority;
  /**
   * How mails of this kind are ended: the Subject of a mail to `replyTo`, and an address for one click (RFC 8058). null: they are not.
   * `url` null: the service has no public pages by https.
   */
  readonly unsubscribe: { readonly subject: string; readonly url: string | null } | null;
  readonly date: Instant;
  /** What it is written in. */
  readonly language: Language;
  readonly text: string;
  /** null: a plain text mail. */
  readonly html: string | null;
  /** A message of a chat: the picture goes with the text as a file, and chat programs show it as a message of their own kind. */
  readonly isChat: boolean;
  /** The drawings that the HTML shows, or that go with a chat message. */
  readonly pictures: readonly MailPicture[];
  readonly files: readonly MailFile[];
  /** The board that it shows as it is now. null: none. */
  readonly board: MatchRef | null;
  /** What is to be noted when the SMTP server has taken this mail; null: nothing. */
  readonly receipt: Receipt | null;
}

/** The last reminder of a turn, sent at this instant. */
export interface Receipt {
  readonly match: MatchRef;
  readonly sent: Instant;
}

/** A file that goes with a mail: a text, an archive of texts, or a proof. */
export type MailFile = TextFile | Archive | AttachedProof;

/** The proof that the ledger holds a board, which is made when the end of the board has its place in it. */
export interface AttachedProof {
  readonly name: string;
  readonly proofOf: MatchRef;
}

export interface TextFile {
  /** ASCII, no path: `nexos-101.blksgf`. */
  readonly name: string;
  readonly text: string;
}

/** A zip. */
interface Archive {
  readonly name: string;
  readonly files: readonly TextFile[];
}

/** A drawing that goes with a mail. */
export interface MailPicture {
  readonly drawing: Drawing;
  /** How the HTML shows it; null: it goes with the mail as a file. */
  readonly inHtml: PictureInHtml | null;
  /** What says the same where the drawing cannot be made: HTML in the place of the element, or a text below the text. */
  readonly standIn: string;
}

export interface PictureInHtml {
  /** What the HTML calls it: `cid:…`, and the same picture for the dark. */
  readonly cid: string;
  readonly darkCid: string;
  /** The element of the HTML that shows it. */
  readonly element: string;
}

/** What turns views into text, in one language: templates by name, sentences by code, the rules of a game. */
export interface Templates {
  readonly language: Language;
  /** `render('board.txt', view)`. */
  readonly render: (template: string, view: object) => string;
  readonly sentences: Sentences;
  /** The rules of a game, with the notes of their drawings (wording/rules-drawings.ts). */
  readonly rules: (game: string) => string;
}

export type TemplatesByLanguage = Readonly<Record<Language, Templates>>;

/** The newest checkpoint of the ledger: the number of its entries, and the hash of them all in base64. */
export interface ToldCheckpoint {
  readonly size: number;
  readonly root: string;
}

/** Stands in the bytes of a mail for the proof of a board, as a text of its own. No other text begins so. */
export const formatProofMark = ({ game, number }: MatchRef): string => `proof of ${game}/${number}`;

// Mails to strangers are limited. Mails that players must get are always sent.

/** Whose mail is answered, and how they are proved. */
interface AnsweredSender {
  readonly address: string;
  readonly proof: Proof;
  /** Does the address belong to an account? */
  readonly hasAccount: boolean;
}

/** Asks whether the mails of a request may go, one after the other. */
export interface Admission {
  readonly canSend: (state: State, mail: CountedMail) => boolean;
  /** The state with this mail counted. */
  readonly count: (state: State, mail: CountedMail) => State;
}

type CountedMail = Pick<MailPlan, 'charge' | 'to'>;

/** A stranger's mail gets one answer, however much it asks. One mail causes at most one request to confirm to each address. */
export function openAdmission(sender: AnsweredSender | null, now: Instant): Admission {
  const admittedKeys = new Set<string>();
  const keyOfCharges = (mail: CountedMail): string =>
    `${mail.charge} ${listCharges(mail, sender)
      .map(({ id }) => id)
      .join(' ')}`;
  return {
    canSend: (state, mail) => !admittedKeys.has(keyOfCharges(mail)) && hasRoom(state, listCharges(mail, sender), now),
    count: (state, mail) => {
      const charges = listCharges(mail, sender);
      if (charges.length > 0 && (mail.charge === 'unasked' || sender?.proof === 'none'))
        admittedKeys.add(keyOfCharges(mail));
      return charges.reduce((nextState, charge) => spend(nextState, charge, now), state);
    },
  };
}

function listCharges({ charge, to }: CountedMail, sender: AnsweredSender | null): readonly Charge[] {
  if (charge === 'unasked') return to.map(reader => unaskedCharge(reader.address));
  if (charge === 'free' || sender === null) return [];
  return sender.proof === 'none' ? strangerCharges(sender) : [answerCharge(sender.address)];
}
