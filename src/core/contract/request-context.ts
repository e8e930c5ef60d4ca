// The context of a request: everything besides the documents that it is decided with.
import type { Command } from '../reading/command.ts';
import type { MessageKinds } from '../wording/message-kind.ts';
import type { TemplatesByLanguage } from '../wording/mail-plan.ts';
import type { Trust } from '../board/sender.ts';
import type { Catalogue } from '../kernel/state.ts';
import type { DocumentKey } from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';

/** A document that must be checked at this instant. */
export interface AlarmRequest {
  readonly kind: 'alarm';
  readonly key: DocumentKey;
  readonly at: Instant;
  /** No mail of the forgotten player is left in the mailbox, among the mails to be sent, or among those that were given up. */
  readonly mailIsErased?: true;
}

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
