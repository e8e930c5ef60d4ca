// A faulty world around the service: disk, mailbox, network and players, in simulated time.
// Every effect (commit, send, mark, dispose) passes one gate that can make it fail, or end the process before or after it;
// a process that has died has no more effects, and a new one starts from what the disk and the mailbox hold.
import type { Service } from '#service/create-service.ts';
import type { Clock, InboxMail, Mailbox, Outgoing, Sender, SendResult, Store } from '#service/ports.ts';
import { inboxMail, lab, START } from '../service/lab.ts';

export type EffectKind = 'commit' | 'send' | 'mark' | 'dispose';
/** `fail`: it does not happen, and the process is told. `lost`: it happens, and the process is told it did not (sends only). */
export type Fault = 'none' | 'fail' | 'lost' | 'crash before' | 'crash after';

/** What becomes of the n-th effect, n from 0. */
export type Faults = (n: number, kind: EffectKind) => Fault;

/** What outlives the process. */
export interface Disk {
  readonly open: () => Promise<Store>;
  /** The process that had this store open is dead; what it had written is still there. */
  readonly crash: (store: Store) => Promise<void>;
}

export interface World {
  /** A mail arrives in the service's mailbox. */
  readonly arrive: (raw: string) => void;
  /** Lets the service work, die and start again until nothing is left to do. */
  readonly settle: () => Promise<void>;
  /** Everything delivered to an address, copies included, in the order it came. */
  readonly inbox: (address: string) => readonly Outgoing[];
  /** Mails delivered again although the process knew that they had been. */
  readonly needless: readonly string[];
  /** Reads the disk as a new process would. */
  readonly inspect: <Value>(look: (store: Store) => Promise<Value>) => Promise<Value>;
  readonly effects: () => readonly EffectKind[];
}

/** More rounds than any sane service needs: beyond, it is stuck. */
const ROUNDS = 600;
const NEVER = new Promise<never>(() => undefined);

interface Process {
  readonly store: Store;
  readonly service: Service;
  readonly died: Promise<'died'>;
}

export function world(disk: Disk, faults: Faults): World {
  let now = START;
  let uid = 0;
  let work: readonly InboxMail[] = [];
  const inboxes = new Map<string, Outgoing[]>();
  /** Delivered, and not durably marked so yet; of those, the ones whose fate the process cannot know. */
  const open = new Set<string>();
  const doubtful = new Set<string>();
  const needless: string[] = [];
  const effects: EffectKind[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: ms => {
      now += ms;
      return Promise.resolve();
    },
  };

  const incarnate = async (): Promise<Process> => {
    const store = await disk.open();
    let isDead = false;
    const isGone = (): boolean => isDead;
    let tell = (_: 'died'): void => undefined;
    const died = new Promise<'died'>(resolve => {
      tell = resolve;
    });
    const die = (): Promise<never> => {
      isDead = true;
      for (const id of open) doubtful.add(id);
      tell('died');
      return NEVER;
    };
    const gate = async <Value>(
      kind: EffectKind,
      act: () => Promise<Value>,
      failed: () => Promise<Value>,
    ): Promise<Value> => {
      if (isGone()) return NEVER;
      const fault = faults(effects.length, kind);
      effects.push(kind);
      if (fault === 'crash before') return die();
      if (fault === 'fail') return failed();
      const value = await act();
      if (isGone()) return NEVER;
      if (fault === 'crash after') return die();
      return fault === 'lost' ? failed() : value;
    };
    const refuse = (what: string) => (): Promise<never> => Promise.reject(new Error(`${what} failed`));
    const gated: Store = {
      ...store,
      commit: change => gate('commit', () => durably(store, change), refuse('commit')),
      markMail: (id, fate) =>
        gate(
          'mark',
          async () => {
            await store.markMail(id, fate);
            // Of a mark under way while the process dies nobody knows whether the disk has it.
            if (fate.kind !== 'sent' || isGone()) return;
            open.delete(id);
            doubtful.delete(id);
          },
          () => {
            if (open.has(id)) doubtful.add(id);
            return refuse('mark')();
          },
        ),
    };
    const mailbox: Mailbox = {
      next: () => Promise.resolve([]),
      dispose: keys =>
        gate(
          'dispose',
          () => {
            work = work.filter(({ key }) => !keys.includes(key));
            return Promise.resolve();
          },
          () => Promise.resolve(),
        ),
      close: () => Promise.resolve(),
    };
    const sender: Sender = {
      send: mail =>
        gate<SendResult>(
          'send',
          () => {
            const isKnown = mail.to.some(to => inboxes.get(to)?.some(copy => copy.messageId === mail.messageId));
            if (isKnown && !doubtful.has(mail.id)) needless.push(mail.messageId);
            open.add(mail.id);
            for (const to of mail.to) inboxes.set(to, [...(inboxes.get(to) ?? []), mail]);
            return Promise.resolve({ kind: 'sent' });
          },
          () => {
            if (open.has(mail.id)) doubtful.add(mail.id);
            return Promise.resolve({ kind: 'failed', why: 'the line went dead' });
          },
        ),
      close: () => Promise.resolve(),
    };
    return { store, died, service: lab({ store: gated, mailbox, sender, clock, robots: [] }).service };
  };

  /** One round of reading and sending; is there nothing left to do? */
  const round = async ({ service: { inbox, outbox }, store }: Process): Promise<boolean> => {
    if (work.length > 0) await inbox.processBatch(work.slice(0, 50), new AbortController().signal);
    while ((await outbox.deliver().catch(() => 0)) > 0);
    const next = await store.nextDue();
    if (next !== null) now = Math.max(now, next);
    return work.length === 0 && next === null;
  };

  return {
    needless,
    effects: () => effects,
    arrive: raw => {
      uid += 1;
      work = [...work, inboxMail(raw, `1:${uid}`)];
    },
    inbox: address => inboxes.get(address) ?? [],
    settle: async () => {
      let process = await incarnate();
      for (let rounds = 0; rounds < ROUNDS; rounds++) {
        const isDone = await Promise.race([round(process), process.died]);
        if (isDone === true) return disk.crash(process.store);
        if (isDone !== 'died') continue;
        await disk.crash(process.store);
        process = await incarnate();
      }
      throw new Error(`not done after ${ROUNDS} rounds: ${work.length} mails unread`);
    },
    inspect: async look => {
      const store = await disk.open();
      const value = await look(store);
      await disk.crash(store);
      return value;
    },
  };
}

/** A commit counts once it is durable. */
async function durably(store: Store, change: Parameters<Store['commit']>[0]): ReturnType<Store['commit']> {
  const committed = await store.commit(change);
  await committed.durable;
  return committed;
}
