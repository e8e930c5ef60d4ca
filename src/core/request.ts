// What the service is asked to do, whoever asks. Every request has a cause, and a cause takes effect once.
import type { Robot } from './identity/robots.ts';
import type { Command } from './language/command.ts';
import type { UnreadReason } from './messages/message.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Receipt, Templates } from './messages/plan.ts';
import type { Trust } from './identity/sender.ts';
import type { Catalogue } from './state/catalogue.ts';
import type { DocumentKey, Instant, MatchRef } from './state/documents.ts';

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

/** A document asked to be looked at again at this instant (state/alarms.ts). */
export interface AlarmRequest {
  readonly kind: 'alarm';
  readonly key: DocumentKey;
  readonly at: Instant;
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

export type Request =
  MailRequest | RobotMove | AlarmRequest | OperatorReport | MailAccepted | MailboxRead | ClocksSwitch;

/** How the service writes. */
export interface MailSettings {
  readonly templates: Templates;
  /** The name beside our address. */
  readonly ownName: string;
  /** Do HTML mails hold a picture of the board? */
  readonly pictures: boolean;
}

/** What every request is decided with, besides the documents. */
export interface RequestContext extends Catalogue {
  readonly now: Instant;
  /** Every mail that came before is decided. */
  readonly inboxEmptyAt: Instant;
  readonly cause: string;
  readonly commands: readonly Command[];
  readonly trust: Trust;
  readonly mailSettings: MailSettings;
}
