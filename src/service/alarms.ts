// Wakes documents when their alarms are due, and forgets a player step by step.
import { DOCUMENTS } from '#core/features.ts';
import { definitionOf } from '#core/kernel/document-definition.ts';
import { getDocument, isOfKind, kindOf } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { type ServiceContext, StoreMoved, commitRequest } from './commit-request.ts';
import { createKeyedQueue, createSemaphore } from './keyed-queue.ts';
import { DocumentDamaged } from './load.ts';
import type { Alarm, MailArchive } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface Alarms {
  /** Runs the due alarms until the signal aborts. Resolves to the number that had an effect. */
  readonly runDue: (signal?: AbortSignal) => Promise<number>;
  /** Works until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const BATCH_SIZE = 100;
/** Polling interval. Alarms are set minutes ahead, so no wake-up is needed. */
const POLL_MS = 10_000;
/** Pause after a fault, and after due alarms without effect. */
const PAUSE_MS = 5_000;

/** Alarms with the same key run one after the other. */
const queueKeyOf = ({ key }: Alarm): string => (definitionOf(DOCUMENTS, key).alarmsInTurn === true ? kindOf(key) : key);

const leaseNameOf = (alarm: Alarm): string => `alarm ${queueKeyOf(alarm)}`;

type AlarmContext = ForgettingContext & { readonly leases: Leases };

/** The returned function runs one alarm, and resolves to whether it had an effect. */
function createAlarmRunner(service: AlarmContext): (alarm: Alarm) => Promise<boolean> {
  const { store, clock, log, fingerprint } = service;
  const runOneAtATime = createSemaphore(1);

  const runAlarm = async (alarm: Alarm): Promise<boolean> => {
    const kind = alarm.key.slice(0, alarm.key.indexOf('/'));
    // Causes are stored for a long time, so they contain no names, only a hash.
    const usualCause = `alarm:${kind}/${fingerprint(alarm.key).slice(0, 32)}@${alarm.at}`;
    // A document that was just handled may set its alarm to the same instant again.
    const cause = (await store.isSeen(usualCause)) ? `${usualCause}@${clock.now()}` : usualCause;
    const erasedAddresses = await eraseMail(alarm, service);
    const erasure = erasedAddresses === null ? {} : ({ mailIsErased: true } as const);
    const commit = await commitRequest({ kind: 'alarm', ...alarm, ...erasure }, cause, service);
    await commit?.durable;
    // The commit dropped the last data about the player. Erasing again removes it from the disk as well.
    if (erasedAddresses !== null) await store.erase(erasedAddresses);
    return commit?.result === 'committed';
  };

  /** If every try met a conflict, runs the alarm again, one at a time. Many boards of one tournament may end at once. */
  const runWithRetry = (alarm: Alarm): Promise<boolean> =>
    runAlarm(alarm).catch((error: unknown) => {
      if (!(error instanceof StoreMoved)) throw error;
      return runOneAtATime(() => runAlarm(alarm));
    });

  /** An alarm that fails on damaged data does not block the alarms behind it. */
  return alarm =>
    runWithRetry(alarm).catch((error: unknown) => {
      if (error instanceof MailNotErased) log.warn('forgetting-waits', { why: error.message });
      else if (error instanceof DocumentDamaged) log.error('document-damaged', { why: error.message });
      else throw error;
      return false;
    });
}

const alarmIdOf = ({ key, at }: Alarm): string => `${key}@${at}`;

export function createAlarms(service: AlarmContext): Alarms {
  const { store, leases, clock, log } = service;
  const runAlarm = createAlarmRunner(service);

  /** Runs the alarms whose lease is free, and returns those that had no effect. */
  const runFreeAlarms = async (
    due: readonly Alarm[],
  ): Promise<{ readonly triedCount: number; readonly idleAlarms: readonly Alarm[] }> => {
    const leaseNames = await leases.take(due.map(leaseNameOf));
    try {
      const enqueue = createKeyedQueue();
      const ownAlarms = due.filter(alarm => leaseNames.includes(leaseNameOf(alarm)));
      const hadEffect = await Promise.all(ownAlarms.map(alarm => enqueue([queueKeyOf(alarm)], () => runAlarm(alarm))));
      return { triedCount: ownAlarms.length, idleAlarms: ownAlarms.filter((_, index) => hadEffect[index] === false) };
    } finally {
      await leases.drop(leaseNames);
    }
  };

  const runDue: Alarms['runDue'] = async signal => {
    /** Alarms that had no effect. They do not block the alarms behind them. */
    const idleIds = new Set<string>();
    for (let effectCount = 0; ;) {
      const due = await store.dueAlarms(clock.now(), BATCH_SIZE + idleIds.size);
      const newAlarms = due.filter(alarm => !idleIds.has(alarmIdOf(alarm)));
      if (newAlarms.length === 0 || signal?.aborted === true) return effectCount;
      const batch = await runFreeAlarms(newAlarms);
      // Other processes hold the leases of these alarms and run them.
      if (batch.triedCount === 0) return effectCount;
      effectCount += batch.triedCount - batch.idleAlarms.length;
      for (const alarm of batch.idleAlarms) idleIds.add(alarmIdOf(alarm));
    }
  };

  /** Runs the due alarms. Resolves to the milliseconds until the next run. */
  const runOnce = async (signal: AbortSignal): Promise<number> => {
    const effectCount = await runDue(signal);
    const next = (await store.nextAlarm()) ?? Infinity;
    const waitMs = Math.min(POLL_MS, next - clock.now());
    return waitMs > 0 || effectCount > 0 ? Math.max(0, waitMs) : PAUSE_MS;
  };

  return {
    runDue,
    run: async signal => {
      while (!signal.aborted) {
        const ms = await runOnce(signal).catch((error: unknown) => {
          log.error('alarm-failed', { why: reasonOf(error) });
          return PAUSE_MS;
        });
        await clock.sleep(ms, signal);
      }
    },
  };
}

interface ForgettingContext extends ServiceContext {
  readonly archive: MailArchive;
}

/** The mailbox or the disk cannot be reached. The erasure is tried again. */
class MailNotErased extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'MailNotErased';
  }
}

/** Erases the mails of a forgotten player and returns their addresses. null: the alarm is not about this step of a forgetting. */
async function eraseMail({ key }: Alarm, { store, archive }: ForgettingContext): Promise<readonly string[] | null> {
  if (!isOfKind('forgetting', key)) return null;
  const { documents } = await store.read([key]);
  const forgetting = getDocument(documents, key);
  if (forgetting?.step !== 'mail') return null;
  const erasedAddresses = [...forgetting.addresses, ...(forgetting.asked ?? [])];
  try {
    if (erasedAddresses.length > 0) await archive.erase({ of: erasedAddresses });
    await store.erase(erasedAddresses);
  } catch (error) {
    throw new MailNotErased(error);
  }
  return erasedAddresses;
}
