// The Store port in memory, as the reference implementation of the port.
import type { PaceRecord, Store } from '#service/ports.ts';
import { InMemoryDocuments, createReadCalls } from '#adapters/store/in-memory-documents.ts';
import { InMemoryOutbox, createMailCalls, toStoredMail } from '#adapters/store/stored-mail.ts';

export function createMemoryStore(): Store {
  const memory = new InMemoryDocuments();
  const outbox = new InMemoryOutbox();
  let pace: PaceRecord | null = null;
  const markMail: Store['markMail'] = (id, status) => {
    outbox.mark(id, status);
    return Promise.resolve();
  };
  const [readyMemory, readyOutbox] = [Promise.resolve(memory), Promise.resolve(outbox)];
  return {
    ...createReadCalls(() => readyMemory),
    ...createMailCalls(() => readyOutbox, markMail),
    markMail,
    read: keys => Promise.resolve(memory.read(keys)),
    commit: change => {
      const result = memory.check(change);
      if (result === 'committed') {
        memory.apply(change);
        for (const mail of change.outgoing) outbox.add(toStoredMail(mail, change.at, change.at));
      }
      return Promise.resolve({ result, durable: Promise.resolve() });
    },
    readPace: () => Promise.resolve(pace),
    updatePace: update => {
      const [record, value] = update(pace);
      pace = record;
      return Promise.resolve(value);
    },
    erase: addresses => {
      for (const id of outbox.listIdsTo(addresses)) outbox.mark(id, { kind: 'sent' });
      return Promise.resolve();
    },
    forget: before => {
      memory.forget(before);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
