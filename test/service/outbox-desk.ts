// An outbox on a desk of its own: a store in memory, a sender that answers as it is told, time that a test moves.
import { createMemoryStore } from '#test/memory-store.ts';
import { createInMemoryLeases } from '#service/shared-ports.ts';
import { createOutbox, type Outbox } from '#service/outbox.ts';
import type { Clock, Outgoing, SendResult, Store } from '#service/ports.ts';
import { change, commit } from '../conformance/store.ts';

export const NOW = 10_000;
export const SENT: SendResult = { kind: 'sent' };
export const LATER: SendResult = { kind: 'failed', why: '451 try again' };
export const NEVER: SendResult = { kind: 'rejected', why: '550 no such user' };

export interface Desk {
  /** As it is, without the faults of the one the outbox has. */
  readonly store: Store;
  readonly outbox: Outbox;
  /** Every effect and log entry, in order. `mail-sent` says nothing that the effect does not. */
  readonly story: string[];
  readonly clock: { now: number };
  readonly put: (...mails: readonly Outgoing[]) => Promise<void>;
}

export function desk(
  answer: (mail: Outgoing, tries: number) => SendResult | Promise<SendResult> = () => SENT,
  sleep: Clock['sleep'] = () => Promise.resolve(),
  overrides: (store: Store) => Partial<Store> = () => ({}),
  connections = Infinity,
  {
    accepted = () => undefined,
    perHour = 0,
  }: { readonly accepted?: (mail: Outgoing) => void; readonly perHour?: number } = {},
): Desk {
  const memory = createMemoryStore();
  const store = { ...memory, ...overrides(memory) };
  const story: string[] = [];
  const clock = { now: NOW };
  const tell = (event: string): void => {
    story.push(event);
  };
  const tries = new Map<string, number>();
  const sender = {
    connections,
    send: async (mail: Outgoing): Promise<SendResult> => {
      tries.set(mail.id, (tries.get(mail.id) ?? 0) + 1);
      tell(`send ${mail.id}`);
      return answer(mail, tries.get(mail.id)!);
    },
    close: () => Promise.resolve(),
  };
  const parts = {
    ...{
      store,
      leases: createInMemoryLeases(),
      sender,
      clock: { now: () => clock.now, sleep },
      log: { info: (event: string) => event !== 'mail-sent' && tell(event), warn: tell, error: tell },
    },
    perHour,
    isToStranger: (mail: Outgoing) => mail.to[0]?.startsWith('stranger') === true,
    noteAccepted: (mail: Outgoing) => {
      accepted(mail);
      return Promise.resolve();
    },
    noteReturned: (mail: Outgoing, addresses: readonly string[]) => {
      tell(`returned ${mail.id} ${addresses.join(' ')}`);
      return Promise.resolve();
    },
  };
  let causes = 0;
  return {
    store: memory,
    story,
    clock,
    outbox: createOutbox(parts),
    put: async (...mails) => {
      causes += 1;
      await commit(memory, change(`c${causes}`, [], { outgoing: mails }));
    },
  };
}

export const waiting = async (store: Store): Promise<readonly string[]> =>
  (await store.dueMail(Number.MAX_SAFE_INTEGER, 1_000)).map(({ id }) => id);

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Lets everything that can happen without time passing happen. */
export const turns = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
};

/** The mails that were tried, in order. */
export const sends = ({ story }: Pick<Desk, 'story'>): readonly string[] =>
  story.filter(event => event.startsWith('send ')).map(event => event.slice(5));

/** Delivers what is due now. */
export const deliverAll = async ({ outbox }: Pick<Desk, 'outbox'>): Promise<void> => {
  while ((await outbox.deliver()) > 0);
};
