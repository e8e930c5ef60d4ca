// Sends the mails that are due, each reader's in order, with a pace, back-off and pauses at limits.
import { reasonOf } from '#games/kit/assert.ts';
import type { Instant } from '#core/kernel/time.ts';
import { createSemaphore } from './keyed-queue.ts';
import { type Pace, type PacedLook, createPace } from './pace.ts';
import {
  type RefusalJudgement,
  type SendingPause,
  computePause,
  createSendingPause,
  type SendingPauseContext,
  readerOf,
} from './sending-pause.ts';
import type { DeliveryStatus, Outgoing, SendResult, Sender, Store } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface OutboxContext extends SendingPauseContext {
  readonly store: Store;
  readonly leases: Leases;
  readonly sender: Sender;
  /** At most this many mails an hour. 0: any number. */
  readonly perHour: number;
  /** Notes that the SMTP server took a mail with a receipt, or refuses it because of the mail or its reader. Idempotent. */
  readonly noteAccepted: (mail: Outgoing) => Promise<void>;
  /** Notes the addresses for which the SMTP server takes no mail. Idempotent. */
  readonly noteReturned: (mail: Outgoing, addresses: readonly string[]) => Promise<void>;
}

export interface Outbox {
  /** There may be something to send. */
  readonly wake: () => void;
  /** Another process may have left something to send. Ignored during the pause after a fault, and for a while after a slow look. */
  readonly hint: () => void;
  /** Works until the signal aborts. Mails being sent are finished. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Sends everything that is due now. Resolves to the number of mails tried. */
  readonly deliver: () => Promise<number>;
  /** When sending is tried again. null: it is not paused. */
  readonly pausedUntil: () => Instant | null;
}

/** Mails, or readers, that are fetched in one query. */
const BATCH_SIZE = 100;
/** The best reader for a probe is chosen among this many. */
const PROBE_BATCH_SIZE = 10_000;
/** Polling interval, in case a wake-up is missed. */
const POLL_MS = 60_000;
/** After a look at the outbox hints are ignored for this many times its duration, since a look reads all waiting mails. */
const REST_FACTOR = 9;
const MIN_PAUSE_MS = 5_000;
/** After this time the outbox no longer waits for a mail that is being sent, and goes on with the other readers. */
export const PATIENCE_MS = 10_000;
/** RFC 5321 4.5.4.1: try for four to five days. With the pauses of `retryPauseOf` those are 41 tries. */
const MAX_TRIES = 41;

export const retryPauseOf = (tries: number): number => computePause(MIN_PAUSE_MS, tries);

/** One process at a time sends a reader's mails, so that they keep their order. */
const leaseNameOf = (reader: string): string => `reader ${reader}`;

