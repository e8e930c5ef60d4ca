// The alarms of documents: when one rings, its document is looked at again, through the same commit as everything else.
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Alarm } from './ports.ts';

export interface Alarms {
  /** Carries out what has rung by now; how many had an effect. */
  readonly ring: () => Promise<number>;
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

  const carryOut = async ({ key, at }: Alarm): Promise<number> => {
    const done = await commitRequest({ kind: 'alarm', key, at }, `alarm:${key}@${at}`, service);
    await done?.durable;
    return done?.result === 'committed' ? 1 : 0;
  };

  const ring: Alarms['ring'] = async () => {
    let effects = 0;
    for (;;) {
      const due = await store.dueAlarms(clock.now(), BATCH);
      const done = await Promise.all(due.map(carryOut));
      const some = done.reduce((sum, each) => sum + each, 0);
      effects += some;
      if (some === 0 || due.length < BATCH) return effects;
    }
  };

  /** How long there is nothing to do. */
  const pause = async (): Promise<number> => {
    const effects = await ring();
    const next = (await store.nextAlarm()) ?? Infinity;
    const wait = Math.min(LOOK_MS, next - clock.now());
    return wait > 0 || effects > 0 ? Math.max(0, wait) : PAUSE_MS;
  };

  return {
    ring,
    run: async signal => {
      while (!signal.aborted) {
        const ms = await pause().catch((error: unknown) => {
          log.error('alarm-failed', { why: error instanceof Error ? error.message : String(error) });
          return PAUSE_MS;
        });
        await clock.sleep(ms, signal);
      }
    },
  };
}
