// One connection as commands see it: its login, its view of the selected mailbox, and its output.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { EventLog } from '../connections.ts';
import type { Credentials } from '../credentials.ts';
import { type MailAccount, type MailStore, canonicaliseName } from '../account.ts';
import type { IndexChange } from '../index-file.ts';
import type { StoredMailbox } from '../mailbox.ts';
import { type TaggedCommand, type Token, createBad, createNo, decodeName, formatList, textOf } from './syntax.ts';

export interface Session {
  readonly store: MailStore;
  readonly credentials: Credentials;
  account: MailAccount | undefined;
  view: MailboxView | undefined;
  /** The tag of an IDLE that has not ended. */
  idle: string | undefined;
  /** Reads the next line if it is no command: the rest of an AUTHENTICATE. */
  awaiting: ((line: Buffer) => Promise<Completion> | Completion) | undefined;
  failedLogins: number;
  /** Counts the connection as one of this user. False: the user has too many. */
  readonly enter: (user: string) => boolean;
  /** An untagged response, without its line end. */
  readonly say: (line: string) => void;
  /** Bytes to the client. Resolves when there is room for more. */
  readonly send: (bytes: Buffer) => Promise<void> | undefined;
  /** Replaces the selected mailbox. `undefined` leaves none selected. */
  readonly select: (mailbox: StoredMailbox | undefined, readOnly: boolean) => void;
  /** Ends the connection after the answer. */
  readonly leave: () => void;
  readonly log: EventLog;
}

/** How a command ended: `[CODE] text`. `later`: the answer follows. */
export type Completion =
  | { readonly status: 'OK' | 'NO' | 'BAD'; readonly text: string; readonly quiet?: boolean }
  | 'later';

export const completeOk = (text: string): Completion => ({ status: 'OK', text });

export interface ImapCommand {
  readonly needs: 'nothing' | 'login' | 'selection';
  /** The most arguments it takes. */
  readonly most: number;
  /** `UID name` is a command as well. */
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

/** The name of a mailbox as the client writes it. The mailbox may not exist. */
export function parseName(token: Token | undefined): string {
  const name = decodeName(textOf(token, 'the name of a mailbox'));
  if (name === undefined) throw createNo('[CANNOT] the name is not in modified UTF-7');
  return canonicaliseName(name);
}

/** `code` is `TRYCREATE` if the client may make the mailbox and try again. */
export async function openMailbox(
  session: Session,
  token: Token | undefined,
  code = 'NONEXISTENT',
): Promise<StoredMailbox> {
  const mailbox = await accountOf(session).open(parseName(token));
  if (!mailbox) throw createNo(`[${code}] there is no such mailbox`);
  return mailbox;
}

/** Lets other connections work if this one has worked for long. */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < limits.turn) return;
    await setImmediate();
    since = performance.now();
  };
}

/** The selected mailbox of a connection: its numbers change only when the client is told. */
export class MailboxView {
  readonly mailbox: StoredMailbox;
  readonly readOnly: boolean;
  /** Ascending. The sequence number is the index plus one. */
  #uids: number[];
  #gone = false;
  readonly #added: number[] = [];
  readonly #flagged = new Set<number>();
  readonly close: () => void;

  /** `wake` is called at every change that the client should hear of, `end` when the mailbox is deleted. */
  constructor(mailbox: StoredMailbox, readOnly: boolean, hooks: { wake: () => void; end: (by: unknown) => void }) {
    this.mailbox = mailbox;
    this.readOnly = readOnly;
    this.#uids = [...mailbox.messages.keys()];
    this.close = mailbox.watch({
      changed: (change, by) => {
        this.#note(change, by === this);
        hooks.wake();
      },
      vanished: hooks.end,
    });
  }

  get uids(): readonly number[] {
    return this.#uids;
  }

  /** From 1. 0 for a mail the client has not been told of. */
  numberOf(uid: number): number {
    let [low, high] = [0, this.#uids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#uids[middle] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return this.#uids[low] === uid ? low + 1 : 0;
  }

  /** The lines that bring the client up to date. Without `mayExpunge` no number changes. */
  updates(mayExpunge: boolean): string[] {
    const expunged = mayExpunge ? this.#expungeLines() : [];
    const flagged = [...this.#flagged];
    this.#flagged.clear();
    return [...expunged, ...this.#existsLines(), ...flagged.flatMap(uid => this.flagLine(uid))];
  }

  #note(change: IndexChange, own: boolean): void {
    if ('add' in change) this.#added.push(change.add);
    else if ('gone' in change) this.#gone = true;
    else if (!own) for (const uid of change.of) this.#flagged.add(uid);
  }

  // From the last to the first, so that no number said is out of date.
  #expungeLines(): string[] {
    if (!this.#gone) return [];
    this.#gone = false;
    const { messages } = this.mailbox;
    const lines = this.#uids.flatMap((uid, at) => (messages.has(uid) ? [] : [`* ${at + 1} EXPUNGE`]));
    this.#uids = this.#uids.filter(uid => messages.has(uid));
    return lines.reverse();
  }

  #existsLines(): string[] {
    const fresh = this.#added.splice(0).filter(uid => this.mailbox.messages.has(uid));
    if (fresh.length === 0) return [];
    for (const uid of fresh) this.#uids.push(uid);
    return [`* ${this.#uids.length} EXISTS`, '* 0 RECENT'];
  }

  /** The flags of one mail as an untagged response. None if it is gone. */
  flagLine(uid: number): string[] {
    const message = this.mailbox.messages.get(uid);
    const number = this.numberOf(uid);
    return message && number > 0 ? [`* ${number} FETCH (UID ${uid} FLAGS ${formatList(message.flags)})`] : [];
  }
}
