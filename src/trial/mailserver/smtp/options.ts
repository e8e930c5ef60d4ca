// The options that the whole submission server shares, and its error for a refusal.
import type { SMTPServerSession } from 'smtp-server';
import type { MailStore } from '../store/index.ts';
import type { Credentials } from '../store/credentials.ts';
import type { EventLog } from '../failures.ts';

export interface SmtpOptions {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly domain: string;
  readonly service: string;
  readonly log: EventLog;
}

/** The logged-in account. */
export interface Submitter {
  readonly account: string;
  readonly domain: string;
}

/** A refusal as smtp-server wants it. */
export class SmtpError extends Error {
  readonly responseCode: number;
  constructor(code: number, text: string) {
    super(text);
    this.responseCode = code;
  }
}

export function submitterOf({ domain }: SmtpOptions, session: SMTPServerSession): Submitter {
  return { account: String(session.user), domain };
}

/** Only the service answers automatically, and resends the same bytes after a crash. */
export function isService({ service }: SmtpOptions, { account }: Submitter): boolean {
  return account === service.toLowerCase();
}
