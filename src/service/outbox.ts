// Sends the mails that are due, each reader's in order, with back-off and pauses at limits.
import { reasonOf } from '#games/kit/assert.ts';
import type { Instant } from '#core/kernel/time.ts';
import { places } from './keyed-queue.ts';
import { createRefusedReaders, type RefusalJudgement } from './refused-readers.ts';
import { createSendingPause, type SendingPause } from './sending-pause.ts';
import type { Clock, DeliveryStatus, Log, Outgoing, Sender, SendResult, Store } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface OutboxContext {
  readonly store: Store;
  readonly claims: Leases;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log: Log;
  /** Is the mail to a stranger, perhaps not a player? The operator need not know that it came back. */
  readonly isToStranger: (mail: Outgoing) => boolean;
  /** Notes that the SMTP server took a mail with a receipt, or refuses it because of the mail or its reader. Idempotent. */
  readonly accepted: (mail: Outgoing) => Promise<void>;
  /** Notes the addresses for which the SMTP server takes no mail. Idempotent. */
  readonly returned: (mail: Outgoing, addresses: readonly string[]) => Promise<void>;
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
}

/** Mails, or readers, fetched at once. */
const BATCH = 100;
/** Readers among whom the best one for a probe is sought. */
const PROBE_BATCH = 10_000;
/** Polling interval, in case a wake-up is missed. */
const IDLE_MS = 60_000;
/** Hints are ignored after a look for this many times its duration, since a look reads all waiting mails. */
const REST = 9;
const FIRST_PAUSE_MS = 5_000;
/** A mail that takes longer to send does not hold up the others. It is checked at this interval. */
export const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
/** RFC 5321 4.5.4.1: try for four to five days. With the pauses below that is this many tries. */
const TRIES = 36;

export const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 4 ** tries, LONGEST_PAUSE_MS);

const readerOf = (mail: Outgoing): string => mail.to[0] ?? '';

/** One process at a time sends a reader's mails, so that they keep their order. */
const claimOf = (reader: string): string => `reader ${reader}`;