export function createOutbox(parts: OutboxContext): Outbox {
  const { store, clock, log } = parts;
  const sendingPause = createSendingPause(parts);
  const pace = createPace(parts, parts.perHour);
  const { begin, deliveriesByReader, isBusy } = createDeliveries({ ...parts, sendingPause, pace }, () => {
    if (hasMissedWake) wake();
  });
  /** A wake-up came while all connections had work. */
  let hasMissedWake = false;
  let wakeUp = new AbortController();
  let isFaulty = false;
  let ignoresHintsUntil: Instant = -Infinity;

  const noteStoreFailure = (error: unknown): number => {
    isFaulty = true;
    log.error('outbox-failed', { why: reasonOf(error) });
    return MIN_PAUSE_MS;
  };

  /** Waits until the deliveries end, for PATIENCE_MS at most, so that one slow delivery does not block other readers. Resolves to the next pause. */
  const waitForEnd = async (deliveries: readonly Promise<number>[], signal: AbortSignal): Promise<number> => {
    const ended = new AbortController();
    let pause = 0;
    void sumOf(deliveries)
      .catch((error: unknown) => (pause = noteStoreFailure(error)))
      .finally(() => ended.abort('ended'));
    await clock.sleep(PATIENCE_MS * (clock.speed ?? 1), AbortSignal.any([ended.signal, signal]));
    return pause;
  };

  /** Sends what is due. Resolves to the milliseconds until the next look, which are 0 if a mail was sent just now. */
  const deliverAndPlan = async (signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now();
    const deliveries = await begin();
    ignoresHintsUntil = clock.now() + REST_FACTOR * (clock.now() - startedAt);
    if (deliveries.length > 0) return waitForEnd(deliveries, signal);
    // There may be new mail for a reader whose mails are being sent. It can be sent when the first of these ends.
    if (deliveriesByReader.size > 0) return waitForEnd([Promise.race(deliveriesByReader.values())], signal);
    const nextDue = (await store.nextDue()) ?? Infinity;
    if (nextDue <= clock.now() && pace.endsAt() > clock.now()) pace.noteWaiting();
    const next = Math.max(nextDue, sendingPause.endsAt(), pace.endsAt());
    return Math.max(0, Math.min(POLL_MS, next - clock.now()));
  };

  // The reason is a string: without one every wake-up would create an exception with a stack trace.
  const wake = (): void => {
    hasMissedWake = isBusy();
    if (!hasMissedWake) wakeUp.abort('woken');
  };
  return {
    wake,
    hint: () => {
      if (!isFaulty && clock.now() >= ignoresHintsUntil) wake();
    },
    deliver: async () => sumOf(await begin()),
    pausedUntil: () => (sendingPause.mode() === 'paused' ? sendingPause.endsAt() : null),
    run: async signal => {
      while (!signal.aborted) {
        wakeUp = new AbortController();
        isFaulty = false;
        const woken = AbortSignal.any([signal, wakeUp.signal]);
        const pause = await deliverAndPlan(woken).catch(noteStoreFailure);
        if (pause > 0) await clock.sleep(pause, woken);
      }
      await Promise.allSettled(deliveriesByReader.values());
    },
  };
}

/** Adds up the results. Waits for all deliveries, even if one fails. */
async function sumOf(deliveries: readonly Promise<number>[]): Promise<number> {
  const ended = await Promise.allSettled(deliveries);
  let sum = 0;
  for (const delivery of ended) {
    if (delivery.status === 'rejected') throw delivery.reason;
    sum += delivery.value;
  }
  return sum;
}

interface DeliveryContext extends OutboxContext {
  readonly sendingPause: SendingPause;
  readonly pace: Pace;
}

/** Takes the leases of readers with due mail, and then reads their due mail, so that mail sent before is left out. */
async function takeDue(
  { store, leases, clock, sendingPause }: DeliveryContext,
  { lowest, mails: maxMails, isProbe }: Pick<PacedLook, 'lowest' | 'mails'> & { readonly isProbe: boolean },
): Promise<ReadonlyMap<string, readonly Outgoing[]>> {
  const readDueMail = (readers: readonly string[]): Promise<readonly Outgoing[]> =>
    store.dueMail(clock.now(), Math.min(BATCH_SIZE, maxMails), readers, lowest).catch(async (error: unknown) => {
      await leases.drop(readers.map(leaseNameOf));
      throw error;
    });
  const batchSize = isProbe ? PROBE_BATCH_SIZE : BATCH_SIZE;
  for (let limit = batchSize; ; limit += batchSize) {
    const readers = await store.dueReaders(clock.now(), limit, lowest);
    const leaseNames = isProbe
      ? await takeFirst(leases, sendingPause.sortForProbe(readers))
      : await leases.take(readers.map(leaseNameOf));
    // Other processes hold the leases of all of these. The readers behind them may be free.
    if (leaseNames.length === 0 && readers.length === limit) continue;
    const ownReaders = readers.filter(reader => leaseNames.includes(leaseNameOf(reader)));
    const mails = ownReaders.length === 0 ? [] : await readDueMail(ownReaders);
    const mailsByReader = new Map(
      ownReaders.map(reader => [reader, mails.filter(mail => readerOf(mail) === reader)] as const),
    );
    const idleReaders = ownReaders.filter(reader => mailsByReader.get(reader)?.length === 0);
    for (const reader of idleReaders) mailsByReader.delete(reader);
    await leases.drop(idleReaders.map(leaseNameOf));
    return mailsByReader;
  }
}

