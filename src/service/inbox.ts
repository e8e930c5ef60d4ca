// Processes incoming mail in order of arrival: read, decide, commit, take off the work list.
// No mail is sent before its commit is durable. A batch leaves the work list when it is done.
import { reasonOf } from '#games/kit/assert.ts';
import { limits } from '#core/kernel/limits.ts';
import { orderKeys } from '#core/order-keys.ts';
import { type ServiceContext, StoreFailed, StoreMoved } from './commit-request.ts';
import { type KeyedQueue, createKeyedQueue, places } from './keyed-queue.ts';
import { DocumentDamaged } from './load.ts';
import type { Destination, InboxMail, InFlight, Log, Looked, Mailbox, PoisonCheck } from './ports.ts';
import { apologise, type CrashGuard, type Processed, processMail, type ReadMail, readMail } from './process-mail.ts';

export interface InboxContext extends ServiceContext {
  readonly mailbox: Mailbox;
  readonly inHand: InFlight;
  /** Called before every look at the mailbox. */
  readonly look: () => Looked;
  /** Resolves when an outage of the mailbox is stored. Mails that came after the outage are decided with it known. */
  readonly presenceStored: () => Promise<void>;
  /** Called when there is mail to send. */
  readonly wakeOutbox: () => void;
}

export interface Inbox {
  /** Works until the signal aborts. Mails in flight are finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. Resolves to the number of mails that must wait. */
  readonly work: (batch: readonly InboxMail[], signal: AbortSignal) => Promise<number>;
}

/** The folder a mail is moved to once its effects are durable. null: it stays on the work list. */
type Outcome = Destination | null;

/** A mail as it came, with the hash of its bytes. */
interface Letter {
  readonly id: string;
  readonly delivered: InboxMail;
  readonly suspicion: PoisonCheck;
}

const BATCH = 50;
/** Mails that must wait are fetched again. The batch grows by their number, up to this, so that the mails behind them are fetched too. */
const LARGEST_BATCH = 200;
/** Mails that share no key are processed concurrently: while one waits for a password hash or a picture, others go on. */
const AT_ONCE = 4;
/** A crash after this age is attributed to the mails in flight. A younger process may have been killed because of its start. */
const SETTLED_MS = 1_000;
/** Pause after an internal fault or a fault of the store, so that a full disk is not tried a thousand times a second. */
const PAUSE_MS = 5_000;

/** How long it takes until a process of this age is settled. */
const settling = (ageMs: number): number => (ageMs < 0 ? 0 : Math.max(0, SETTLED_MS - ageMs));

export function createInbox(service: InboxContext): Inbox {
  const { mailbox, clock, inHand, fingerprint } = service;
  const attempt = attempts(service);
  const processInOrder = processing(service, attempt);
  const started = clock.now();

  const letterOf = (delivered: InboxMail): Letter => {
    const id = fingerprint(Buffer.from(delivered.raw).toString('latin1'));
    return { id, delivered, suspicion: inHand.suspicion(id) };
  };

  const outcomesOf: Processing = async (letters, inLane, signal) => {
    const [first] = letters;
    if (first?.suspicion === 'deadly') return [attempt.refuse(first)];
    // A crash in the first second is not attributed to the mail: the process may be killed right after each start.
    if (first?.suspicion === 'suspect') await clock.sleep(settling(clock.now() - started), signal);
    return processInOrder(letters, inLane, signal);
  };

  const work: Inbox['work'] = async (batch, signal) => {
    const outcomes: Outcome[] = [];
    const inLane = createKeyedQueue();
    for (const letters of inTurns(batch.map(letterOf))) {
      if (signal.aborted) break;
      outcomes.push(...(await outcomesOf(letters, inLane, signal)));
    }
    for (const destination of ['processed', 'quarantined'] as const) {
      const keys = batch.flatMap(({ key }, index) => (outcomes[index] === destination ? [key] : []));
      if (keys.length > 0) await mailbox.dispose(keys, destination);
    }
    const waiting = outcomes.filter(outcome => outcome === null).length;
    if (waiting > 0) await clock.sleep(PAUSE_MS * (clock.speed ?? 1), signal);
    return waiting;
  };

  return {
    work,
    run: async signal => {
      let waiting = 0;
      while (!signal.aborted) {
        const batch = await mailbox.next(Math.min(BATCH + waiting, LARGEST_BATCH), signal, service.look);
        if (batch.length > 0) await service.presenceStored();
        waiting = batch.length > 0 ? await work(batch, signal) : 0;
      }
    },
  };
}

type Processing = (letters: readonly Letter[], inLane: KeyedQueue, signal: AbortSignal) => Promise<readonly Outcome[]>;

