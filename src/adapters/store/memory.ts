// The Store port in memory: for tests, benches and as the reference for what a store promises.
import type { CommitResult, Outgoing, Store } from '#service/ports.ts';
import type { Instant } from '#core/kernel/time.ts';
import { InMemoryDocuments } from './in-memory-documents.ts';
import { listDueInTurn, findNextTurn, listReadersInTurn } from './per-recipient-queue.ts';

export function createMemoryStore(): Store {
  const shelf = new InMemoryDocuments();
  const outbox = new Map<string, Outgoing & { readonly due: Instant }>();
  return {
    read: keys => Promise.resolve(shelf.read(keys)),
    list: (name, from, most) => Promise.resolve(shelf.list(name, from, most)),
    newest: (name, before, most) => Promise.resolve(shelf.newest(name, before, most)),
    accounts: (after, most) => Promise.resolve(shelf.accounts(after, most)),
    dueAlarms: (now, most) => Promise.resolve(shelf.dueAlarms(now, most)),
    nextAlarm: () => Promise.resolve(shelf.nextAlarm()),
    isSeen: cause => Promise.resolve(shelf.isSeen(cause)),
    commit: change => {
      const result: CommitResult = shelf.check(change);
      if (result === 'committed') {
        shelf.apply(change);
        for (const mail of change.outgoing) outbox.set(mail.id, { ...mail, due: change.at });
      }
      return Promise.resolve({ result, durable: Promise.resolve() });
    },
    dueMail: (now, most, readers) =>
      Promise.resolve(listDueInTurn(outbox.values(), now, most, readers).map(({ due: _, ...mail }) => mail)),
    dueReaders: (now, most) => Promise.resolve(listReadersInTurn(outbox.values(), now, most)),
    dueCount: now => Promise.resolve(listDueInTurn(outbox.values(), now, Infinity).length),
    nextDue: () => Promise.resolve(findNextTurn(outbox.values())),
    markMail: (id, fate) => {
      const held = outbox.get(id);
      if (held === undefined) return Promise.resolve();
      if (fate.kind === 'later') outbox.set(id, { ...held, tries: fate.tries, due: fate.due });
      else outbox.delete(id);
      return Promise.resolve();
    },
    erase: addresses => {
      for (const { id, to } of [...outbox.values()]) if (to.some(each => addresses.includes(each))) outbox.delete(id);
      return Promise.resolve();
    },
    forget: before => {
      shelf.forget(before);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
