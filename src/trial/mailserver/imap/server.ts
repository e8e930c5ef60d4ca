// The IMAP server: accepts connections, and holds each to its limits of time and memory.
// Written here, since those on npm keep mails in memory for tests (hoodiecrow) or need MongoDB (WildDuck): a demo needs neither to be
// installed, and a board that was acknowledged must be on disk.
import { createServer, type Server, type Socket } from 'node:net';
import { codeOf, createConnectionCount, reasonOf } from '../connections.ts';
import { limits } from '../limits.ts';
import { MailboxClosed, type StoredMailbox } from '../mailbox.ts';
import { capabilities, mailboxCommands } from './mailboxes.ts';
import { messageCommands } from './messages.ts';
import { accountOf, type Completion, MailboxView, type Session, viewOf } from './session.ts';
import {
  CommandReader,
  CommandRefused,
  createBad,
  createNo,
  findTag,
  parseCommand,
  type Segment,
  type TaggedCommand,
  type Unit,
} from './syntax.ts';

type ImapOptions = Pick<Session, 'store' | 'credentials' | 'log'>;

/** What all connections share. */
interface Pool {
  /** Memory for literals under way. */
  free: number;
  readonly countUser: ReturnType<typeof createConnectionCount>;
}

export function startImap(options: ImapOptions): { readonly server: Server; readonly close: () => Promise<void> } {
  const open = new Map<ImapConnection, Promise<void>>();
  const countUser = createConnectionCount(limits.imapConnectionsPerUser);
  const pool: Pool = { free: limits.literalBytesInFlight, countUser };
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', error => report(options, error));
    // The oldest connection without a login ends, so that silent connections do not keep others out.
    if (open.size >= limits.imapConnections)
      [...open.keys()].find(({ isStranger }) => isStranger)?.bye('others wait; log in sooner');
    // A connection that was sent away ends within a second. Until then there are a few more.
    if (open.size >= limits.imapConnections + limits.imapLeaving) {
      socket.end('* BYE [UNAVAILABLE] too many connections\r\n');
      return;
    }
    const connection = new ImapConnection(socket, options, pool);
    const serving = connection
      .serve()
      .catch((cause: unknown) => report(options, cause))
      .finally(() => {
        open.delete(connection);
        if (!socket.destroyed) connection.end();
      });
    open.set(connection, serving);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    for (const connection of open.keys()) connection.bye('the server is going down');
    await Promise.all(open.values());
    await closed;
  };
  return { server, close };
}

/** Logs a fault of a connection, but not that the client cut it. */
function report({ log }: ImapOptions, cause: unknown): void {
  const cut = ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(cause));
  if (!cut) log('imap connection', { error: reasonOf(cause) });
}

class ImapConnection {
  readonly #socket: Socket;
  readonly #pool: Pool;
  readonly #session: Session;
  readonly #dialogue: Dialogue;
  #reserved = 0;
  /** Counts the user's connection no longer. */
  #exit: (() => void) | null = null;
  #leaving = false;

  constructor(socket: Socket, { store, credentials, log }: ImapOptions, pool: Pool) {
    this.#socket = socket;
    this.#pool = pool;
    this.#session = {
      ...{ store, credentials, log },
      ...{ account: undefined, view: undefined, idle: undefined, awaiting: undefined, failedLogins: 0 },
      enter: user => {
        this.#exit ??= pool.countUser(user);
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
    socket.setTimeout(limits.imapIdle, () => this.bye('idle for too long'));
    const timer = setTimeout(() => {
      if (!this.#session.account) this.bye('nobody logged in');
    }, limits.login);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#select(undefined, true);
      this.#release();
      this.#exit?.();
    });
  }

  get isStranger(): boolean {
    return this.#session.account === undefined && !this.#leaving;
  }

  /** Runs until the client leaves or breaks a limit. */
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

  /** Gives the reason, and ends. */
  bye(reason: string): void {
    this.#write(`* BYE ${reason}\r\n`);
    this.end();
  }

  /** Ends once the client has read everything, but at most a little later. */
  end(): void {
    this.#leaving = true;
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), limits.farewell);
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
      const continueSending = (): void => {
        this.#socket.off('drain', continueSending).off('close', continueSending);
        resolve();
      };
      this.#socket.on('drain', continueSending).on('close', continueSending);
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

const commands = { ...mailboxCommands, ...messageCommands };

/** During these no message may change its number, unless they go by uid (RFC 3501 7.4.1). */
const numbersStay = ['FETCH', 'STORE', 'SEARCH'];