/** Reads all mails concurrently. Processes those that share a key in order of arrival. */
function processing({ inHand, games, trust, mime }: InboxContext, attempt: Attempts): Processing {
  return async (letters, inLane, signal) => {
    const holds = inHands(inHand, letters);
    const readings = letters.map(letter => ({ letter, reading: attempt.read(letter) }));
    const outcomes: Promise<Outcome>[] = [];
    for (const { letter, reading } of readings) {
      const read = await reading;
      if (signal.aborted) break;
      const { raw, size } = letter.delivered;
      const keys = orderKeys(read?.mail ?? mime.peek(raw, size), { games }, trust.own);
      const hold = holds.of(letter);
      // A mail that must wait, and was not begun, cannot have crashed the process.
      outcomes.push(inLane(keys, () => attempt.process(letter, read, hold)).finally(hold.release));
    }
    const done = await Promise.all(outcomes);
    holds.releaseAll();
    return done;
  };
}

/** Marks the mails in flight, and keeps the mark on those that are still undecided. */
function inHands(
  inHand: InFlight,
  letters: readonly Letter[],
): { readonly of: (letter: Letter) => CrashGuard; readonly releaseAll: () => void } {
  const undecided = new Set(letters);
  const take = (): void => {
    inHand.take(Array.from(undecided, ({ id }) => id));
  };
  take();
  return {
    of: letter => ({
      release: () => {
        if (undecided.delete(letter) && undecided.size === 0) inHand.drop();
      },
      aside: async work => {
        if (!undecided.delete(letter)) return work();
        take();
        try {
          return await work();
        } finally {
          undecided.add(letter);
          take();
        }
      },
    }),
    releaseAll: () => {
      if (undecided.size > 0) inHand.drop();
    },
  };
}

/** A mail that may have crashed a process before is processed alone, in its turn. */
function inTurns(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const turns: Letter[][] = [];
  let isOpen = false;
  for (const letter of letters) {
    const isAlone = letter.suspicion !== 'none';
    if (isOpen && !isAlone) turns.at(-1)?.push(letter);
    else turns.push([letter]);
    isOpen = !isAlone;
  }
  return turns;
}

/** Processes at most `most` mails concurrently. A mail that met a conflict at every try is tried once more, alone. */
function sideBySide(most: number): (process: () => Promise<Processed>) => Promise<Processed> {
  const oneOfMany = places(most);
  const oneByOne = places(1);
  const withPlaces = (left: number, process: () => Promise<Processed>): Promise<Processed> =>
    left === 0 ? process() : oneOfMany(() => withPlaces(left - 1, process));
  return process =>
    withPlaces(1, process).catch((error: unknown) => {
      if (!(error instanceof StoreMoved)) throw error;
      return oneByOne(() => withPlaces(most, process));
    });
}

interface Attempts {
  /** null: the reader failed. */
  readonly read: (letter: Letter) => Promise<ReadMail | null>;
  /** Quarantines a mail without reading it. */
  readonly refuse: (letter: Letter) => Destination;
  /** A mail that could not be read waits. */
  readonly process: (letter: Letter, read: ReadMail | null, hold: CrashGuard) => Promise<Outcome>;
}

/** Logs a fault that is not the mail's. The mail waits. */
const waits =
  (log: Log, event: string) =>
  (error: unknown): null => {
    log.error(event, { why: reasonOf(error) });
    return null;
  };

/** Processes mails so that no mail can stop the others. A mail that fails repeatedly is quarantined, and its sender is told. */
function attempts(service: InboxContext): Attempts {
  const { log } = service;
  const beside = sideBySide(AT_ONCE);
  /** Failures of each mail, by the hash of its bytes. Not kept across restarts. */
  const failures = new Map<string, number>();

  const storeFailed = waits(log, 'store-failed');

  /** If the store fails here, the mail waits, so that its sender still gets an answer. */
  const putAside = async (read: ReadMail, reason: 'fault' | 'damaged'): Promise<Outcome> => {
    try {
      await apologise(read, reason, service);
    } catch (error) {
      storeFailed(error);
      if (error instanceof StoreFailed) return null;
    }
    service.wakeOutbox();
    return 'quarantined';
  };

  const failed = async (id: string, read: ReadMail, error: unknown): Promise<Outcome> => {
    if (error instanceof StoreFailed) return storeFailed(error);
    if (error instanceof DocumentDamaged) {
      log.error('document-damaged', { why: error.message });
      return putAside(read, 'damaged');
    }
    const times = (failures.get(id) ?? 0) + 1;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error('mail-failed', { mail: id.slice(0, 12), times, why });
    failures.set(id, times);
    return times < limits.mailTries ? null : putAside(read, 'fault');
  };

  const carriedOut = async (read: ReadMail, hold: CrashGuard): Promise<Destination> => {
    const { durable } = await beside(() => processMail(read, service, hold)).finally(hold.release);
    await durable;
    service.wakeOutbox();
    // A mail whose reading was given up is answered, and kept for the operator to look at.
    return read.kind === 'given-up' ? 'quarantined' : 'processed';
  };

  return {
    refuse: ({ id }) => {
      log.error('mail-deadly', { mail: id.slice(0, 12) });
      return 'quarantined';
    },
    read: letter => readMail(letter.delivered, service).catch(waits(log, 'reader-failed')),
    process: async ({ id }, read, hold) => {
      if (read === null) return null;
      const outcome = await carriedOut(read, hold).catch((error: unknown) => failed(id, read, error));
      if (outcome !== null) failures.delete(id);
      return outcome;
    },
  };
}
