// Processes incoming mail in order of arrival: read, decide, commit, take off the work list.
// No mail is sent before its commit is durable. A batch leaves the work list when it is done.
import { reasonOf } from '#games/kit/assert.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { orderKeys } from '#core/prefetch.ts';
import { type ServiceContext, StoreFailed, StoreMoved } from './commit-request.ts';
import { type KeyedQueue, createKeyedQueue, createSemaphore } from './keyed-queue.ts';
import { DocumentDamaged } from './load.ts';
import type { Destination, InboxMail, InFlight, Log, EndLook, Mailbox, PoisonCheck, Quarantine } from './ports.ts';
import {
  apologise,
  type CrashGuard,
  type Processed,
  processMail,
  addToLog,
  type MailContents,
  readMail,
} from './process-mail.ts';

export interface InboxContext extends ServiceContext {
  readonly mailbox: Mailbox;
  /** Mails that were put aside. */
  readonly quarantine: Quarantine;
  readonly inFlight: InFlight;
  /** Called before every look at the mailbox. The function it returns is called when the look has worked. */
  readonly beginLook: () => EndLook;
  /** Resolves when an outage of the mailbox is stored, so that mails after the outage are decided with correct clocks. */
  readonly storeHeartbeat: () => Promise<void>;
  /** When the process that sends tries again. null: sending is not paused. */
  readonly sendingPausedUntil: () => Promise<Instant | null>;
}

export interface Inbox {
  /** Works until the signal aborts. Mails in flight are finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. Resolves to the number of mails that must wait. */
  readonly processBatch: (batch: readonly InboxMail[], signal: AbortSignal) => Promise<number>;
}

/** The folder a mail is moved to once its effects are durable. null: it stays on the work list. */
type MailDestination = Destination | null;

/** A mail from the mailbox. `id`: the hash of its bytes. */
interface FetchedMail {
  readonly id: string;
  readonly inboxMail: InboxMail;
  readonly poisonCheck: PoisonCheck;
}

const BATCH_SIZE = 50;
/** Mails that must wait are fetched again. The batch grows by their number, up to this, so that the mails behind them are fetched too. */
const MAX_BATCH_SIZE = 200;
/** Mails that share no key are processed concurrently: while one waits for a password hash or a picture, others go on. */
const MAX_CONCURRENT = 4;
/** A crash after this age is attributed to the mails in flight. A younger process may have been killed because of its start. */
const SETTLED_MS = 1_000;
/** Pause after an internal fault or a fault of the store, so that a full disk is not tried a thousand times a second. */
const PAUSE_MS = 5_000;

export function createInbox(service: InboxContext): Inbox {
  const { mailbox, clock, inFlight, fingerprint } = service;
  const attempt = createAttempts(service);
  const processInOrder = createGroupProcessor(service, attempt);
  const startedAt = clock.now();

  const toFetchedMail = (inboxMail: InboxMail): FetchedMail => {
    const id = fingerprint(Buffer.from(inboxMail.raw).toString('latin1'));
    return { id, inboxMail, poisonCheck: inFlight.checkPoison(id) };
  };

  const processGroup: ProcessGroup = async (mails, enqueue, signal) => {
    const [first] = mails;
    if (first?.poisonCheck === 'deadly') return [attempt.refuse(first)];
    // A crash in the first second is not attributed to the mail: the process may be killed right after each start.
    const ageMs = clock.now() - startedAt;
    const settleMs = ageMs < 0 ? 0 : Math.max(0, SETTLED_MS - ageMs);
    if (first?.poisonCheck === 'suspect') await clock.sleep(settleMs, signal);
    return processInOrder(mails, enqueue, signal);
  };

  const processBatch: Inbox['processBatch'] = async (batch, signal) => {
    const destinations: MailDestination[] = [];
    const enqueue = createKeyedQueue();
    for (const mails of splitIntoGroups(batch.map(toFetchedMail))) {
      if (signal.aborted) break;
      destinations.push(...(await processGroup(mails, enqueue, signal)));
    }
    for (const destination of ['processed', 'quarantined'] as const) {
      const keys = batch.flatMap(({ key }, index) => (destinations[index] === destination ? [key] : []));
      if (keys.length > 0) await mailbox.dispose(keys, destination);
    }
    const waitingCount = destinations.filter(destination => destination === null).length;
    if (waitingCount > 0) await clock.sleep(PAUSE_MS * (clock.speed ?? 1), signal);
    return waitingCount;
  };

  return {
    processBatch,
    run: async signal => {
      let waitingCount = 0;
      while (!signal.aborted) {
        const batch = await mailbox.next(
          Math.min(BATCH_SIZE + waitingCount, MAX_BATCH_SIZE),
          signal,
          service.beginLook,
        );
        if (batch.length > 0) await service.storeHeartbeat();
        waitingCount = batch.length > 0 ? await processBatch(batch, signal) : 0;
      }
    },
  };
}

type ProcessGroup = (
  mails: readonly FetchedMail[],
  enqueue: KeyedQueue,
  signal: AbortSignal,
) => Promise<readonly MailDestination[]>;

/** Reads all mails concurrently. Processes those that share a key in order of arrival. */
function createGroupProcessor({ inFlight, games, trust, mime }: InboxContext, attempt: MailAttempts): ProcessGroup {
  return async (mails, enqueue, signal) => {
    const guards = guardMails(inFlight, mails);
    const readings = mails.map(mail => ({ mail, reading: attempt.read(mail) }));
    const pendingDestinations: Promise<MailDestination>[] = [];
    for (const { mail, reading } of readings) {
      const contents = await reading;
      if (signal.aborted) break;
      const { raw, size } = mail.inboxMail;
      const keys = orderKeys(contents?.mail ?? mime.peek(raw, size), { games }, trust.own);
      const guard = guards.guardOf(mail);
      // A mail that must wait, and was not begun, cannot have crashed the process.
      pendingDestinations.push(enqueue(keys, () => attempt.process(mail, contents, guard)).finally(guard.release));
    }
    const destinations = await Promise.all(pendingDestinations);
    guards.releaseAll();
    return destinations;
  };
}