/** Takes the lease of the first reader that is free. */
async function takeFirst(leases: Leases, readers: readonly string[]): Promise<readonly string[]> {
  for (const reader of readers) {
    const leaseNames = await leases.take([leaseNameOf(reader)]);
    if (leaseNames.length > 0) return leaseNames;
  }
  return [];
}

interface DeliveryOutcome {
  readonly status: DeliveryStatus;
  /** Addresses that do not exist. */
  readonly undeliverable: readonly string[];
  /** The server took the mail, or refused it because of the mail or its reader. Clocks no longer wait for it. */
  readonly isSettled: boolean;
  /** The mail waits because the server refused it as a whole. The server may take another mail to the same reader. */
  readonly isAboutWholeMail: boolean;
}

function decideOutcome(
  { clock, log, isToStranger }: OutboxContext,
  mail: Outgoing,
  result: SendResult,
  { refusals, isGivenUp, isSettled }: RefusalJudgement,
): DeliveryOutcome {
  const undeliverable = 'undeliverable' in result ? (result.undeliverable ?? []) : [];
  const outcome = { undeliverable, isSettled, isAboutWholeMail: false };
  if (result.kind === 'sent') {
    log.info('mail-sent', { mail: mail.id, answer: result.answer ?? '' });
    return { ...outcome, status: { kind: 'sent' } };
  }
  // Only a temporary failure counts as a try. Other refusals need not be the mail's fault.
  const tries = result.kind === 'failed' ? mail.tries + 1 : mail.tries;
  const facts = { mail: mail.id, tries: Math.max(tries, refusals), why: result.why };
  if (isGivenUp || (result.kind === 'failed' && tries >= MAX_TRIES)) {
    log[isToStranger(mail) ? 'warn' : 'error']('mail-given-up', facts);
    return { ...outcome, status: { kind: 'failed', why: result.why } };
  }
  log.warn('mail-delayed', facts);
  const due = clock.now() + retryPauseOf(facts.tries - 1) * (clock.speed ?? 1);
  const isAboutWholeMail = result.kind !== 'failed' && result.isAboutWholeMail === true;
  return { isSettled, isAboutWholeMail, undeliverable: [], status: { kind: 'later', due, tries } };
}

const TAKEN: RefusalJudgement = { refusals: 0, isGivenUp: false, isSettled: true };

/** Sends one mail. null: sending is paused, or the pace has no room. The mail waits, and no try is counted. */
type TryToSend = (mail: Outgoing, isSpaced: boolean) => Promise<DeliveryOutcome | null>;

/** `mayProbe`: may a mail to this reader show that the server takes mail again? */
function createTry(parts: DeliveryContext, mayProbe: (reader: string) => boolean): TryToSend {
  const { sender, sendingPause, pace } = parts;
  const maySend = (reader: string): boolean => {
    const mode = sendingPause.mode();
    return mode === 'open' || (mode === 'probe' && mayProbe(reader));
  };
  return async (mail, isSpaced) => {
    const reader = readerOf(mail);
    const room = { recipients: mail.to.length, isSpaced };
    if (!maySend(reader)) return null;
    const takenAt = await pace.take(room);
    if (takenAt === null) return null;
    // A pause may have begun meanwhile.
    if (!maySend(reader)) {
      await pace.giveBack(room, takenAt);
      return null;
    }
    const order = sendingPause.begin();
    const result = await sender.send(mail);
    if (result.kind === 'failed' && result.isRefused !== true) await pace.giveBack(room, takenAt);
    if (result.kind === 'sent') sendingPause.noteTaken(reader, order);
    const judgement = result.kind === 'sent' ? TAKEN : sendingPause.noteRefused(mail, order, result);
    if (judgement === null) return null;
    const outcome = decideOutcome(parts, mail, result, judgement);
    if (outcome.status.kind === 'failed') sendingPause.noteGivenUp(reader, judgement.isSettled);
    return outcome;
  };
}

