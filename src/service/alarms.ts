// The alarms of documents: when one rings, its document is looked at again, through the same commit as everything else.
import { reasonOf } from '#games/kit/assert.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Alarm, CauseKey } from './ports.ts';

export interface Alarms {
  /** Carries out what has rung by now, until the signal aborts; how many had an effect. */
  readonly ring: (signal?: AbortSignal) => Promise<number>;
  /** Works until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const BATCH = 100;
/** How often it looks: what a document asks for is never nearer than minutes. */
const LOOK_MS = 10_000;
/** After a fault, and after alarms that ring and have no effect. */
const PAUSE_MS = 5_000;

export function alarms(service: ServiceContext): Alarms {
  const { store, clock, log } = service;

  const causeOf = ({ key, at }: Alarm): CauseKey => `alarm:${key}@${at}`;

  const carryOut = async (alarm: Alarm): Promise<boolean> => {
    const done = await commitRequest({ kind: 'alarm', ...alarm }, causeOf(alarm), service);
    await done?.durable;
    return done?.result === 'committed';
  };

  const ring: Alarms['ring'] = async signal => {
    /** They rang and had no effect, and do not keep those behind them from ringing. */
    const idle = new Set<CauseKey>();
    for (let effects = 0; ;) {
      const due = await store.dueAlarms(clock.now(), BATCH + idle.size);
      const fresh = due.filter(alarm => !idle.has(causeOf(alarm)));
      if (fresh.length === 0 || signal?.aborted === true) return effects;
      const done = await Promise.all(fresh.map(carryOut));
      effects += done.filter(Boolean).length;
      for (const [index, alarm] of fresh.entries()) if (done[index] === false) idle.add(causeOf(alarm));
    }
  };

  /** How long there is nothing to do. */
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
