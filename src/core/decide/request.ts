// All requests to the service. Every request has a cause, and a cause takes effect once.
import type { Robot } from '../kernel/robot.ts';
import type { AlarmRequest } from '../contract/feature.ts';
import type { UnreadReason } from '../decision/message.ts';
import type { Incoming } from '../mail/incoming.ts';
import type { Receipt } from '../wording/mail-plan.ts';
import type { OperatorAct } from '../features/operator/operator-act.ts';
import type { RecurringTerms } from '../features/tournaments/tournament.ts';
import type { MatchRef } from '../kernel/documents.ts';

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