/** Sends a reader's mails one after the other. Resolves to the number tried. */
function createReaderDelivery(
  parts: OutboxContext,
  tryToSend: TryToSend,
): (mails: readonly Outgoing[], isSpaced: boolean) => Promise<number> {
  const { store, leases, log, isToStranger, noteAccepted, noteReturned } = parts;
  /** Outcomes of mails the store could not mark, for instance on a full disk. They are marked later, not sent again. */
  const unmarkedOutcomes = new Map<string, DeliveryOutcome>();

  const mark = async (
    mail: Outgoing,
    { status, undeliverable, isSettled }: Omit<DeliveryOutcome, 'isAboutWholeMail'>,
  ): Promise<void> => {
    if (isSettled) await noteAccepted(mail);
    if (undeliverable.length > 0) await noteReturned(mail, undeliverable);
    // Most answers to strangers go to forged addresses. The operator has no use for them.
    await store.markMail(mail.id, status.kind === 'failed' && isToStranger(mail) ? { kind: 'sent' } : status);
    unmarkedOutcomes.delete(mail.id);
  };

  /** Gives up mails that were refused as a whole when a later one to the same reader was taken. Their content is the reason. */
  const giveUp = async (mails: readonly Outgoing[]): Promise<void> => {
    const why = 'the server takes other mail to this reader';
    for (const mail of mails) {
      log[isToStranger(mail) ? 'warn' : 'error']('mail-given-up', { mail: mail.id, tries: mail.tries, why });
      await mark(mail, { status: { kind: 'failed', why }, undeliverable: [], isSettled: true });
    }
  };

  // A mail never overtakes an earlier one, unless that one is refused as a whole. The store holds back the mails behind one that waits.
  return async (mails, isSpaced) => {
    let triedCount = 0;
    const refusedMails: Outgoing[] = [];
    for (const mail of mails) {
      // The lease is lost with the connection to the store. Another process sends this mail.
      if (!leases.holds(leaseNameOf(readerOf(mail)))) break;
      const outcome = unmarkedOutcomes.get(mail.id) ?? (await tryToSend(mail, isSpaced));
      if (outcome === null) break;
      triedCount += 1;
      unmarkedOutcomes.set(mail.id, outcome);
      await mark(mail, outcome);
      if (outcome.status.kind === 'sent') await giveUp(refusedMails.splice(0));
      if (outcome.status.kind !== 'later') continue;
      if (!outcome.isAboutWholeMail) break;
      refusedMails.push(mail);
    }
    return triedCount;
  };
}

/** `onEnded`: called when all mails of a reader were tried. */
function createDeliveries(parts: DeliveryContext, onEnded: () => void) {
  const { leases, sender, sendingPause, pace } = parts;
  const limitConnections = createSemaphore(sender.connections ?? Infinity);
  const probedReaders = new Set<string>();
  const tryToSend = createTry(parts, reader => probedReaders.has(reader));
  const deliverInOrder = createReaderDelivery(parts, (mail, isSpaced) =>
    limitConnections(() => tryToSend(mail, isSpaced)),
  );
  /** The running delivery of each reader. Each resolves to its number of mails tried. */
  const deliveriesByReader = new Map<string, Promise<number>>();
  const deliver = (reader: string, mails: readonly Outgoing[], isSpaced: boolean): Promise<number> => {
    const delivery = deliverInOrder(mails, isSpaced).finally(async () => {
      probedReaders.delete(reader);
      await leases.drop([leaseNameOf(reader)]);
      deliveriesByReader.delete(reader);
      onEnded();
    });
    deliveriesByReader.set(reader, delivery);
    return delivery;
  };
  /** Begins to send all due mails, each reader's one after the other. Resolves to a promise for each reader, of the number of mails tried. */
  const begin = async (): Promise<readonly Promise<number>[]> => {
    const mode = sendingPause.mode();
    const isProbe = mode === 'probe';
    if (mode === 'paused' || (isProbe && probedReaders.size > 0)) return [];
    for (const { isSpaced, ...look } of await pace.listLooks()) {
      const mailsByReader = await takeDue(parts, { ...look, isProbe });
      if (isProbe) for (const reader of mailsByReader.keys()) probedReaders.add(reader);
      if (mailsByReader.size > 0) return [...mailsByReader].map(([reader, mails]) => deliver(reader, mails, isSpaced));
    }
    return [];
  };
  /** Are all connections busy? Mails fetched now would only wait. */
  const isBusy = (): boolean => deliveriesByReader.size >= (sender.connections ?? Infinity);
  return { begin, deliveriesByReader, isBusy };
}
