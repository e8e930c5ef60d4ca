// One IMAP connection: commands in, one after the other; answers and news out.
import type { Socket } from 'node:net';
import type { Credentials } from '../credentials.ts';
import { limits } from '../limits.ts';
import type { MailStore } from '../store/index.ts';
import { capabilities, verbs } from './commands/index.ts';
import { Reader, type Segment, type Unit } from './reader.ts';
import { Refused } from './refused.ts';
import type { Answer, Session, Verb } from './session.ts';
import { parseCommand, tagOf, type Command } from './tokens.ts';
import { View } from './view.ts';
import { oneLine } from './wire.ts';

export interface ImapParts {
  readonly store: MailStore;
  readonly credentials: Credentials;
  readonly log: (event: string, facts: Readonly<Record<string, string | number>>) => void;
}

/** Memory for literals under way, shared by all connections. */
export interface Pool {
  free: number;
}

export class Connection {
  readonly #socket: Socket;
  readonly #session: Session;
  readonly #reader: Reader;
  readonly #log: ImapParts['log'];
  #reserved = 0;
  #commands = 0;
  #mistakes = 0;
  #leaving = false;
  /** A command is being carried out: news waits for its end. */
  #busy = false;

  constructor(socket: Socket, { store, credentials, log }: ImapParts, pool: Pool) {
    this.#socket = socket;
    this.#log = log;
    this.#session = {
      store,
      credentials,
      log,
      account: undefined,
      view: undefined,
      idle: undefined,
      awaiting: undefined,
      failedLogins: 0,
      say: line => this.#write(`${line}\r\n`),
      send: bytes => this.#send(bytes),
      select: (mailbox, readOnly) => {
        this.#session.view?.close();
        const hooks = { wake: () => this.#wake(), end: (by: unknown) => this.#deselect(by) };
        this.#session.view = mailbox && new View(mailbox, readOnly, hooks);
      },
      leave: () => {
        this.#leaving = true;
      },
    };
    this.#reader = new Reader({
      lineBytes: () => (this.#session.account ? limits.lineBytes : limits.lineBytesBeforeLogin),
      literalBytes: head =>
        this.#session.account && /^\S+ append /i.test(head) ? limits.mailBytes : limits.smallLiteralBytes,
      reserve: bytes => this.#reserve(pool, bytes),
    });
    socket.once('close', () => {
      this.#session.select(undefined, true);
      pool.free += this.#reserved;
      this.#reserved = 0;
    });
  }

  /** Until the client or we have had enough. */
  async serve(): Promise<void> {
    this.#write(`* OK [CAPABILITY ${capabilities}] nexpost is ready\r\n`);
    for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
      this.#reader.push(chunk);
      for (let unit = this.#reader.next(); unit; unit = this.#reader.next()) {
        await this.#handle(unit);
        if (this.#leaving) return;
      }
    }
  }

  /** Says why, and ends. */
  bye(reason: string): void {
    if (!this.#socket.destroyed) this.#write(`* BYE ${reason}\r\n`);
    this.#socket.destroySoon();
  }

  async #handle(unit: Unit): Promise<void> {
    if (unit.kind === 'command') await this.#perform(unit.segments);
    else if (unit.kind === 'refused') this.#refuse(unit);
    else this.#write('+ go on\r\n');
  }

  #refuse({ tag, reason, fatal }: { readonly tag: string; readonly reason: string; readonly fatal: boolean }): void {
    this.#leaving = fatal;
    this.#write(fatal ? `* BYE ${reason}\r\n` : `${tag} NO ${reason}\r\n`);
    this.#mistake();
  }

  async #perform(segments: readonly Segment[]): Promise<void> {
    const { idle, awaiting } = this.#session;
    this.#busy = true;
    if (idle !== undefined) this.#endIdle(idle, segments);
    else if (awaiting) await this.#continue(awaiting, segments);
    else if (segments.length > 1 || segments[0]?.bytes.length !== 0) await this.#command(segments);
    this.#busy = false;
    this.#release(segments);
  }

  #endIdle(tag: string, segments: readonly Segment[]): void {
    this.#session.idle = undefined;
    const done = segments.length === 1 && /^done$/i.test(segments[0]?.bytes.toString('latin1') ?? '');
    if (done) this.#answer(tag, { status: 'OK', text: 'idle ended' }, true);
    else this.#answer(tag, { status: 'BAD', text: 'only DONE ends IDLE' }, true);
  }

  #awaitedTag = '*';
  async #continue(awaiting: (line: Buffer) => Promise<Answer> | Answer, segments: readonly Segment[]): Promise<void> {
    this.#session.awaiting = undefined;
    const line = segments[0]?.bytes ?? Buffer.alloc(0);
    this.#answer(this.#awaitedTag, await this.#guard(() => awaiting(line)), true);
  }

  async #command(segments: readonly Segment[]): Promise<void> {
    const tag = tagOf(segments);
    this.#awaitedTag = tag;
    let mayExpunge = true;
    const answer = await this.#guard(() => {
      const { verb, command, byUid } = this.#resolve(parseCommand(segments));
      mayExpunge = byUid || !['FETCH', 'STORE', 'SEARCH'].includes(command.name);
      return verb.run(this.#session, command, byUid);
    });
    this.#answer(tag, answer, mayExpunge);
    this.#commands += 1;
    if (!this.#session.account && this.#commands >= limits.commandsBeforeLogin && !this.#leaving) this.#giveUp();
  }

  #resolve(command: Command): { verb: Verb; command: Command; byUid: boolean } {
    const byUid = command.name === 'UID';
    const [first, ...rest] = command.args;
    const named = byUid
      ? { ...command, name: first?.kind === 'atom' ? first.text.toUpperCase() : '', args: rest }
      : command;
    const verb = Object.hasOwn(verbs, named.name) ? verbs[named.name] : undefined;
    if (!verb || (byUid && !verb.byUid)) throw new Refused('BAD', 'there is no such command');
    if (verb.needs !== 'nothing' && !this.#session.account) throw new Refused('BAD', 'log in first');
    if (verb.needs === 'selection' && !this.#session.view) throw new Refused('BAD', 'select a mailbox first');
    return { verb, command: named, byUid };
  }

  /** A refusal is the client's to read; anything else is our fault, and ends neither us nor the others. */
  async #guard(act: () => Promise<Answer> | Answer): Promise<Answer> {
    try {
      return await act();
    } catch (cause) {
      if (cause instanceof Refused) return { status: cause.status, text: cause.message };
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#log('imap command failed', { reason });
      return { status: 'NO', text: `[SERVERBUG] ${reason}` };
    }
  }

  #answer(tag: string, answer: Answer, mayExpunge: boolean): void {
    if (answer === 'later') {
      this.#wakeIdle();
      return;
    }
    if (answer.status === 'BAD') this.#mistake();
    if (answer.quiet !== true) this.#tellNews(mayExpunge);
    this.#write(`${tag} ${answer.status} ${oneLine(answer.text)}\r\n`);
  }

  #mistake(): void {
    this.#mistakes += 1;
    if (this.#mistakes >= limits.badCommands) this.#giveUp();
  }

  #giveUp(): void {
    this.#write('* BYE too many mistakes\r\n');
    this.#leaving = true;
  }

  #tellNews(mayExpunge: boolean): void {
    for (const line of this.#session.view?.updates(mayExpunge) ?? []) this.#write(`${line}\r\n`);
  }

  #wake(): void {
    if (!this.#busy) this.#wakeIdle();
  }

  #wakeIdle(): void {
    if (this.#session.idle !== undefined) this.#tellNews(true);
  }

  // Whoever deleted it knows; everyone else is sent away, for there is no way to tell them.
  #deselect(by: unknown): void {
    this.#session.select(undefined, true);
    if (by !== this.#session) this.bye('the mailbox was deleted or renamed');
  }

  #write(text: string): void {
    if (this.#socket.writable) this.#socket.write(text, 'latin1');
    if (this.#socket.writableLength > 2 * limits.unsentBytes) this.#socket.destroy();
  }

  #send(bytes: Buffer): Promise<void> | undefined {
    if (!this.#socket.writable) throw new Error('the client has gone');
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= limits.unsentBytes) return undefined;
    return new Promise(resolve => {
      const goOn = (): void => {
        this.#socket.off('drain', goOn).off('close', goOn);
        resolve();
      };
      this.#socket.on('drain', goOn).on('close', goOn);
    });
  }

  #reserve(pool: Pool, bytes: number): boolean {
    if (bytes > pool.free) return false;
    pool.free -= bytes;
    this.#reserved += bytes;
    this.#pool = pool;
    return true;
  }

  #pool: Pool | undefined;
  #release(segments: readonly Segment[]): void {
    if (!this.#pool || !segments.some(({ literal }) => literal)) return;
    this.#pool.free += this.#reserved;
    this.#reserved = 0;
  }
}
