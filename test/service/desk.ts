// A service in memory whose mails come in batches, and what becomes of them; time moves only where the service sleeps.
import { createService, type Ports, type Service, type Settings } from '#service/create-service.ts';
import type { InboxMail, Store } from '#service/ports.ts';
import { START, testPorts, testSettings } from './ports.ts';

export interface Desk {
  readonly store: Store;
  readonly service: Service;
  /** `processed k1`, in order. */
  readonly disposed: readonly string[];
  readonly log: readonly string[];
  readonly clock: { now: number };
  /** One batch, all at once; the first has the key k1. */
  readonly bring: (...raws: readonly string[]) => Promise<unknown>;
  /** Everything that waits to be sent. */
  readonly outbox: () => Promise<readonly string[]>;
}

export function inboxMail(text: string, key: string): InboxMail {
  const raw = Buffer.from(text.replace(/\r?\n/g, '\r\n'));
  return { key, size: raw.length, raw, isWhole: true };
}

export function desk(overrides: Partial<Ports & Settings> = {}): Desk {
  const clock = { now: START };
  const disposed: string[] = [];
  const log: string[] = [];
  const write = (event: string, facts?: object): void => {
    log.push(`${event} ${JSON.stringify(facts ?? {})}`);
  };
  const ports = testPorts({
    clock: {
      now: () => clock.now,
      sleep: ms => {
        clock.now += ms;
        return Promise.resolve();
      },
    },
    log: { info: write, warn: write, error: write },
    mailbox: {
      next: () => Promise.resolve([]),
      dispose: (keys, to) => {
        disposed.push(...keys.map(key => `${to} ${key}`));
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    ...overrides,
  });
  const service = createService(ports, testSettings(overrides));
  return {
    ...{ store: ports.store, service, disposed, log, clock },
    bring: (...raws) =>
      service.inbox.processBatch(
        raws.map((raw, index) => inboxMail(raw, `k${index + 1}`)),
        new AbortController().signal,
      ),
    outbox: async () =>
      (await ports.store.dueMail(Number.MAX_SAFE_INTEGER, 10_000)).map(({ raw }) => Buffer.from(raw).toString()),
  };
}
