// All requests to the service. Every request has a cause, and a cause takes effect once.
import type { Robot } from '#core/kernel/document-definition.ts';
import type { AlarmRequest } from '#core/writing/feature.ts';
import type { UnreadReason } from '#core/players/message.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import type { ListReader } from '#core/writing/compose-context.ts';
import type { Receipt } from '#core/writing/mail-plan.ts';
import type { AuditEntry } from '#core/features/operator/audit.ts';
import type { OperatorAct } from '#core/features/operator/acts.ts';
import type { ReviewDone } from '#core/features/teaching/complete.ts';
import type { RecurringTerms } from '#core/features/tournaments/tournament.ts';
import type { MatchRef } from '#core/kernel/documents.ts';

export interface MailRequest {
  readonly kind: 'mail';
  readonly mail: Incoming;
  /** The sender's new text, without quotes and signature. */
  readonly text: string;
  /** The reason why the mail is only answered and not run. null: it is run. */
  readonly unread: UnreadReason | null;
}

export interface RobotMove {
  readonly kind: 'robot-move';
  readonly robot: Robot;
  readonly match: MatchRef;
  /** The move's number in the game, from 1. At any other number the move is not played. */
  readonly number: number;
  /** The number of take-backs when the robot began to think. After a take-back the same move number exists again. */
  readonly takeBacks: number;
  /** In the game's notation, or `swap`. */
  readonly move: string;
}

/** A report to the operator. */
export interface OperatorReport {
  readonly kind: 'operator-report';
  /** The operator's address. */
  readonly address: string;
  /** The kind of the lines, as the Subject names it. */
  readonly about: string;
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
}

/** The SMTP server accepted a mail with a receipt. */
interface MailAccepted {
  readonly kind: 'mail-accepted';
  readonly receipt: Receipt;
}

/** The mailbox could be read. */
export interface MailboxRead {
  readonly kind: 'mailbox-read';
  /** Is a long time since the last reading an outage? It is not on a clock that runs faster than real time. */
  readonly outagesCount: boolean;
}

/** The operator stops all clocks, or lets them run again. */
export interface ClocksSwitch {
  readonly kind: 'clocks-switch';
  readonly paused: boolean;
}

/** One of our mails came back: a delivery report, or the SMTP server refused these addresses at once. */
export interface MailReturned {
  readonly kind: 'mail-returned';
  readonly by: { readonly report: Incoming } | { readonly addresses: readonly string[]; readonly messageId: string };
}

/** A reader left a list of mails by one click. The token is genuine. */
interface ListLeft {
  readonly kind: 'list-left';
  readonly left: ListReader;
}

/** The recurring tournaments, as the operator has configured them now. */
interface RecurringConfigured {
  readonly kind: 'recurring-configured';
  readonly recurring: readonly RecurringTerms[];
}

/** The operator's mail to all accounts. */
interface Announcement {
  readonly kind: 'announcement';
  readonly text: string;
  /** Send it even if the same text was announced just before? */
  readonly isAgain: boolean;
}

/** The operator starts the forgetting of a player. */
interface ForgetPlayer {
  readonly kind: 'forget-player';
  readonly userid: string;
}

/** An act of the operator on an account or a tournament. */
export interface OperatorRequest {
  readonly kind: 'operator-act';
  readonly act: OperatorAct;
}

/** A command of the operator, which the audit log names with what it changes. `request` null: it was done outside of the documents. */
export interface AuditedRequest {
  readonly kind: 'audited';
  readonly by: string;
  readonly facts: AuditEntry['facts'];
  readonly request: Announcement | ClocksSwitch | ForgetPlayer | OperatorRequest | null;
}

export type Request =
  | MailRequest
  | RobotMove
  | AlarmRequest
  | OperatorReport
  | MailAccepted
  | MailReturned
  | ReviewDone
  | MailboxRead
  | ListLeft
  | ClocksSwitch
  | Announcement
  | RecurringConfigured
  | ForgetPlayer
  | OperatorRequest
  | AuditedRequest;
