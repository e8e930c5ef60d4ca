// Runs due alarms: each one is a request about its document, committed like any other.
import { isOfKind } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { commitRequest, StoreMoved } from './commit-request.ts';
import { type ForgettingContext, eraseMail, MailNotErased } from './forgetting.ts';
import { createKeyedQueue, places } from './keyed-queue.ts';
import { DocumentDamaged } from './load.ts';
import type { Alarm, CauseKey } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface Alarms {
  /** Runs the due alarms until the signal aborts. Resolves to the number that had an effect. */
  readonly ring: (signal?: AbortSignal) => Promise<number>;
  /** Works until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const BATCH = 100;
/** Polling interval. An alarm is always minutes ahead when it is set. */
const LOOK_MS = 10_000;
/** Pause after a fault, and after due alarms without effect. */
const PAUSE_MS = 5_000;

/** Each seek reads all other seeks. Run concurrently they would only conflict. */
const laneOf = ({ key }: Alarm): string => (isOfKind('seek', key) ? 'seeks' : key);

const claimOf = (alarm: Alarm): string => `alarm ${laneOf(alarm)}`;

/** Causes are stored for a long time, so they contain no names, only a hash. */
function causeOf({ key, at }: Alarm, fingerprint: ForgettingContext['fingerprint']): CauseKey {
  const kind = key.slice(0, key.indexOf('/'));
  return `alarm:${kind}/${fingerprint(key).slice(0, 32)}@${at}`;
}

type AlarmContext = ForgettingContext & { readonly claims: Leases; readonly wakeOutbox: () => void };

/** Runs one alarm. True: it had an effect. */
function carrier(service: AlarmContext): (alarm: Alarm) => Promise<boolean> {
  const { store, clock, log, fingerprint } = service;
  const oneByOne = places(1);

  const carryOut = async (alarm: Alarm): Promise<boolean> => {
    const usual = causeOf(alarm, fingerprint);
    // A document that was just handled may set its alarm to the same instant again.
    const cause = (await store.isSeen(usual)) ? `${usual}@${clock.now()}` : usual;
    const erased = await eraseMail(alarm, service);
    const isErased = erased === null ? {} : ({ mailIsErased: true } as const);
    const done = await commitRequest({ kind: 'alarm', ...alarm, ...isErased }, cause, service);
    await done?.durable;
    // The commit dropped the last data about the player. Erasing again removes it from the disk as well.
    if (erased !== null) await store.erase(erased);
    if (done?.result === 'committed') service.wakeOutbox();
    return done?.result === 'committed';
  };

  /** After conflicts at every try, runs the alarm again, one at a time: many boards of one tournament may end at once. */
  const patiently = (alarm: Alarm): Promise<boolean> =>
    carryOut(alarm).catch((error: unknown) => {
      if (!(error instanceof StoreMoved)) throw error;
      return oneByOne(() => carryOut(alarm));
    });

  /** An alarm that fails on damaged data does not block the alarms behind it. */
  return alarm =>
    patiently(alarm).catch((error: unknown) => {
      if (error instanceof MailNotErased) log.warn('forgetting-waits', { why: error.message });
      else if (error instanceof DocumentDamaged) log.error('document-damaged', { why: error.message });
      else throw error;
      return false;
    });
}

const nameOf = ({ key, at }: Alarm): string => `${key}@${at}`;

/** `wakeOutbox`: called when an alarm may have left mail to send. */
export function createAlarms(service: AlarmContext): Alarms {
  const { store, claims, clock, log } = service;
  const carryOut = carrier(service);

  /** Runs the alarms that no other process has claimed, and returns those that had no effect. */
  const carriedOut = async (
    due: readonly Alarm[],
  ): Promise<{ readonly tried: number; readonly idle: readonly Alarm[] }> => {
    const own = await claims.take(due.map(claimOf));
    try {
      const inLane = createKeyedQueue();
      const fresh = due.filter(alarm => own.includes(claimOf(alarm)));
      const done = await Promise.all(fresh.map(alarm => inLane([laneOf(alarm)], () => carryOut(alarm))));
      return { tried: fresh.length, idle: fresh.filter((_, index) => done[index] === false) };
    } finally {
      await claims.drop(own);
    }
  };

  const ring: Alarms['ring'] = async signal => {
    /** Alarms that had no effect. They do not block the alarms behind them. */
    const idle = new Set<string>();
    for (let effects = 0; ;) {
      const due = await store.dueAlarms(clock.now(), BATCH + idle.size);
      const fresh = due.filter(alarm => !idle.has(nameOf(alarm)));
      if (fresh.length === 0 || signal?.aborted === true) return effects;
      const done = await carriedOut(fresh);
      // Other processes have claimed these and run them.
      if (done.tried === 0) return effects;
      effects += done.tried - done.idle.length;
      for (const alarm of done.idle) idle.add(nameOf(alarm));
    }
  };

  /** Milliseconds until the next run. */
  const pause = async (signal: AbortSignal): Promise<number> => {
    const effects = await ring(signal);
    const next = (await store.nextAlarm()) ?? Infinity;
    const wait = Math.min(LOOK_MS, next - clock.now());
    return wait > 0 || effects > 0 ? Math.max(0, wait) : PAUSE_MS;
  };

  return {
    ring,
    run: async signal => {
      while (!signal.aborted) {
        const ms = await pause(signal).catch((error: unknown) => {
          log.error('alarm-failed', { why: reasonOf(error) });
          return PAUSE_MS;
        });
        await clock.sleep(ms, signal);
      }
    },
  };
}
