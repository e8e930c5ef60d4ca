// Watches this process and the whole service: signs of life, health, metrics, alerts.
import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/clock.ts';
import { findOldestMs } from '#adapters/maildir/folders.ts';
import type { Metrics } from '#adapters/metrics.ts';
import type { Log } from '#service/ports.ts';
import { type HealthReport, ROLES, type Role } from '#service/shared-ports.ts';
import { type HealthFacts, isAlive, mergeSigns, reportHealth, watchHealth } from '#service/health.ts';
import { findPaceState } from '#service/pace.ts';
import type { ProcessNotes } from '#service/process-signs.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Storage } from './storage.ts';

export interface MonitoringOptions {
  readonly storage: Storage;
  readonly readNotes: () => ProcessNotes;
  readonly metrics: Metrics;
  readonly role: Role;
  readonly servers: HealthFacts['servers'];
  readonly hasRobots: boolean;
  /** The longest time between two looks at the mailbox. */
  readonly sweepMs: number;
  /** The folder where mails are delivered. '': there is none. */
  readonly maildir: string;
  readonly log: Log;
}

export interface Monitoring {
  readonly report: () => Promise<HealthReport>;
  /** The page for Prometheus. */
  readonly renderMetrics: () => Promise<string>;
  /** Gives signs of life and watches the health of the service, until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Tells the other processes that this one has ended. */
  readonly close: () => Promise<void>;
}

const SIGN_MS = 5_000;

export function createMonitoring(options: MonitoringOptions): Monitoring {
  const { storage, readNotes, metrics, role, servers, hasRobots, sweepMs, maildir, log } = options;
  const { store, shared, clock, leases } = storage;
  const startedAt = systemClock.now();
  const ageMs = (): number => systemClock.now() - startedAt;
  const own = { role, host: hostname(), pid: process.pid };
  const presence = shared?.createPresence({ id: randomUUID(), ...own }) ?? {
    note: () => Promise.resolve(),
    list: () => Promise.resolve([{ ...own, ageMs: ageMs(), silentMs: 0, hasEnded: false, signs: readNotes().signs }]),
  };
  const neededRoles = shared === null ? [] : ROLES.filter(each => each !== 'all' && (each !== 'robots' || hasRobots));

  const readFacts = async (): Promise<HealthFacts> => {
    const processes = await presence.list().catch(() => []);
    const mails = await store.countMails(clock.now(), mergeSigns(processes).sentAt ?? -Infinity).catch(() => null);
    const queue = shared === null ? null : await shared.queue.count().catch(() => null);
    const deliveredMs = maildir === '' ? null : await findOldestMs(maildir, systemClock.now());
    const oldestIncomingMs = Math.max(queue?.oldestMs ?? 0, deliveredMs ?? 0);
    const pace = findPaceState(await store.readPace().catch(() => null), clock.speed ?? 1, clock.now());
    return { ...{ processes, mails, queue, oldestIncomingMs, pace, servers, sweepMs }, neededRoles, ageMs: ageMs() };
  };
  const report = async (): Promise<HealthReport> => reportHealth(await readFacts(), clock);

  const renderMetrics = async (): Promise<string> => {
    const facts = await readFacts();
    return metrics.render({
      report: reportHealth(facts, clock),
      counts: readNotes().counts,
      roles: facts.processes.filter(isAlive).map(each => each.role),
      oldestMailMs: (clock.now() - (facts.mails?.oldest ?? clock.now())) / (clock.speed ?? 1),
      oldestIncomingMs: facts.oldestIncomingMs,
      robotBoards: (await store.list('robots/turn', null, limits.adminRows).catch(() => [])).length,
    });
  };

  const note = (hasEnded: boolean): Promise<void> =>
    presence.note(readNotes().signs, hasEnded).catch((error: unknown) => {
      log.warn('sign-not-stored', { why: reasonOf(error) });
    });
  const keepNoting = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await note(false);
      await systemClock.sleep(SIGN_MS, signal);
    }
  };
  return {
    report,
    renderMetrics,
    run: signal => Promise.all([keepNoting(signal), watchHealth({ report, leases, clock: systemClock, log }, signal)]),
    close: () => note(true),
  };
}
