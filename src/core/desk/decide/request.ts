// All requests to the service. Every request has a cause, and a cause takes effect once.
import type { ClocksSwitch, MailAccepted, MailboxRead, RobotMove } from '#core/features/boards/index.ts';
import type { MailReturned } from '#core/features/bounces/index.ts';
import type { ForgetPlayer } from '#core/features/forgetting/index.ts';
import type { AnnouncementRequest } from '#core/features/mailings/index.ts';
import type { AuditEntry, OperatorReport, OperatorRequest } from '#core/features/operator/index.ts';
import type { ListLeft } from '#core/features/subscriptions/subscribe.ts';
import type { ReviewDone } from '#core/features/teaching/complete.ts';
import type { RecurringConfigured } from '#core/features/tournaments/recurring.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import type { UnreadReason } from '#core/players/message.ts';
import type { AlarmRequest } from '#core/writing/feature.ts';

export interface MailRequest {
  readonly kind: 'mail';
  readonly mail: Incoming;
  /** The sender's new text, without quotes and signature. */
  readonly text: string;
  /** The reason why the mail is only answered and not run. null: it is run. */
  readonly unread: UnreadReason | null;
}

/** What a visitor sends from the page of a board. */
export interface PagePost {
  readonly kind: 'page-post';
  /** The token of a board mail, which names the player, the board and the position. */
  readonly token: string;
  /** The click, which counts once however often it is sent. */
  readonly id: string;
  /** The lines of the reply: moves and other acts at this board. */
  readonly lines: readonly string[];
  /** Words to the other players. They are never read as commands. */
  readonly words: string;
}

/** A command of the operator, which the audit log names with what it changes. `request` null: it was done outside of the documents. */
export interface AuditedRequest {
  readonly kind: 'audited';
  readonly by: string;
  readonly facts: AuditEntry['facts'];
  readonly request: AnnouncementRequest | ClocksSwitch | ForgetPlayer | OperatorRequest | null;
}

export type Request =
  | MailRequest
  | PagePost
  | RobotMove
  | AlarmRequest
  | OperatorReport
  | MailAccepted
  | MailReturned
  | ReviewDone
  | MailboxRead
  | ListLeft
  | ClocksSwitch
  | AnnouncementRequest
  | RecurringConfigured
  | ForgetPlayer
  | OperatorRequest
  | AuditedRequest;
