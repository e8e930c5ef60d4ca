// The state of one connection, as commands see it: the login, the selected mailbox, and the output.
import type { Credentials } from '../store/credentials.ts';
import type { EventLog } from '../failures.ts';
import { canonicaliseName, type MailAccount, type StoredMailbox, type MailStore } from '../store/index.ts';
import type { Send } from './fetch.ts';
import { createBad, createNo } from './command-refused.ts';
import { textOf, type TaggedCommand, type Token } from './tokens.ts';
import { decodeName } from './utf7.ts';
import type { MailboxView } from './view.ts';

export interface Session {
  readonly store: MailStore;
  readonly credentials: Credentials;
  account: MailAccount | undefined;
  view: MailboxView | undefined;
  /** The tag of an IDLE that lasts. */
  idle: string | undefined;
  /** What the next line means, when it is no command: the rest of an AUTHENTICATE. */
  awaiting: ((line: Buffer) => Promise<Completion> | Completion) | undefined;
  failedLogins: number;
  /** Takes a place for this user; false: there is none left for them. */
  readonly enter: (user: string) => boolean;
  /** An untagged response, without its line end. */
  readonly say: (line: string) => void;
  readonly send: Send;
  /** Replaces the selected mailbox; `undefined` leaves none selected. */
  readonly select: (mailbox: StoredMailbox | undefined, readOnly: boolean) => void;
  /** Says goodbye after the answer. */
  readonly leave: () => void;
  readonly log: EventLog;
}

/** How a command ended: `[CODE] text`. `later` is answered by what comes. */
export type Completion =
  | { readonly status: 'OK' | 'NO' | 'BAD'; readonly text: string; readonly quiet?: boolean }
  | 'later';

export const completeOk = (text: string): Completion => ({ status: 'OK', text });

export interface ImapCommand {
  /** What must be so before it may be used. */
  readonly needs: 'nothing' | 'login' | 'selection';
  /** May be said as `UID name`. */
  readonly byUid?: boolean;
  readonly run: (session: Session, command: TaggedCommand, byUid: boolean) => Promise<Completion> | Completion;
}

export type ImapCommands = Readonly<Record<string, ImapCommand>>;

export function accountOf({ account }: Session): MailAccount {
  if (!account) throw createBad('log in first');
  return account;
}

export function viewOf({ view }: Session): MailboxView {
  if (!view) throw createBad('select a mailbox first');
  return view;
}

export function requireWritable(session: Session): MailboxView {
  const view = viewOf(session);
  if (view.readOnly) throw createNo('the mailbox was opened read-only');
  return view;
}

/** The name of a mailbox as the client writes it; may not exist. */
export function nameOf(token: Token | undefined): string {
  const name = decodeName(textOf(token, 'the name of a mailbox'));
  if (name === undefined) throw createNo('[CANNOT] the name is not in modified UTF-7');
  return canonicaliseName(name);
}

/** `code` is `TRYCREATE` where the client may make the mailbox and try again. */
export async function mailboxOf(
  session: Session,
  token: Token | undefined,
  code = 'NONEXISTENT',
): Promise<StoredMailbox> {
  const mailbox = await accountOf(session).open(nameOf(token));
  if (!mailbox) throw createNo(`[${code}] there is no such mailbox`);
  return mailbox;
}
