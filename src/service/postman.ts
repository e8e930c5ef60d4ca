// The order of effects for incoming mail: read, decide and commit in the order of arrival; then off the work list; only then is anything sent.
import { must } from '../../games/kit/assert.ts';
import { limits } from '../core/limits.ts';
import type { HandlingParts, Hold, ReadMail } from './handling.ts';
import { StoreFailed } from './committing.ts';
import { handling } from './handling.ts';
import { DocumentDamaged } from './inquiry.ts';
import type { Delivered, Disposal, InHand, Mailbox, Suspicion } from './ports.ts';

export interface PostmanParts extends HandlingParts {
  readonly mailbox: Mailbox;
  readonly inHand: InHand;
  /** Called when there is mail to send. */
  readonly wakeCourier: () => void;
}

export interface Postman {
  /** Works until the signal aborts; the mail in hand is finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. */
  readonly work: (batch: readonly Delivered[], signal: AbortSignal) => Promise<void>;
}

/** A mail as it came, with the hash of its bytes. */
interface Letter {
  readonly id: string;
  readonly delivered: Delivered;
  readonly suspicion: Suspicion;
}

/** A mail decided; its outcome is known once it is durable. null: it stays on the work list. */
interface Attempt {
  readonly key: string;
  readonly outcome: Promise<Disposal | null>;
}

const BATCH = 50;
/** A process so old is not killed for being started: what is in hand when it dies may well be the reason. */
const SETTLED_MS = 1_000;
/** After a fault of ours or the store's, so that a full disk is not tried a thousand times a second. */
const PAUSE_MS = 5_000;

/** How long it takes until a process of this age is settled. */
const settling = (ageMs: number): number => (ageMs < 0 ? 0 : Math.max(0, SETTLED_MS - ageMs));

export function postman(parts: PostmanParts): Postman {
  const { mailbox, clock, inHand, fingerprint } = parts;
  const attempt = attempts(parts);
  const started = clock.now();

  const letterOf = (delivered: Delivered): Letter => {
    const id = fingerprint(Buffer.from(delivered.raw).toString('latin1'));
    return { id, delivered, suspicion: inHand.suspicion(id) };
  };

  /** Reading is done for all at once; deciding strictly in the order of arrival. */
  const together = async (letters: readonly Letter[], signal: AbortSignal): Promise<readonly Attempt[]> => {
    const holds = inHands(inHand, letters);
    const reading = letters.map(({ delivered }) => attempt.read(delivered));
    for (const each of reading) each.catch(() => undefined);
    const handled: Attempt[] = [];
    for (const [index, letter] of letters.entries()) {
      if (signal.aborted) break;
      const hold = holds.of(letter);
      handled.push(await attempt.handle(letter, must(reading[index], 'every mail is being read'), hold));
      hold.release();
    }
    holds.releaseAll();
    return handled;
  };

  const work: Postman['work'] = async (batch, signal) => {
    const handled: Attempt[] = [];
    for (const letters of inTurns(batch.map(letterOf))) {
      if (signal.aborted) break;
      const [first] = letters;
      if (first?.suspicion === 'deadly') handled.push(attempt.refuse(first));
      else {
        // Whoever kills services right after their start, again and again, must not convict a mail.
        if (first?.suspicion === 'suspect') await clock.sleep(settling(clock.now() - started), signal);
        handled.push(...(await together(letters, signal)));
      }
    }
    const disposals = await Promise.all(handled.map(({ outcome }) => outcome));
    for (const disposal of ['processed', 'quarantined'] as const) {
      const keys = handled.filter((_, index) => disposals[index] === disposal).map(({ key }) => key);
      if (keys.length > 0) await mailbox.dispose(keys, disposal);
    }
    if (disposals.includes(null)) await clock.sleep(PAUSE_MS, signal);
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
  readonly read: (delivered: Delivered) => Promise<ReadMail>;
  /** Puts a mail aside without looking at it. */
  readonly refuse: (letter: Letter) => Attempt;
  readonly handle: (letter: Letter, reading: Promise<ReadMail>, hold: Hold) => Promise<Attempt>;
}

/** Handles mails so that nothing one of them does can stop the others: a mail that fails again and again is put aside, and its sender told. */
function attempts(parts: PostmanParts): Attempts {
  const { log } = parts;
  const { read, handle, apologise } = handling(parts);
  /** How often each mail has failed, by its bytes; forgotten with the process. */
  const failures = new Map<string, number>();

  /** A mail that could not be read to its end is answered, and kept for somebody to look at. */
  const kept = ({ kind }: ReadMail): Disposal => {
    parts.wakeCourier();
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

  const putAside = async (reading: Promise<ReadMail>, reason: 'fault' | 'damaged'): Promise<Disposal> => {
    await reading.then(read => apologise(read, reason)).catch(storeFailed);
    parts.wakeCourier();
    return 'quarantined';
  };

  const failed = async (id: string, reading: Promise<ReadMail>, error: unknown): Promise<Disposal | null> => {
    if (error instanceof StoreFailed) return storeFailed(error);
    if (error instanceof DocumentDamaged) {
      log.error('document-damaged', { why: error.message });
      return putAside(reading, 'damaged');
    }
    const times = (failures.get(id) ?? 0) + 1;
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error('mail-failed', { mail: id.slice(0, 12), times, why });
    failures.set(id, times);
    if (times < limits.mailTries) return null;
    failures.delete(id);
    return putAside(reading, 'fault');
  };

  return {
    read,
    refuse: ({ id, delivered: { key } }) => {
      log.error('mail-deadly', { mail: id.slice(0, 12) });
      return { key, outcome: Promise.resolve('quarantined') };
    },
    handle: async ({ id, delivered: { key } }, reading, hold) => {
      try {
        const mail = await reading.catch(waits('reader-failed'));
        if (mail === null) return { key, outcome: Promise.resolve(null) };
        const { durable } = await handle(mail, hold);
        return { key, outcome: durable.then(() => kept(mail), storeFailed) };
      } catch (error) {
        return { key, outcome: failed(id, reading, error) };
      }
    },
  };
}