/** Marks the mails in flight, and keeps the mark on those that are still undecided. */
function guardMails(
  inFlight: InFlight,
  mails: readonly FetchedMail[],
): { readonly guardOf: (mail: FetchedMail) => CrashGuard; readonly releaseAll: () => void } {
  const undecided = new Set(mails);
  const markUndecided = (): void => {
    inFlight.mark(Array.from(undecided, ({ id }) => id));
  };
  markUndecided();
  return {
    guardOf: mail => ({
      release: () => {
        if (undecided.delete(mail) && undecided.size === 0) inFlight.clear();
      },
      pauseDuring: async work => {
        if (!undecided.delete(mail)) return work();
        markUndecided();
        try {
          return await work();
        } finally {
          undecided.add(mail);
          markUndecided();
        }
      },
    }),
    releaseAll: () => {
      if (undecided.size > 0) inFlight.clear();
    },
  };
}

/** Puts each mail that may have crashed a process before into a group of its own. The order stays. */
function splitIntoGroups(mails: readonly FetchedMail[]): readonly (readonly FetchedMail[])[] {
  const groups: FetchedMail[][] = [];
  let isOpen = false;
  for (const mail of mails) {
    const isAlone = mail.poisonCheck !== 'none';
    if (isOpen && !isAlone) groups.at(-1)?.push(mail);
    else groups.push([mail]);
    isOpen = !isAlone;
  }
  return groups;
}

/** Processes at most `limit` mails concurrently. A mail that met a conflict at every try is tried again while no other mail is processed. */
function limitConcurrency(limit: number): (process: () => Promise<Processed>) => Promise<Processed> {
  const runConcurrently = createSemaphore(limit);
  const runAlone = createSemaphore(1);
  const takePlaces = (placeCount: number, process: () => Promise<Processed>): Promise<Processed> =>
    placeCount === 0 ? process() : runConcurrently(() => takePlaces(placeCount - 1, process));
  return process =>
    takePlaces(1, process).catch((error: unknown) => {
      if (!(error instanceof StoreMoved)) throw error;
      return runAlone(() => takePlaces(limit, process));
    });
}

interface MailAttempts {
  /** null: the reader failed. */
  readonly read: (mail: FetchedMail) => Promise<MailContents | null>;
  /** Quarantines a mail without reading it. */
  readonly refuse: (mail: FetchedMail) => Destination;
  /** Resolves to null, so that the mail waits, if it could not be read. */
  readonly process: (mail: FetchedMail, contents: MailContents | null, guard: CrashGuard) => Promise<MailDestination>;
}

/** The id of a mail in the log: it joins all lines about the mail. */
const toLogId = (id: string): string => id.slice(0, 12);

/** Logs a fault that is not the mail's. The mail waits. */
const logAndWait =
  (log: Log, event: string) =>
  (error: unknown): null => {
    log.error(event, { why: reasonOf(error) });
    return null;
  };

/** Processes mails so that no mail can stop the others. A mail that fails repeatedly is quarantined, and its sender is told. */
function createAttempts(service: InboxContext): MailAttempts {
  const { log } = service;
  const schedule = limitConcurrency(MAX_CONCURRENT);
  /** Failures of each mail, by the hash of its bytes. Not kept across restarts. */
  const failures = new Map<string, number>();

  const noteStoreFailure = logAndWait(log, 'store-failed');

  /** If the store fails here, the mail waits, so that its sender still gets an answer. */
  const quarantine = async (contents: MailContents, reason: 'fault' | 'damaged'): Promise<MailDestination> => {
    try {
      await apologise(contents, reason, service);
    } catch (error) {
      noteStoreFailure(error);
      if (error instanceof StoreFailed) return null;
    }
    return 'quarantined';
  };

  const handleFailure = async (id: string, contents: MailContents, error: unknown): Promise<MailDestination> => {
    if (error instanceof StoreFailed) return noteStoreFailure(error);
    if (error instanceof DocumentDamaged) {
      log.error('document-damaged', { mail: toLogId(id), why: error.message });
      return quarantine(contents, 'damaged');
    }
    const failureCount = (failures.get(id) ?? 0) + 1;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error('mail-failed', { mail: toLogId(id), times: failureCount, why });
    failures.set(id, failureCount);
    return failureCount < limits.mailTries ? null : quarantine(contents, 'fault');
  };

  const complete = async (id: string, contents: MailContents, guard: CrashGuard): Promise<Destination> => {
    const tagged = { ...service, log: addToLog(log, { mail: toLogId(id) }) };
    const { durable } = await schedule(() => processMail(contents, tagged, guard)).finally(guard.release);
    await durable;
    // A mail whose reading was given up is answered, and kept for the operator to look at.
    return contents.kind === 'given-up' ? 'quarantined' : 'processed';
  };

  return {
    refuse: ({ id }) => {
      log.error('mail-deadly', { mail: toLogId(id) });
      return 'quarantined';
    },
    read: mail =>
      readMail(mail.inboxMail, { ...service, log: addToLog(log, { mail: toLogId(mail.id) }) }).catch(
        logAndWait(log, 'reader-failed'),
      ),
    process: async ({ id }, contents, guard) => {
      if (contents === null) return null;
      const mailDestination = await complete(id, contents, guard).catch((error: unknown) =>
        handleFailure(id, contents, error),
      );
      if (mailDestination !== null) failures.delete(id);
      return mailDestination;
    },
  };
}
