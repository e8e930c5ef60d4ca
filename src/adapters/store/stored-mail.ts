// Mails to be sent: their form in files and backups, and the outbox in memory.
// No mail is due while an earlier mail to the same reader waits.
import TinyQueue from 'tinyqueue';
import * as z from 'zod';
import { count, instant } from '#core/kernel/document-definition.ts';
import type { Instant } from '#core/kernel/time.ts';
import { PRIORITIES, type Priority } from '#core/writing/mail-plan.ts';
import type { DeliveryStatus, MailCounts, MailRecord, MailToStore, Outgoing, RawMail, Store } from '#service/ports.ts';
import type { StoreEntry } from './entry-stream.ts';

export const storedMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()).readonly(),
  messageId: z.string(),
  /** The bytes as Latin-1 characters: mail is nearly always ASCII, and stays readable. */
  raw: z.string(),
  tries: z.number().int().nonnegative(),
  due: instant,
  /** When it was committed. Older versions stored none. */
  written: instant.exactOptional(),
  /** Absent: `board`. */
  priority: z.enum(PRIORITIES).exactOptional(),
  receipt: z.object({ match: z.object({ game: z.string(), number: count }), sent: instant }).exactOptional(),
});

export type StoredMail = z.infer<typeof storedMail>;

/** A mail in its own file, with its place in the outbox. `failed`: why it was given up. */
export const filedMail = storedMail.extend({
  place: z.number().int().default(0),
  failed: z.string().exactOptional(),
});

export type FiledMail = z.infer<typeof filedMail>;

export const listTexts = (raw: RawMail): readonly string[] =>
  raw instanceof Uint8Array ? [Buffer.from(raw).toString('latin1')] : raw;

export const toStoredMail = (mail: MailToStore, due: Instant, written: Instant): StoredMail => ({
  ...{ ...mail, raw: listTexts(mail.raw).join(''), due, written },
});

export function toOutgoing(mail: StoredMail | FiledMail): Outgoing {
  const { due: _, written: __, place: ___, failed: ____, raw, ...rest } = { place: 0, failed: '', ...mail };
  return { ...rest, raw: Buffer.from(raw, 'latin1') };
}

type MailEntry = Extract<StoreEntry, { readonly kind: 'mail' | 'given-up mail' }>;

/** A mail as an entry of a dump. */
export const toMailEntry = (mail: FiledMail): MailEntry =>
  mail.failed === undefined
    ? { kind: 'mail', key: mail.id, mail: storedMail.parse({ ...mail, written: mail.written ?? mail.due }) }
    : { kind: 'given-up mail', key: mail.id, why: mail.failed, raw: mail.raw };

export const listMailsOf = (page: readonly StoreEntry[]): readonly FiledMail[] =>
  page.flatMap(entry => {
    if (entry.kind === 'mail') return { ...entry.mail, place: 0 };
    return entry.kind === 'given-up mail' ? parseGivenUp(entry.key, entry.why, entry.raw) : [];
  });

