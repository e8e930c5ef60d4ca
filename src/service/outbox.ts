// The outbox → Sender: mails that are due, each reader's in order, retried with backoff, given up in the end and told to the operator.
import type { Instant } from '#core/state/documents.ts';
import type { Clock, DeliveryStatus, Log, Outgoing, Sender, SendResult, Store } from './ports.ts';

export interface OutboxContext {
  readonly store: Store;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Outbox {
  /** There may be something to send. */
  readonly wake: () => void;
  /** Works until the signal aborts; what is on its way is finished. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Sends everything that is due now; how many were tried. */
  readonly deliver: () => Promise<number>;
}

const BATCH = 100;
/** How often it looks of its own accord, should a wake-up ever be missed. */
const IDLE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** RFC 5321 4.5.4.1: four to five days of trying. With the pauses below that is so many tries. */
const TRIES = 36;

export const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 4 ** tries, LONGEST_PAUSE_MS);

const readerOf = (mail: Outgoing): string => mail.to[0] ?? '';

export function outbox(parts: OutboxContext): Outbox {
  const { store, clock, log } = parts;
  const deliver = deliveries(parts);
  let wakeUp = new AbortController();

  /** How long there is nothing to do; 0 when there was something just now. */
  const pauseAfterDelivery = async (): Promise<number> => {
    if ((await deliver()) > 0) return 0;
    const next = (await store.nextDue()) ?? Infinity;
    return Math.max(0, Math.min(IDLE_MS, next - clock.now()));
  };

  const storeFailed = (error: unknown): number => {
    log.error('outbox-failed', { why: error instanceof Error ? error.message : String(error) });
    return FIRST_PAUSE_MS;
  };

  return {
    // A reason of our own: without one every wake-up makes an exception with its stack.
    wake: () => {
      wakeUp.abort('woken');
    },
    deliver,
    run: async signal => {
      while (!signal.aborted) {
        wakeUp = new AbortController();
        const pause = await pauseAfterDelivery().catch(storeFailed);
        if (pause > 0) await clock.sleep(pause, AbortSignal.any([signal, wakeUp.signal]));
      }
    },
  };
}

/** Sends everything that is due now; how many were tried. */
function deliveries({ store, sender, clock, log }: OutboxContext): Outbox['deliver'] {
  const fateOf = (mail: Outgoing, result: SendResult): DeliveryStatus => {
    if (result.kind === 'sent') return { kind: 'sent' };
    const isFinal = result.kind === 'rejected' || mail.tries + 1 >= TRIES;
    log[isFinal ? 'error' : 'warn'](isFinal ? 'mail-given-up' : 'mail-delayed', {
      mail: mail.id,
      tries: mail.tries + 1,
      why: result.why,
    });
    return isFinal ? { kind: 'failed', why: result.why } : { kind: 'later', due: clock.now() + pauseAfter(mail.tries) };
  };

  /** What became of mails the store could not mark, for instance on a full disk: marked later, not sent again. */
  const unmarked = new Map<string, DeliveryStatus>();

  /** Until when a reader's mails wait for an earlier one of theirs. */
  const held = new Map<string, Instant>();

  /** One reader's mails, one after the other: a board never overtakes the one before it, not even one that has to wait. */
  const deliverLane = async (reader: string, mails: readonly Outgoing[]): Promise<void> => {
    for (const mail of mails) {
      const due = held.get(reader) ?? 0;
      const fate: DeliveryStatus =
        unmarked.get(mail.id) ?? (due > clock.now() ? { kind: 'later', due } : fateOf(mail, await sender.send(mail)));
      unmarked.set(mail.id, fate);
      await store.markMail(mail.id, fate);
      unmarked.delete(mail.id);
      if (fate.kind === 'later') held.set(reader, fate.due);
      else held.delete(reader);
    }
  };

  return async () => {
    const due = await store.dueMail(clock.now(), BATCH);
    const readers = new Set(due.map(readerOf));
    const lanes = [...readers].map(reader =>
      deliverLane(
        reader,
        due.filter(mail => readerOf(mail) === reader),
      ),
    );
    // All of them come to their end: a lane still under way would send its mails a second time.
    const failed = (await Promise.allSettled(lanes)).find(lane => lane.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return due.length;
  };
}
