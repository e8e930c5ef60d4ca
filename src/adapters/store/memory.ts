// The Store port in memory, for tests and benches, and as the reference implementation of the port.
import type { CommitResult, Outgoing, PaceRecord, Store } from '#service/ports.ts';
import type { Instant } from '#core/kernel/time.ts';
import { InMemoryDocuments } from './in-memory-documents.ts';
import { countWaiting, listDueInTurn, findNextTurn, listReadersInTurn, toMailRecord } from './per-recipient-queue.ts';

type StoredMail = Outgoing & { readonly due: Instant; readonly written: Instant };

export function createMemoryStore(): Store {
  const memory = new InMemoryDocuments();
  const outbox = new Map<string, StoredMail>();
  const failed = new Map<string, StoredMail & { readonly why: string }>();
  let pace: PaceRecord | null = null;
  return {
    read: keys => Promise.resolve(memory.read(keys)),
    list: (name, after, limit) => Promise.resolve(memory.list(name, after, limit)),
    newest: (name, before, limit) => Promise.resolve(memory.newest(name, before, limit)),
    accounts: (after, limit) => Promise.resolve(memory.accounts(after, limit)),
    dueAlarms: (now, limit) => Promise.resolve(memory.dueAlarms(now, limit)),
    nextAlarm: () => Promise.resolve(memory.nextAlarm()),
    isSeen: cause => Promise.resolve(memory.isSeen(cause)),
    commit: change => {
      const result: CommitResult = memory.check(change);
      if (result === 'committed') {
        memory.apply(change);
        for (const mail of change.outgoing) outbox.set(mail.id, { ...mail, due: change.at, written: change.at });
      }
      return Promise.resolve({ result, durable: Promise.resolve() });
    },
    dueMail: (now, limit, readers, lowest) =>
      Promise.resolve(
        listDueInTurn(outbox.values(), now, limit, readers, lowest).map(({ due: _, written: __, ...mail }) => mail),
      ),
    dueReaders: (now, limit, lowest) => Promise.resolve(listReadersInTurn(outbox.values(), now, limit, lowest)),
    countMails: (now, since) =>
      Promise.resolve({ ...countWaiting([...outbox.values()], now, since), failed: failed.size }),
    nextDue: () => Promise.resolve(findNextTurn(outbox.values())),
    markMail: (id, status) => {
      const mail = outbox.get(id);
      if (mail === undefined) return Promise.resolve();
      if (status.kind === 'later') outbox.set(id, { ...mail, tries: status.tries, due: status.due });
      else outbox.delete(id);
      if (status.kind === 'failed') failed.set(id, { ...mail, why: status.why });
      return Promise.resolve();
    },
    readPace: () => Promise.resolve(pace),
    updatePace: update => {
      const [record, value] = update(pace);
      pace = record;
      return Promise.resolve(value);
    },
    erase: addresses => {
      for (const { id, to } of [...outbox.values()]) if (to.some(each => addresses.includes(each))) outbox.delete(id);
      return Promise.resolve();
    },
    listMails: (after, limit) => {
      const records = [
        ...Array.from(outbox.values(), mail => toMailRecord(mail)),
        ...[...failed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(mail => toMailRecord(mail, mail.why)),
      ];
      return Promise.resolve(records.slice(records.findIndex(({ id }) => id === after) + 1).slice(0, limit));
    },
    readMail: id => Promise.resolve((outbox.get(id) ?? failed.get(id))?.raw ?? null),
    retryMail: (id, now) => {
      const mail = outbox.get(id) ?? failed.get(id);
      failed.delete(id);
      if (mail !== undefined) outbox.set(id, { ...mail, tries: 0, due: now });
      return Promise.resolve(mail !== undefined);
    },
    dropMail: id => Promise.resolve(outbox.delete(id) || failed.delete(id)),
    dropFailed: before => {
      for (const { id, written } of [...failed.values()]) if (written < before) failed.delete(id);
      return Promise.resolve();
    },
    forget: before => {
      memory.forget(before);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
