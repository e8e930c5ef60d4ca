// The order of effects for incoming mail: read, decide and commit in the order of arrival; then off the work list; only then is anything sent.
import { limits } from '#core/limits.ts';
import { orderKeys } from '#core/order-keys.ts';
import { type ServiceContext, StoreFailed } from './commit-request.ts';
import { lanes } from './lanes.ts';
import { DocumentDamaged } from './load.ts';
import type { Destination, InboxMail, InHand, Mailbox, Suspicion } from './ports.ts';
import { apologise, type Hold, processMail, type ReadMail, readMail } from './process-mail.ts';

export interface InboxContext extends ServiceContext {
  readonly mailbox: Mailbox;
  readonly inHand: InHand;
  /** Called when there is mail to send. */
  readonly wakeOutbox: () => void;
}

export interface Inbox {
  /** Works until the signal aborts; the mail in hand is finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. */
  readonly work: (batch: readonly InboxMail[], signal: AbortSignal) => Promise<void>;
}

/** A mail as it came, with the hash of its bytes. */
interface Letter {
  readonly id: string;
  readonly delivered: InboxMail;
  readonly suspicion: Suspicion;
}

/** What becomes of a mail is known once it is durable; null: it stays on the work list. */
interface Outcome {
  readonly outcome: Promise<Destination | null>;
}

const BATCH = 50;
/** Mails that have nothing in common are processed side by side: while one waits for a password or a picture, others go on. */
const AT_ONCE = 4;
const WAITS: Outcome = { outcome: Promise.resolve(null) };
/** A process so old is not killed for being started: what is in hand when it dies may well be the reason. */
const SETTLED_MS = 1_000;
/** After a fault of ours or the store's, so that a full disk is not tried a thousand times a second. */
const PAUSE_MS = 5_000;

/** How long it takes until a process of this age is settled. */
const settling = (ageMs: number): number => (ageMs < 0 ? 0 : Math.max(0, SETTLED_MS - ageMs));

export function inbox(service: InboxContext): Inbox {
  const { mailbox, clock, inHand, fingerprint } = service;
  const attempt = attempts(service);
  const started = clock.now();
  const together = batches(service, attempt);

  const letterOf = (delivered: InboxMail): Letter => {
    const id = fingerprint(Buffer.from(delivered.raw).toString('latin1'));
    return { id, delivered, suspicion: inHand.suspicion(id) };
  };

  const outcomesOf = async (letters: readonly Letter[], signal: AbortSignal): Promise<readonly Outcome[]> => {
    const [first] = letters;
    if (first?.suspicion === 'deadly') return [{ outcome: Promise.resolve(attempt.refuse(first)) }];
    // Whoever kills services right after their start, again and again, must not convict a mail.
    if (first?.suspicion === 'suspect') await clock.sleep(settling(clock.now() - started), signal);
    return together(letters, signal);
  };

  const work: Inbox['work'] = async (batch, signal) => {
    const outcomes: Outcome[] = [];
    for (const letters of inTurns(batch.map(letterOf))) {
      if (signal.aborted) break;
      outcomes.push(...(await outcomesOf(letters, signal)));
    }
    const destinations = await Promise.all(outcomes.map(({ outcome }) => outcome));
    for (const destination of ['processed', 'quarantined'] as const) {
      const keys = batch.flatMap(({ key }, index) => (destinations[index] === destination ? [key] : []));
      if (keys.length > 0) await mailbox.dispose(keys, destination);
    }
    if (destinations.includes(null)) await clock.sleep(PAUSE_MS, signal);
  };

  return {
    work,
    run: async signal => {
      while (!signal.aborted) {
        const batch = await mailbox.next(BATCH, signal);
        if (batch.length > 0) await work(batch, signal);
      }
    },
  };
}

/** All mails are read at once, and processed in the order of arrival as far as they have anything in common. */
function batches({ inHand, games, trust }: InboxContext, attempt: Attempts): Together {
  const { run: inLane } = lanes(AT_ONCE);
  return async (letters, signal) => {
    const holds = inHands(inHand, letters);
    const readings = letters.map(letter => ({ letter, reading: attempt.read(letter) }));
    const processed: Promise<Outcome>[] = [];
    for (const { letter, reading } of readings) {
      const read = await reading;
      if (signal.aborted) break;
      const hold = holds.of(letter);
      const keys = read === null ? [] : orderKeys(read.mail, { games }, trust.own);
      const run = async (): Promise<Outcome> => {
        const outcome = read === null ? WAITS : await attempt.process(letter, read, hold);
        hold.release();
        return outcome;
      };
      processed.push(inLane(keys, run));
    }
    const outcomes = await Promise.all(processed);
    holds.releaseAll();
    return outcomes;
  };
}

type Together = (letters: readonly Letter[], signal: AbortSignal) => Promise<readonly Outcome[]>;

/** Notes the mails as taken, and which of them are still undecided. */
function inHands(
  inHand: InHand,
  letters: readonly Letter[],
): { readonly of: (letter: Letter) => Hold; readonly releaseAll: () => void } {
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

/** What may have killed a process before is taken by itself, in its turn. */
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

interface Attempts {
  /** null: the reader is out of order, and the mail waits. */
  readonly read: (letter: Letter) => Promise<ReadMail | null>;
  /** Puts a mail aside without looking at it. */
  readonly refuse: (letter: Letter) => Destination;
  readonly process: (letter: Letter, read: ReadMail, hold: Hold) => Promise<Outcome>;
}

/** Processes mails so that nothing one of them does can stop the others: a mail that fails again and again is put aside, and its sender told. */
function attempts(service: InboxContext): Attempts {
  const { log } = service;
  /** How often each mail has failed, by its bytes; forgotten with the process. */
  const failures = new Map<string, number>();

  /** A mail that could not be read to its end is answered, and kept for somebody to look at. */
  const kept = ({ kind }: ReadMail): Destination => {
    service.wakeOutbox();
    return kind === 'given-up' ? 'quarantined' : 'processed';
  };

  /** A fault that is none of the mail's: it waits. */
  const waits =
    (event: string) =>
    (error: unknown): null => {
      log.error(event, { why: error instanceof Error ? error.message : String(error) });
      return null;
    };
  const storeFailed = waits('store-failed');

  const putAside = async (read: ReadMail, reason: 'fault' | 'damaged'): Promise<Destination> => {
    await apologise(read, reason, service).catch(storeFailed);
    service.wakeOutbox();
    return 'quarantined';
  };

  const failed = async (id: string, read: ReadMail, error: unknown): Promise<Destination | null> => {
    if (error instanceof StoreFailed) return storeFailed(error);
    if (error instanceof DocumentDamaged) {
      log.error('document-damaged', { why: error.message });
      return putAside(read, 'damaged');
    }
    const times = (failures.get(id) ?? 0) + 1;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error('mail-failed', { mail: id.slice(0, 12), times, why });
    failures.set(id, times);
    if (times < limits.mailTries) return null;
    failures.delete(id);
    return putAside(read, 'fault');
  };

  return {
    refuse: ({ id }) => {
      log.error('mail-deadly', { mail: id.slice(0, 12) });
      return 'quarantined';
    },
    read: letter => readMail(letter.delivered, service).catch(waits('reader-failed')),
    process: async ({ id }, read, hold) => {
      try {
        const { durable } = await processMail(read, service, hold);
        return { outcome: durable.then(() => kept(read), storeFailed) };
      } catch (error) {
        return { outcome: failed(id, read, error) };
      }
    },
  };
}