/** A mail that was given up, from its bytes. The fields of its header tell whose mail it was. */
export function parseGivenUp(id: string, failed: string, raw: string): FiledMail {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const fields = header.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const findField = (name: string): string =>
    fields.find(line => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const findAddresses = (name: string): readonly string[] =>
    findField(name)
      .toLowerCase()
      .split(/[\s,<>]+/)
      .filter(word => word.includes('@'));
  // A mail without a date never gets old enough to be deleted: this is the last day of all.
  const written = Date.parse(findField('date')) || 8.64e15;
  return {
    ...{ id, failed, raw, written, due: written, place: 0, tries: 0 },
    ...{ from: findAddresses('from')[0] ?? '', to: findAddresses('to'), messageId: findField('message-id').trim() },
  };
}

/** 0 is the highest priority. */
export const rankOf = (priority: Priority = 'board'): number => PRIORITIES.indexOf(priority);

/** The mails that may be sent now, by rank and then in their order. A mail has the rank of a later one to the same reader if that is higher. */
function listSendable(mails: readonly FiledMail[], now: Instant, lowest?: Priority): readonly FiledMail[] {
  const rankByReader = new Map<string, number>();
  const ranks: number[] = [];
  for (const mail of mails.toReversed()) {
    const rank = Math.min(rankOf(mail.priority), rankByReader.get(readerOf(mail)) ?? Infinity);
    rankByReader.set(readerOf(mail), rank);
    ranks.push(rank);
  }
  const mailsByRank = PRIORITIES.map((): FiledMail[] => []);
  const waitingReaders = new Set<string>();
  for (const [index, mail] of mails.entries()) {
    const reader = readerOf(mail);
    if (mail.due > now) waitingReaders.add(reader);
    else if (!waitingReaders.has(reader)) mailsByRank[ranks.at(-1 - index) ?? 0]?.push(mail);
  }
  return mailsByRank.slice(0, lowest === undefined ? undefined : rankOf(lowest) + 1).flat();
}

/** The reader of a mail: its first recipient. */
const readerOf = ({ to }: FiledMail): string => to[0] ?? '';

/** Counts waiting mails. `written`: absent in a mail that an older version has stored. */
function countWaiting(mails: readonly FiledMail[], now: Instant, since: Instant): Omit<MailCounts, 'failed'> {
  const instantOf = ({ written, due }: FiledMail): Instant => written ?? due;
  const instants = mails.map(instantOf);
  const due = listSendable(mails, now);
  return {
    due: due.length,
    waiting: mails.length,
    oldest: findEarliest(instants),
    oldestSince: findEarliest(instants.filter(at => at > since)),
    oldestDueBoard: findEarliest(due.filter(({ priority = 'board' }) => priority === 'board').map(instantOf)),
  };
}

export const toMailRecord = ({ id, to, tries, written, due, priority = 'board', failed }: FiledMail): MailRecord => ({
  ...{ id, state: failed === undefined ? 'waiting' : 'failed', priority, to, tries },
  ...{ written: written ?? null, due: failed === undefined ? due : null, why: failed ?? null },
});

/** null: the list is empty. */
const findEarliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((earliest, at) => (earliest === null ? at : Math.min(earliest, at)), null);

type MailCalls = Pick<
  Store,
  'dueMail' | 'dueReaders' | 'countMails' | 'nextDue' | 'listMails' | 'readMail' | 'dropFailed'
>;

/** The first waiting mail of a reader. It has the rank of the reader's most urgent mail. */
interface Head {
  readonly reader: string;
  readonly mail: FiledMail;
  readonly rank: number;
}

/** The waiting mails of a reader. */
interface ReaderQueue {
  /** By id, in their order. */
  readonly mails: Map<string, FiledMail>;
  /** How many mails have each rank. */
  readonly counts: number[];
  head: Head | null;
}

/** The waiting mails by their readers, so that a look at those that are due takes no longer where very many wait. */
class ReaderQueues {
  readonly #queues = new Map<string, ReaderQueue>();
  // A head that has been replaced stays in these until it is met.
  readonly #later = new TinyQueue<Head>([], (a, b) => a.mail.due - b.mail.due);
  readonly #due = new TinyQueue<Head>([], (a, b) => a.rank - b.rank || a.mail.place - b.mail.place);

  /** Adds a mail at the end, or puts it in the place of the mail with this id. */
  put(mail: FiledMail): void {
    const reader = readerOf(mail);
    const counts = PRIORITIES.map(() => 0);
    const queue: ReaderQueue = this.#queues.get(reader) ?? { mails: new Map(), counts, head: null };
    this.#queues.set(reader, queue);
    this.#change(queue, queue.mails.get(mail.id), -1);
    queue.mails.set(mail.id, mail);
    this.#change(queue, mail, 1);
  }

  delete(mail: FiledMail): void {
    const queue = this.#queues.get(readerOf(mail));
    if (queue?.mails.delete(mail.id) === true) this.#change(queue, mail, -1);
  }

  /** The mails to these readers, in their order. */
  listMailsTo(readers: readonly string[]): readonly FiledMail[] {
    const mails = readers.flatMap(reader => [...(this.#queues.get(reader)?.mails.values() ?? [])]);
    return mails.toSorted((a, b) => a.place - b.place);
  }

  /** At most `limit` readers with due mail, by rank and then in the order of their first mails. */
  listReaders(now: Instant, limit: number, lowest: Priority | undefined): readonly string[] {
    const lowestRank = lowest === undefined ? Infinity : rankOf(lowest);
    for (let head = this.#later.peek(); head !== undefined && head.mail.due <= now; head = this.#later.peek()) {
      this.#later.pop();
      this.#due.push(head);
    }
    const found: Head[] = [];
    for (let head = this.#due.peek(); head !== undefined && head.rank <= lowestRank; head = this.#due.peek()) {
      if (found.length === limit) break;
      this.#due.pop();
      if (this.#queues.get(head.reader)?.head !== head) continue;
      // The clock may have been set back.
      if (head.mail.due > now) this.#later.push(head);
      else found.push(head);
    }
    for (const head of found) this.#due.push(head);
    return found.map(({ reader }) => reader);
  }

  /** null: no mail waits. */
  findNextDue(): Instant | null {
    return findEarliest([...this.#queues.values()].flatMap(({ head }) => head?.mail.due ?? []));
  }

  /** Counts a mail that came or went, and notes the reader's head. */
  #change(queue: ReaderQueue, changed: FiledMail | undefined, by: number): void {
    if (changed === undefined) return;
    const { mails, counts, head } = queue;
    const [reader, changedRank] = [readerOf(changed), rankOf(changed.priority)];
    counts[changedRank] = (counts[changedRank] ?? 0) + by;
    const [mail] = mails.values();
    const rank = counts.findIndex(count => count > 0);
    if (mail === undefined) this.#queues.delete(reader);
    else if (head?.mail !== mail || head.rank !== rank) this.#later.push((queue.head = { reader, mail, rank }));
  }
}

export class InMemoryOutbox {
  readonly #waiting = new Map<string, FiledMail>();
  readonly #givenUp = new Map<string, FiledMail>();
  readonly queues = new ReaderQueues();
  #lastPlace = 0;

  /** The waiting mails, in their order. */
  get waiting(): readonly FiledMail[] {
    return [...this.#waiting.values()];
  }

  get givenUp(): readonly FiledMail[] {
    return [...this.#givenUp.values()];
  }

  find(id: string): FiledMail | undefined {
    return this.#waiting.get(id) ?? this.#givenUp.get(id);
  }

  /** Adds a mail that has its place. Call it in the order of the places. */
  load(mail: FiledMail): void {
    if (mail.failed === undefined) {
      this.#waiting.set(mail.id, mail);
      this.queues.put(mail);
      this.#givenUp.delete(mail.id);
    } else this.#givenUp.set(mail.id, mail);
    this.#lastPlace = Math.max(this.#lastPlace, mail.place);
  }

  add(mail: StoredMail): void {
    this.load({ ...mail, place: this.#waiting.get(mail.id)?.place ?? this.#lastPlace + 1 });
  }

  /** A mail that was given up and is to be sent later comes after the mails that wait. */
  mark(id: string, status: DeliveryStatus): void {
    const mail = this.find(id);
    if (mail === undefined) return;
    const { failed: _, place: __, ...content } = mail;
    this.#givenUp.delete(id);
    if (status.kind === 'later') this.add({ ...content, tries: status.tries, due: status.due });
    else if (this.#waiting.delete(id)) this.queues.delete(mail);
    if (status.kind === 'failed') this.load({ ...mail, failed: status.why });
  }

  /** The ids of all mails to any of these readers. */
  listIdsTo(addresses: readonly string[]): readonly string[] {
    const all = [...this.waiting, ...this.givenUp];
    return all.filter(({ to }) => to.some(each => addresses.includes(each))).map(({ id }) => id);
  }

  /** At most `limit` mails after this id: those that wait, and then those that were given up. */
  list(after: string | null, limit: number): readonly FiledMail[] {
    const { waiting } = this;
    const start = waiting.findIndex(({ id }) => id === after) + 1;
    const isAmongWaiting = after === null || start > 0;
    const givenUp = this.givenUp.filter(({ id }) => isAmongWaiting || id > after);
    const rest = givenUp.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return [...(isAmongWaiting ? waiting.slice(start) : []), ...rest].slice(0, limit);
  }
}

/** The calls of a store about its mails. `ready` resolves to the outbox when it may be read. */
export const createMailCalls = (ready: () => Promise<InMemoryOutbox>, markMail: Store['markMail']): MailCalls => ({
  dueMail: async (now, limit, readers, lowest) => {
    const outbox = await ready();
    const asked = readers === undefined ? outbox.waiting : outbox.queues.listMailsTo(readers);
    return listSendable(asked, now, lowest).slice(0, limit).map(toOutgoing);
  },
  dueReaders: async (now, limit, lowest) => (await ready()).queues.listReaders(now, limit, lowest),
  countMails: async (now, since) => {
    const { waiting, givenUp } = await ready();
    return { ...countWaiting(waiting, now, since), failed: givenUp.length };
  },
  nextDue: async () => (await ready()).queues.findNextDue(),
  listMails: async (after, limit) => (await ready()).list(after, limit).map(toMailRecord),
  readMail: async id => {
    const mail = (await ready()).find(id);
    return mail === undefined ? null : toOutgoing(mail).raw;
  },
  dropFailed: async before => {
    const old = (await ready()).givenUp.filter(({ written, due }) => (written ?? due) < before);
    for (const { id } of old) await markMail(id, { kind: 'sent' });
  },
});
