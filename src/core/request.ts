// All requests to the service. Every request has a cause, and a cause takes effect once.
import type { Robot } from './identity/robots.ts';
import type { Command } from './language/command.ts';
import type { UnreadReason } from './messages/message.ts';
import type { MessageKinds } from './messages/message-kind.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Receipt, TemplatesByLanguage } from './messages/plan.ts';
import type { OperatorAct } from './operator/operator-act.ts';
import type { Trust } from './identity/sender.ts';
import type { RecurringTerms } from './tournaments/tournament.ts';
import type { Catalogue } from './state/catalogue.ts';
import type { DocumentKey, MatchRef } from './state/documents.ts';
import type { Instant } from './time.ts';

export interface MailRequest {
  readonly kind: 'mail';
  readonly mail: Incoming;
  /** What the sender newly wrote: quotes and signature removed. */
  readonly text: string;
  /** Why the mail is only answered, and nothing of it done; null: it is done. */
  readonly unread: UnreadReason | null;
}

export interface RobotMove {
  readonly kind: 'robot-move';
  readonly robot: Robot;
  readonly match: MatchRef;
  /** The move's number in the game, from 1: it is played there or nowhere. */
  readonly number: number;
  /** How often moves had been taken back when the robot looked: the same number may exist again. */
  readonly takeBacks: number;
  /** In the game's notation. */
  readonly move: string;
}

/** A document that must be checked at this instant (state/alarms.ts). */
export interface AlarmRequest {
  readonly kind: 'alarm';
  readonly key: DocumentKey;
  readonly at: Instant;
  /** No mail of the forgotten player is left in the mailbox, among the mails to be sent, or among those that were given up. */
  readonly mailIsErased?: true;
}

/** What the operator is to be told of. */
export interface OperatorReport {
  readonly kind: 'operator-report';
  /** Where the operator reads mail. */
  readonly address: string;
  readonly lines: readonly string[];
  /** How many more there were. */
  readonly unlisted: number;
}

/** The SMTP server took a mail of which that is to be known. */
export interface MailAccepted {
  readonly kind: 'mail-accepted';
  readonly receipt: Receipt;
}

/** The mailbox could be read. */
export interface MailboxRead {
  readonly kind: 'mailbox-read';
  /** Is a long time since it was last read an outage? Not on a clock that runs faster than the world. */
  readonly outagesCount: boolean;
}

/** The operator stops all clocks, or lets them run again. */
export interface ClocksSwitch {
  readonly kind: 'clocks-switch';
  readonly paused: boolean;
}

/** A mail that we sent came back: a report of that; or the SMTP server took this mail for none of these addresses. */
export interface MailReturned {
  readonly kind: 'mail-returned';
  readonly by: { readonly report: Incoming } | { readonly addresses: readonly string[]; readonly messageId: string };
}

/** The recurring tournaments, as the operator has configured them now. */
export interface RecurringConfigured {
  readonly kind: 'recurring-configured';
  readonly recurring: readonly RecurringTerms[];
}

/** The operator writes to everybody. */
export interface Announcement {
  readonly kind: 'announcement';
  readonly text: string;
  /** Even if the same was announced just before. */
  readonly isAgain: boolean;
}

/** The operator has somebody forgotten. */
export interface ForgetPlayer {
  readonly kind: 'forget-player';
  readonly userid: string;
}

/** The operator does something to an account or a tournament. */
export interface OperatorRequest {
  readonly kind: 'operator-act';
  readonly act: OperatorAct;
}

export type Request =
  | MailRequest
  | RobotMove
  | AlarmRequest
  | OperatorReport
  | MailAccepted
  | MailReturned
  | MailboxRead
  | ClocksSwitch
  | Announcement
  | RecurringConfigured
  | ForgetPlayer
  | OperatorRequest;

/** How the service writes. */
export interface MailSettings {
  readonly templates: TemplatesByLanguage;
  /** The language of a text without doubt, by its BCP 47 tag; null: there is doubt. */
  readonly guessLanguage: (text: string) => string | null;
  /** The name beside our address. */
  readonly ownName: string;
  /** Do HTML mails hold a picture of the board? */
  readonly pictures: boolean;
  /** Where the pages are reached from outside, without a slash at its end; empty: mails name no page. */
  readonly webUrl: string;
}

/** What every request is decided with, besides the documents. */
export interface RequestContext extends Catalogue {
  readonly now: Instant;
  /** Every mail that came before is decided. */
  readonly inboxEmptyAt: Instant;
  readonly cause: string;
  readonly commands: readonly Command[];
  readonly messageKinds: MessageKinds;
  readonly trust: Trust;
  readonly mailSettings: MailSettings;
}
