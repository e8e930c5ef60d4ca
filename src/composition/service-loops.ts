// Starts the loops of a process by its role, and stops them in order.
import { systemClock } from '#adapters/clock.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Service } from '#service/create-service.ts';
import { inspectBoards } from '#service/load.ts';
import { runHeartbeat } from '#service/mailbox-heartbeat.ts';
import type { Clock, MailArchive } from '#service/ports.ts';
import type { Leases, Role } from '#service/shared-ports.ts';

/** Waits at most `ms`, and ignores a rejection: unfinished work is done again later, and duplicates are recognised. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const ended = work.catch(() => undefined).finally(() => late.abort('ended'));
  await Promise.race([ended, systemClock.sleep(ms, late.signal)]);
  late.abort('ended');
}

/** Does the role include this part of a service? `all` includes every part. */
export const hasPart = (role: Role, part: Exclude<Role, 'all'>): boolean => role === 'all' || role === part;

/** Schedules housekeeping: first when the service is ready, then every six hours. */
const EVERY_MS = 6 * 3_600_000;

/** Not before `ready`: another login while the mail server refuses ours could lock the account. */
export function keepHouse(ready: Promise<void>, signal: AbortSignal, tidy: () => void): void {
  void ready.then(() => {
    if (signal.aborted) return;
    tidy();
    const timer = setInterval(tidy, EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  });
}

/** How long a stopping service waits for the mailbox, continues to send, and waits for the mail server's last answer: together below 5 seconds. */
const LAST_READING_MS = 1_500;
const LAST_MAILS_MS = 1_500;
const LAST_ANSWER_MS = 500;
/** Polling interval for work that other processes have left. */
const HINT_MS = 250;

interface LoopParts {
  readonly role: Role;
  readonly leases: Leases;
  readonly archive: MailArchive;
  readonly clock: Clock;
  /** Reads the mailbox for all processes. null: this process works on what it reads. */
  readonly intake: ((signal: AbortSignal) => Promise<void>) | null;
  /** Resolves when every mail server this process needs is connected. */
  readonly ready: Promise<void>;
  /** Background work for as long as mails are read. */
  readonly beside: (signal: AbortSignal) => Promise<unknown>;
}

const HOUSEKEEPING = 'housekeeping';

/** Deletes old seen-marks and old mail in the mailbox, one process at a time. */
async function tidy({ context }: Service, { leases, archive, clock }: LoopParts): Promise<void> {
  const { store, log } = context;
  const warn = (error: unknown): void => {
    log.warn('housekeeping-failed', { why: reasonOf(error) });
  };
  const ownLeases = await leases.take([HOUSEKEEPING]).catch(() => []);
  if (ownLeases.length === 0) return;
  await store.forget(clock.now() - limits.seenDays * DAY_MS).catch(warn);
  await store.dropFailed(clock.now() - limits.mailboxDays * DAY_MS).catch(warn);
  // Mail servers have a clock of their own.
  await archive.erase({ before: systemClock.now() - limits.mailboxDays * DAY_MS }).catch(warn);
  await leases.drop(ownLeases);
}

const doNothing = (): Promise<void> => Promise.resolve();

/** Starts the loops of the role. The function it returns stops reading first, then sending. */
export function startLoops(service: Service, parts: LoopParts): () => Promise<void> {
  const { role, clock, intake, beside } = parts;
  const { inbox, outbox, robots, alarms, heartbeat, context } = service;
  const [reads, works] = [hasPart(role, 'inbox'), hasPart(role, 'worker')];
  const [sends, thinks] = [hasPart(role, 'outbox'), hasPart(role, 'robots')];
  const reading = new AbortController();
  const sending = new AbortController();
  const runWhileReading = (does: boolean, run: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> =>
    does ? run(reading.signal) : doNothing();
  const timers: NodeJS.Timeout[] = [];
  if (works) keepHouse(parts.ready, reading.signal, () => void tidy(service, parts));
  // A single process is woken by its own commits and needs no polling.
  if (intake !== null) {
    const notifyLoops = (): void => {
      if (sends) outbox.hint();
      if (thinks) robots.wake();
    };
    timers.push(setInterval(notifyLoops, HINT_MS));
  }
  const isReading = Promise.all([
    runWhileReading(works, inbox.run),
    runWhileReading(reads && intake !== null, intake ?? doNothing),
  ]);
  void runWhileReading(thinks, robots.run);
  void runWhileReading(works, alarms.run);
  void runWhileReading(works, signal =>
    inspectBoards(context, signal).catch((error: unknown) => {
      context.log.warn('inspection-failed', { why: String(error) });
    }),
  );
  void runWhileReading(reads, signal => runHeartbeat(heartbeat, context, systemClock.sleep, signal));
  void beside(reading.signal);
  const isSending = sends ? outbox.run(sending.signal) : doNothing();
  // A store that cannot be reached counts as empty.
  const readNextDue = async (): Promise<number> => (await context.store.nextDue().catch(() => null)) ?? Infinity;
  const finishSending = async (late: number): Promise<void> => {
    while (Date.now() < late && (await readNextDue()) <= clock.now()) await systemClock.sleep(20, sending.signal);
  };
  return async () => {
    for (const timer of timers) clearInterval(timer);
    reading.abort();
    await waitAtMost(LAST_READING_MS, isReading);
    if (sends) await waitAtMost(LAST_MAILS_MS, finishSending(Date.now() + LAST_MAILS_MS));
    sending.abort();
    await waitAtMost(LAST_ANSWER_MS, isSending);
  };
}