/** Runs and answers the commands of one connection, and sends news of the mailbox when the protocol allows it. */
class Dialogue {
  readonly #session: Session;
  #tag = '*';
  #strangersCommands = 0;
  #mistakes = 0;
  /** A command runs: news waits for its end. */
  #busy = false;

  constructor(session: Session) {
    this.#session = session;
  }

  async receive(unit: Unit): Promise<void> {
    if (unit.kind === 'literal asked for') this.#session.say('+ go on');
    else if (unit.kind === 'command') await this.#perform(unit.segments);
    else {
      if (unit.fatal) this.#giveUp(unit.reason);
      else this.#session.say(`${unit.tag} NO ${unit.reason}`);
      this.#countMistake();
    }
  }

  /** Something has changed in the selected mailbox. A client that idles hears of it at once. */
  wake(): void {
    if (!this.#busy && this.#session.idle !== undefined) this.#tellNews(true);
  }

  async #perform(segments: readonly Segment[]): Promise<void> {
    const { idle, awaiting } = this.#session;
    const line = segments[0]?.bytes ?? Buffer.alloc(0);
    this.#busy = true;
    this.#session.idle = undefined;
    this.#session.awaiting = undefined;
    if (idle !== undefined) {
      const done = /^done$/i.test(line.toString('latin1'));
      this.#answer(idle, done ? { status: 'OK', text: 'idle ended' } : { status: 'BAD', text: 'only DONE ends IDLE' });
    } else if (awaiting) this.#answer(this.#tag, await this.#guard(() => awaiting(line)));
    else if (segments.length > 1 || line.length > 0) await this.#command(segments);
    this.#busy = false;
    this.wake();
  }

  async #command(segments: readonly Segment[]): Promise<void> {
    this.#tag = findTag(segments[0]?.bytes);
    let mayExpunge = true;
    const answer = await this.#guard(() => {
      const { handler, command, byUid } = this.#resolve(parseCommand(segments));
      mayExpunge = byUid || !numbersStay.includes(command.name);
      return handler.run(this.#session, command, byUid);
    });
    this.#answer(this.#tag, answer, mayExpunge);
    if (this.#session.account) return;
    this.#strangersCommands += 1;
    if (this.#strangersCommands >= limits.commandsBeforeLogin) this.#giveUp('log in sooner');
  }

  /** The handler of the command, and the command without `UID`. */
  #resolve(command: TaggedCommand) {
    const [first, ...rest] = command.args;
    const byUid = command.name === 'UID';
    const name = byUid && first?.kind === 'atom' ? first.text.toUpperCase() : command.name;
    const handler = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!handler || (byUid && handler.byUid !== true)) throw createBad('there is no such command');
    if (handler.needs !== 'nothing') accountOf(this.#session);
    if (handler.needs === 'selection') viewOf(this.#session);
    const args = byUid ? rest : command.args;
    if (args.length > handler.most) throw createBad('too many arguments');
    return { handler, command: { ...command, name, args }, byUid };
  }

  /** A refusal is the client's to read. Any other error is our fault, and ends neither us nor the others. */
  async #guard(act: () => Promise<Completion> | Completion): Promise<Completion> {
    try {
      return await act();
    } catch (cause) {
      if (cause instanceof CommandRefused) return { status: cause.status, text: cause.message };
      if (cause instanceof MailboxClosed) return { status: 'NO', text: '[NONEXISTENT] the mailbox is no more' };
      this.#session.log('imap command failed', { reason: reasonOf(cause) });
      // The cause, with its path on the disk, is for the operator alone.
      return { status: 'NO', text: '[SERVERBUG] that failed here, and is in the log' };
    }
  }

  #answer(tag: string, answer: Completion, mayExpunge = true): void {
    if (answer === 'later') return;
    if (answer.quiet !== true) this.#tellNews(mayExpunge);
    // One line, whatever the text was made of.
    this.#session.say(`${tag} ${answer.status} ${answer.text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300)}`);
    if (answer.status === 'BAD') this.#countMistake();
  }

  #countMistake(): void {
    this.#mistakes += 1;
    if (this.#mistakes === limits.badCommands) this.#giveUp('too many mistakes');
  }

  #giveUp(reason: string): void {
    this.#session.say(`* BYE ${reason}`);
    this.#session.leave();
  }

  #tellNews(mayExpunge: boolean): void {
    for (const line of this.#session.view?.updates(mayExpunge) ?? []) this.#session.say(line);
  }
}
