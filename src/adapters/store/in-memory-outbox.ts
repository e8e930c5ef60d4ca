// The outbox in memory: mails that wait, and mails that were given up.
import type { DeliveryStatus, Store } from '#service/ports.ts';
import { countWaiting, findNextTurn, listDueInTurn, listReadersInTurn, toMailRecord } from './per-recipient-queue.ts';
import { type FiledMail, type StoredMail, toOutgoing } from './stored-mail.ts';

type MailCalls = Pick<
  Store,
  'dueMail' | 'dueReaders' | 'countMails' | 'nextDue' | 'listMails' | 'readMail' | 'dropFailed'
>;

export class InMemoryOutbox {
  readonly #waiting = new Map<string, FiledMail>();
  readonly #givenUp = new Map<string, FiledMail>();
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
    if (mail.failed !== undefined) this.#givenUp.set(mail.id, mail);
    else this.#waiting.set(mail.id, mail);
    if (mail.failed === undefined) this.#givenUp.delete(mail.id);
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
    else this.#waiting.delete(id);
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
  dueMail: async (now, limit, readers, lowest) =>
    listDueInTurn((await ready()).waiting, now, limit, readers, lowest).map(toOutgoing),
  dueReaders: async (now, limit, lowest) => listReadersInTurn((await ready()).waiting, now, limit, lowest),
  countMails: async (now, since) => {
    const { waiting, givenUp } = await ready();
    return { ...countWaiting(waiting, now, since), failed: givenUp.length };
  },
  nextDue: async () => findNextTurn((await ready()).waiting),
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