export function createOutbox(parts: OutboxContext): Outbox {
  const { store, clock, log } = parts;
  const pausing = createSendingPause(clock, log);
  const { begin, underWay, isBusy } = deliveries(parts, pausing, () => {
    if (isWakeLate) wake();
  });
  /** A wake-up came while all connections had work. */
  let isWakeLate = false;
  let wakeUp = new AbortController();
  let isFaulty = false;
  let restsUntil: Instant = -Infinity;

  const storeFailed = (error: unknown): number => {
    isFaulty = true;
    log.error('outbox-failed', { why: reasonOf(error) });
    return FIRST_PAUSE_MS;
  };

  /** Waits for these, but not long for one that hangs, so that other readers get their turn. Resolves to the pause after it. */
  const endOf = async (lanes: readonly Promise<number>[], signal: AbortSignal): Promise<number> => {
    const ended = new AbortController();
    let pause = 0;
    void sumOf(lanes)
      .catch((error: unknown) => (pause = storeFailed(error)))
      .finally(() => ended.abort('ended'));
    await clock.sleep(PATIENCE_MS * (clock.speed ?? 1), AbortSignal.any([ended.signal, signal]));
    return pause;
  };

  /** Milliseconds until the next look. 0 if there was something to send just now. */
  const pauseAfterDelivery = async (signal: AbortSignal): Promise<number> => {
    const asked = clock.now();
    const lanes = await begin();
    restsUntil = clock.now() + REST * (clock.now() - asked);
    if (lanes.length > 0) return endOf(lanes, signal);
    // There may be new mail for a reader whose mails are being sent. It can be sent when the first of these ends.
    if (underWay.size > 0) return endOf([Promise.race(underWay.values())], signal);
    const next = Math.max((await store.nextDue()) ?? Infinity, pausing.endsAt());
    return Math.max(0, Math.min(IDLE_MS, next - clock.now()));
  };

  // The reason is a string: without one every wake-up would create an exception with a stack trace.
  const wake = (): void => {
    isWakeLate = isBusy();
    if (!isWakeLate) wakeUp.abort('woken');
  };
  return {
    wake,
    hint: () => {
      if (!isFaulty && clock.now() >= restsUntil) wake();
    },
    deliver: async () => sumOf(await begin()),
    run: async signal => {
      while (!signal.aborted) {
        wakeUp = new AbortController();
        isFaulty = false;
        const woken = AbortSignal.any([signal, wakeUp.signal]);
        const pause = await pauseAfterDelivery(woken).catch(storeFailed);
        if (pause > 0) await clock.sleep(pause, woken);
      }
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Waits for all of them, even if one fails. */
async function sumOf(lanes: readonly Promise<number>[]): Promise<number> {
  const ended = await Promise.allSettled(lanes);
  let sum = 0;
  for (const lane of ended) {
    if (lane.status === 'rejected') throw lane.reason;
    sum += lane.value;
  }
  return sum;
}

interface Deliveries {
  /** Begins to send all due mails, each reader's one after the other. Resolves to a promise for each reader, of the number of mails tried. */
  readonly begin: () => Promise<readonly Promise<number>[]>;
  /** By reader: the end of the mails on their way to them. */
  readonly underWay: ReadonlyMap<string, Promise<number>>;
  /** Are all connections busy? Mails fetched now would only wait. */
  readonly isBusy: () => boolean;
}

/** Claims readers with due mail, and then reads their due mail, so that mail sent before the claim is left out. */
async function taken(
  { store, claims, clock }: OutboxContext,
  pausing: SendingPause,
  isProbe: boolean,
): Promise<ReadonlyMap<string, readonly Outgoing[]>> {
  const dueTo = (readers: readonly string[]): Promise<readonly Outgoing[]> =>
    store.dueMail(clock.now(), BATCH, readers).catch(async (error: unknown) => {
      await claims.drop(readers.map(claimOf));
      throw error;
    });
  const batch = isProbe ? PROBE_BATCH : BATCH;
  for (let most = batch; ; most += batch) {
    const readers = await store.dueReaders(clock.now(), most);
    const own = isProbe
      ? await takeFirst(claims, pausing.sortForProbe(readers))
      : await claims.take(readers.map(claimOf));
    // Other processes have claimed all of these. The readers behind them may be free.
    if (own.length === 0 && readers.length === most) continue;
    const wanted = readers.filter(reader => own.includes(claimOf(reader)));
    const mails = wanted.length === 0 ? [] : await dueTo(wanted);
    const found = new Map(wanted.map(reader => [reader, mails.filter(mail => readerOf(mail) === reader)] as const));
    const others = wanted.filter(reader => found.get(reader)?.length === 0);
    for (const reader of others) found.delete(reader);
    await claims.drop(others.map(claimOf));
    return found;
  }
}

/** Claims the first reader that is free. */
async function takeFirst(claims: Leases, readers: readonly string[]): Promise<readonly string[]> {
  for (const reader of readers) {
    const own = await claims.take([claimOf(reader)]);
    if (own.length > 0) return own;
  }
  return [];
}

interface Outcome {
  readonly fate: DeliveryStatus;
  /** Addresses that do not exist. */
  readonly dead: readonly string[];
  /** Was it taken, or refused because of the mail or its reader? Clocks no longer wait for it. */
  readonly isTold: boolean;
  /** Does it wait because the server refused it as a whole? Another mail to the same reader may be taken. */
  readonly isOfMail: boolean;
}

function fateOf(
  { clock, log, isToStranger }: OutboxContext,
  mail: Outgoing,
  result: SendResult,
  { refusals, isGivenUp }: RefusalJudgement,
): DeliveryStatus {
  if (result.kind === 'sent') return { kind: 'sent' };
  // A mail that is not at fault, as far as is known, loses no try.
  const tries = result.kind === 'failed' ? mail.tries + 1 : mail.tries;
  const facts = { mail: mail.id, tries: Math.max(tries, refusals), why: result.why };
  if (isGivenUp || (result.kind === 'failed' && tries >= TRIES)) {
    log[isToStranger(mail) ? 'warn' : 'error']('mail-given-up', facts);
    return { kind: 'failed', why: result.why };
  }
  log.warn('mail-delayed', facts);
  const pause = pauseAfter(Math.max(tries, refusals) - 1);
  return { kind: 'later', due: clock.now() + pause * (clock.speed ?? 1), tries };
}

/** Sends one mail. null: sending is paused. The mail waits, and no try is counted. */
type TryToSend = (mail: Outgoing) => Promise<Outcome | null>;

/** `mayProbe`: may a mail to this reader show that the server takes mail again? */
function createTry(parts: OutboxContext, pausing: SendingPause, mayProbe: (reader: string) => boolean): TryToSend {
  const { sender, clock, isToStranger } = parts;
  const refusedReaders = createRefusedReaders(clock, pausing);
  const maySend = (reader: string): boolean => {
    const mode = pausing.mode();
    return mode === 'open' || (mode === 'probe' && mayProbe(reader));
  };
  return async mail => {
    const reader = readerOf(mail);
    if (!maySend(reader)) return null;
    const began = pausing.begin();
    const who = { address: reader, isStranger: isToStranger(mail) };
    const result = await sender.send(mail);
    if (result.kind === 'sent') {
      pausing.noteTaken(reader, began);
      refusedReaders.noteTaken(reader);
    } else if (result.kind !== 'failed' && pausing.noteRefused(who, began, result)) return null;
    const judged = refusedReaders.judge(reader, mail, result);
    const fate = fateOf(parts, mail, result, judged);
    if (fate.kind === 'failed') pausing.noteGivenUp(reader);
    return outcomeOf(result, fate, judged);
  };
}

function outcomeOf(result: SendResult, fate: DeliveryStatus, { isTold }: RefusalJudgement): Outcome {
  const isWaiting = fate.kind === 'later';
  return {
    fate,
    dead: 'dead' in result && !isWaiting ? (result.dead ?? []) : [],
    isTold: result.kind === 'sent' || isTold,
    isOfMail: isWaiting && 'isOfMail' in result && (result.isOfMail ?? false),
  };
}

/** Sends a reader's mails one after the other. Resolves to the number tried. */
function createLane(parts: OutboxContext, tryToSend: TryToSend): (mails: readonly Outgoing[]) => Promise<number> {
  const { store, claims, log, isToStranger, accepted, returned } = parts;
  /** Outcomes of mails the store could not mark, for instance on a full disk. They are marked later, not sent again. */
  const unmarked = new Map<string, Outcome>();

  const mark = async (mail: Outgoing, { fate, dead, isTold }: Omit<Outcome, 'isOfMail'>): Promise<void> => {
    if (isTold) await accepted(mail);
    if (dead.length > 0) await returned(mail, dead);
    await store.markMail(mail.id, fate);
    unmarked.delete(mail.id);
  };

  /** Gives up mails that were refused as a whole when a later one to the same reader was taken. Their content is the reason. */
  const giveUp = async (mails: readonly Outgoing[]): Promise<void> => {
    const why = 'the server takes other mail to this reader';
    for (const mail of mails) {
      log[isToStranger(mail) ? 'warn' : 'error']('mail-given-up', { mail: mail.id, tries: mail.tries, why });
      await mark(mail, { fate: { kind: 'failed', why }, dead: [], isTold: true });
    }
  };

  // A board never overtakes the one before it, unless that is refused as a whole. The store holds back the mails behind one that has to wait.
  return async mails => {
    let tried = 0;
    const refused: Outgoing[] = [];
    for (const mail of mails) {
      // The claim is lost with the connection to the store. Another process sends this one.
      if (!claims.holds(claimOf(readerOf(mail)))) break;
      const outcome = unmarked.get(mail.id) ?? (await tryToSend(mail));
      if (outcome === null) break;
      tried += 1;
      unmarked.set(mail.id, outcome);
      await mark(mail, outcome);
      if (outcome.fate.kind === 'sent') await giveUp(refused.splice(0));
      if (outcome.fate.kind !== 'later') continue;
      if (!outcome.isOfMail) break;
      refused.push(mail);
    }
    return tried;
  };
}

/** `ended`: called when all of a reader's mails have ended. */
function deliveries(parts: OutboxContext, pausing: SendingPause, ended: () => void): Deliveries {
  const { claims, sender } = parts;
  const inPlace = places(sender.connections ?? Infinity);
  const probes = new Set<string>();
  const tryToSend = createTry(parts, pausing, reader => probes.has(reader));
  const deliverInOrder = createLane(parts, mail => inPlace(() => tryToSend(mail)));
  const underWay = new Map<string, Promise<number>>();
  const begin: Deliveries['begin'] = async () => {
    const mode = pausing.mode();
    if (mode === 'paused' || (mode === 'probe' && probes.size > 0)) return [];
    return [...(await taken(parts, pausing, mode === 'probe'))].map(([reader, mails]) => {
      if (mode === 'probe') probes.add(reader);
      const lane = deliverInOrder(mails).finally(async () => {
        probes.delete(reader);
        await claims.drop([claimOf(reader)]);
        underWay.delete(reader);
        ended();
      });
      underWay.set(reader, lane);
      return lane;
    });
  };
  return { begin, underWay, isBusy: () => underWay.size >= (sender.connections ?? Infinity) };
}
