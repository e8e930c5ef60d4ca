// The dialogue on one connection: resolves, runs and answers commands.
// It sends news of the mailbox where the protocol allows it.
import { reasonOf } from '#trial/mailserver/failures.ts';
import { limits } from '#trial/mailserver/limits.ts';
import { commands } from '../commands/index.ts';
import { MailboxClosed } from '#trial/mailserver/store/index.ts';
import type { Segment, Unit } from '../reader.ts';
import { createBad, CommandRefused } from '../command-refused.ts';
import { accountOf, type Completion, type Session, viewOf } from '../session.ts';
import { parseCommand, tagOf, type TaggedCommand } from '../tokens.ts';
import { formatOneLine } from '../wire.ts';

/** During these no message may change its number, unless they go by uid (RFC 3501 7.4.1). */
const numbersStand = ['FETCH', 'STORE', 'SEARCH'];

export class Dialogue {
  readonly #session: Session;
  #tag = '*';
  #strangersCommands = 0;
  #mistakes = 0;
  /** A command is being carried out: news waits for its end. */
  #busy = false;

  constructor(session: Session) {
    this.#session = session;
  }

  async receive(unit: Unit): Promise<void> {
    if (unit.kind === 'literal asked for') this.#session.say('+ go on');
    else if (unit.kind === 'refused') this.#refuse(unit);
    else await this.#perform(unit.segments);
  }

  /** Something has changed in the selected mailbox; a client that idles hears of it at once. */
  wake(): void {
    if (!this.#busy && this.#session.idle !== undefined) this.#tellNews(true);
  }

  #refuse({ tag, reason, fatal }: { readonly tag: string; readonly reason: string; readonly fatal: boolean }): void {
    if (fatal) this.#giveUp(reason);
    else this.#session.say(`${tag} NO ${reason}`);
    this.#countMistake();
  }

  async #perform(segments: readonly Segment[]): Promise<void> {
    const { idle, awaiting } = this.#session;
    const line = segments[0]?.bytes ?? Buffer.alloc(0);
    this.#busy = true;
    if (idle !== undefined) this.#endIdle(idle, line);
    else if (awaiting) await this.#continue(awaiting, line);
    else if (segments.length > 1 || line.length > 0) await this.#command(segments);
    this.#busy = false;
    this.wake();
  }

  #endIdle(tag: string, line: Buffer): void {
    this.#session.idle = undefined;
    const done = /^done$/i.test(line.toString('latin1'));
    this.#answer(tag, done ? { status: 'OK', text: 'idle ended' } : { status: 'BAD', text: 'only DONE ends IDLE' });
  }

  async #continue(awaiting: NonNullable<Session['awaiting']>, line: Buffer): Promise<void> {
    this.#session.awaiting = undefined;
    this.#answer(this.#tag, await this.#guard(() => awaiting(line)));
  }

  async #command(segments: readonly Segment[]): Promise<void> {
    this.#tag = tagOf(segments);
    let mayExpunge = true;
    const answer = await this.#guard(() => {
      const { handler, command, byUid } = this.#resolve(parseCommand(segments));
      mayExpunge = byUid || !numbersStand.includes(command.name);
      return handler.run(this.#session, command, byUid);
    });
    this.#answer(this.#tag, answer, mayExpunge);
    if (this.#session.account) return;
    this.#strangersCommands += 1;
    if (this.#strangersCommands >= limits.commandsBeforeLogin) this.#giveUp('log in sooner');
  }

  /** What carries the command out, and the command as that wants it. */
  #resolve(command: TaggedCommand) {
    const [first, ...rest] = command.args;
    const byUid = command.name === 'UID';
    const name = byUid && first?.kind === 'atom' ? first.text.toUpperCase() : command.name;
    const handler = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!handler || (byUid && handler.byUid !== true)) throw createBad('there is no such command');
    if (handler.needs !== 'nothing') accountOf(this.#session);
    if (handler.needs === 'selection') viewOf(this.#session);
    return { handler, command: byUid ? { ...command, name, args: rest } : command, byUid };
  }

  /** A refusal is the client's to read; anything else is our fault, and ends neither us nor the others. */
  async #guard(act: () => Promise<Completion> | Completion): Promise<Completion> {
    try {
      return await act();
    } catch (cause) {
      if (cause instanceof CommandRefused) return { status: cause.status, text: cause.message };
      if (cause instanceof MailboxClosed) return { status: 'NO', text: '[NONEXISTENT] the mailbox is no more' };
      this.#session.log('imap command failed', { reason: reasonOf(cause) });
      // What went wrong, and where on the disk, is the operator's to know.
      return { status: 'NO', text: '[SERVERBUG] that failed here, and is in the log' };
    }
  }

  #answer(tag: string, answer: Completion, mayExpunge = true): void {
    if (answer === 'later') return;
    if (answer.quiet !== true) this.#tellNews(mayExpunge);
    this.#session.say(`${tag} ${answer.status} ${formatOneLine(answer.text)}`);
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
