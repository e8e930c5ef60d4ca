// What all of the submission server shares: its surroundings, and how it refuses.
import type { SMTPServerSession } from 'smtp-server';
import type { MailStore } from '../store/index.ts';
import type { Credentials } from '../credentials.ts';
import type { Refusal, Submitter } from './submission.ts';

export interface SmtpParts {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly domain: string;
  readonly service: string;
  readonly log: (event: string, facts: Readonly<Record<string, string | number>>) => void;
}

/** A refusal as smtp-server wants it. */
export class SmtpError extends Error {
  readonly responseCode: number;
  constructor({ code, text }: Refusal) {
    super(text);
    this.responseCode = code;
  }
}

export function submitterOf({ domain }: SmtpParts, session: SMTPServerSession): Submitter {
  return { account: String(session.user), domain };
}

/** Only the service answers automatically, and resends the same bytes after a crash. */
export function isService({ service }: SmtpParts, { account }: Submitter): boolean {
  return account === service.toLowerCase();
}
