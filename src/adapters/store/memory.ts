// The port Store in memory: for tests, benches and as the measure of what a store promises.
import type { CommitResult, Outgoing, Store } from '#service/ports.ts';
import type { Instant } from '#core/state/documents.ts';
import { Shelf } from './in-memory-documents.ts';
import { dueInTurn, nextTurn } from './per-recipient-queue.ts';

export function memoryStore(): Store {
  const shelf = new Shelf();
  const outbox = new Map<string, { readonly mail: Outgoing; readonly due: Instant }>();
  const waiting = (): readonly { readonly to: readonly string[]; readonly mail: Outgoing; readonly due: Instant }[] =>
    [...outbox.values()].map(({ mail, due }) => ({ to: mail.to, mail, due }));
  return {
    read: keys => Promise.resolve(shelf.read(keys)),
    list: (name, from, most) => Promise.resolve(shelf.list(name, from, most)),
    dueAlarms: (now, most) => Promise.resolve(shelf.dueAlarms(now, most)),
    nextAlarm: () => Promise.resolve(shelf.nextAlarm()),
    isSeen: cause => Promise.resolve(shelf.isSeen(cause)),
    commit: change => {
      const result: CommitResult = shelf.check(change);
      if (result === 'committed') {
        shelf.apply(change);
        for (const mail of change.outgoing) outbox.set(mail.id, { mail, due: change.at });
      }
      return Promise.resolve({ result, durable: Promise.resolve() });
    },
    dueMail: (now, most) => Promise.resolve(dueInTurn(waiting(), now, most).map(({ mail }) => mail)),
    nextDue: () => Promise.resolve(nextTurn(waiting())),
    markMail: (id, fate) => {
      const held = outbox.get(id);
      if (held === undefined) return Promise.resolve();
      if (fate.kind === 'later') outbox.set(id, { mail: { ...held.mail, tries: held.mail.tries + 1 }, due: fate.due });
      else outbox.delete(id);
      return Promise.resolve();
    },
    forget: before => {
      shelf.forget(before);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
