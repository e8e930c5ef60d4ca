// The Store port in memory, as the reference implementation of the port.
import type { Change, PaceRecord, Store } from '#service/ports.ts';
import { InMemoryDocuments, completeChange, createReadCalls } from '#adapters/store/in-memory-documents.ts';
import { InMemoryOutbox, createMailCalls, toStoredMail } from '#adapters/store/stored-mail.ts';

export function createMemoryStore(): Store {
  const memory = new InMemoryDocuments();
  const outbox = new InMemoryOutbox();
  let pace: PaceRecord | null = null;
  let sealing: Promise<unknown> = Promise.resolve();
  const read: Store['read'] = keys => Promise.resolve(memory.read(keys));
  const commit = (change: Change): Awaited<ReturnType<Store['commit']>> => {
    const result = memory.check(change);
    if (result === 'committed') {
      memory.apply(change);
      for (const mail of change.outgoing) outbox.add(toStoredMail(mail, change.at, change.at));
    }
    return { result, durable: Promise.resolve() };
  };
  const markMail: Store['markMail'] = (id, status) => {
    outbox.mark(id, status);
    return Promise.resolve();
  };
  const [readyMemory, readyOutbox] = [Promise.resolve(memory), Promise.resolve(outbox)];
  return {
    ...createReadCalls(() => readyMemory),
    ...createMailCalls(() => readyOutbox, markMail),
    markMail,
    read,
    commit: change => {
      if (change.seal === undefined) return Promise.resolve(commit(change));
      const sealed = sealing.then(async () => commit(await completeChange(change, read)));
      sealing = sealed.catch(() => undefined);
      return sealed;
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
