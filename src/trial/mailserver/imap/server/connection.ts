// One IMAP connection: bytes in and out, within limits of time and memory.
import type { Socket } from 'node:net';
import type { Credentials } from '#trial/mailserver/store/credentials.ts';
import type { EventLog } from '#trial/mailserver/failures.ts';
import { limits } from '#trial/mailserver/limits.ts';
import type { ConnectionCount } from '#trial/mailserver/connection-count.ts';
import type { StoredMailbox, MailStore } from '#trial/mailserver/store/index.ts';
import { capabilities } from '../commands/index.ts';
import { Dialogue } from './dialogue.ts';
import { CommandReader } from '../reader.ts';
import { createNo } from '../command-refused.ts';
import type { Session } from '../session.ts';
import { MailboxView } from '../view.ts';

export interface ImapOptions {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly log: EventLog;
}

/** What all connections share. */
export interface Pool {
  /** Memory for literals under way. */
  free: number;
  readonly users: ConnectionCount;
}

export class ImapConnection {
  readonly #socket: Socket;
  readonly #pool: Pool;
  readonly #session: Session;
  readonly #dialogue: Dialogue;
  #reserved = 0;
  /** Gives back the user's place. */
  #exit: (() => void) | null = null;
  #leaving = false;

  constructor(socket: Socket, { store, credentials, log }: ImapOptions, pool: Pool) {
    this.#socket = socket;
    this.#pool = pool;
    this.#session = {
      store,
      credentials,
      log,
      account: undefined,
      view: undefined,
      idle: undefined,
      awaiting: undefined,
      failedLogins: 0,
      enter: user => {
        this.#exit ??= pool.users.add(user);
        return this.#exit !== null;
      },
      say: line => this.#write(`${line}\r\n`),
      send: bytes => this.#send(bytes),
      select: (mailbox, readOnly) => this.#select(mailbox, readOnly),
      leave: () => {
        this.#leaving = true;
      },
    };
    this.#dialogue = new Dialogue(this.#session);
    this.#limitTime();
    socket.once('close', () => {
      this.#select(undefined, true);
      this.#release();
      this.#exit?.();
    });
  }

  get isStranger(): boolean {
    return this.#session.account === undefined && !this.#leaving;
  }

  /** Until the client or we have had enough. */
  async serve(): Promise<void> {
    const reader = new CommandReader({
      lineBytes: () => (this.#session.account ? limits.lineBytes : limits.lineBytesBeforeLogin),
      literalBytes: head =>
        this.#session.account && /^\S+ append /i.test(head) ? limits.mailBytes : limits.smallLiteralBytes,
      reserve: bytes => this.#reserve(bytes),
    });
    this.#write(`* OK [CAPABILITY ${capabilities}] nexpost is ready\r\n`);
    for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
      reader.push(chunk);
      for (let unit = reader.next(); unit; unit = reader.next()) {
        await this.#dialogue.receive(unit);
        if (unit.kind === 'command') this.#release();
        if (this.#leaving) return;
      }
    }
  }

  /** Says why, and ends. */
  bye(reason: string): void {
    this.#write(`* BYE ${reason}\r\n`);
    this.end();
  }

  /** Once everything said has been read, but not long after. */
  end(): void {
    this.#leaving = true;
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), limits.farewell);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #limitTime(): void {
    this.#socket.setTimeout(limits.imapIdle, () => this.bye('idle for too long'));
    const timer = setTimeout(() => {
      if (!this.#session.account) this.bye('nobody logged in');
    }, limits.login);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #select(mailbox: StoredMailbox | undefined, readOnly: boolean): void {
    this.#session.view?.close();
    const hooks = { wake: () => this.#dialogue.wake(), end: (by: unknown) => this.#lose(by) };
    this.#session.view = mailbox && new MailboxView(mailbox, readOnly, hooks);
  }

  // The client that deleted the mailbox knows. All others are disconnected, for there is no way to tell them.
  #lose(by: unknown): void {
    this.#select(undefined, true);
    if (by !== this.#session) this.bye('the mailbox was deleted or renamed');
  }

  #write(text: string): void {
    if (!this.#socket.writable) return;
    this.#socket.write(text, 'latin1');
    if (this.#socket.writableLength > 2 * limits.unsentBytes) this.#socket.destroy();
  }

  #send(bytes: Buffer): Promise<void> | undefined {
    if (!this.#socket.writable) throw createNo('the client has gone');
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= limits.unsentBytes) return undefined;
    return new Promise(resolve => {
      const continueReading = (): void => {
        this.#socket.off('drain', continueReading).off('close', continueReading);
        resolve();
      };
      this.#socket.on('drain', continueReading).on('close', continueReading);
    });
  }

  #reserve(bytes: number): boolean {
    if (bytes > this.#pool.free) return false;
    this.#pool.free -= bytes;
    this.#reserved += bytes;
    return true;
  }

  #release(): void {
    this.#pool.free += this.#reserved;
    this.#reserved = 0;
  }
}
