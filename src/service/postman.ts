// The order of effects for incoming mail: read, decide and commit in the order of arrival; then off the work list; only then is anything sent.
import { must } from '../../games/kit/assert.ts';
import { limits } from '../core/limits.ts';
import type { HandlingParts, ReadMail } from './handling.ts';
import { StoreFailed } from './committing.ts';
import { handling } from './handling.ts';
import { DocumentDamaged } from './inquiry.ts';
import type { Delivered, Disposal, Mailbox } from './ports.ts';

export interface PostmanParts extends HandlingParts {
  readonly mailbox: Mailbox;
  /** Called when there is mail to send. */
  readonly wakeCourier: () => void;
}

export interface Postman {
  /** Works until the signal aborts; the mail in hand is finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. */
  readonly work: (batch: readonly Delivered[], signal: AbortSignal) => Promise<void>;
}

/** A mail decided; its outcome is known once it is durable. null: it stays on the work list. */
interface Attempt {
  readonly key: string;
  readonly outcome: Promise<Disposal | null>;
}

const BATCH = 50;
/** After a fault of ours or the store's, so that a full disk is not tried a thousand times a second. */
const PAUSE_MS = 5_000;

export function postman(parts: PostmanParts): Postman {
  const { mailbox, clock } = parts;
  const attempt = attempts(parts);

  const work: Postman['work'] = async (batch, signal) => {
    // Reading is done for all at once; deciding strictly in the order of arrival.
    const reading = batch.map(attempt.read);
    for (const each of reading) each.catch(() => undefined);
    const handled: Attempt[] = [];
    for (const [index, delivered] of batch.entries()) {
      if (signal.aborted) break;
      handled.push(await attempt.handle(delivered, must(reading[index], 'every mail is being read')));
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

interface Attempts {
  readonly read: (delivered: Delivered) => Promise<ReadMail>;
  readonly handle: (delivered: Delivered, reading: Promise<ReadMail>) => Promise<Attempt>;
}

/** Handles mails so that nothing one of them does can stop the others: a mail that fails again and again is put aside, and its sender told. */
function attempts(parts: PostmanParts): Attempts {
  const { log } = parts;
  const { read, handle, apologise } = handling(parts);
  /** How often each mail has failed, by its bytes; forgotten with the process. */
  const failures = new Map<string, number>();

  const kept = (): Disposal => {
    parts.wakeCourier();
    return 'processed';
  };

  const storeFailed = (error: unknown): null => {
    log.error('store-failed', { why: error instanceof Error ? error.message : String(error) });
    return null;
  };

  const putAside = async (reading: Promise<ReadMail>, reason: 'fault' | 'damaged'): Promise<Disposal> => {
    await reading.then(read => apologise(read, reason)).catch(storeFailed);
    parts.wakeCourier();
    return 'quarantined';
  };

  const failed = async (delivered: Delivered, reading: Promise<ReadMail>, error: unknown): Promise<Disposal | null> => {
    if (error instanceof StoreFailed) return storeFailed(error);
    if (error instanceof DocumentDamaged) {
      log.error('document-damaged', { why: error.message });
      return putAside(reading, 'damaged');
    }
    const id = parts.fingerprint(Buffer.from(delivered.raw).toString('latin1'));
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
    handle: async (delivered, reading) => {
      const { key } = delivered;
      try {
        const { durable } = await handle(await reading);
        return { key, outcome: durable.then(kept, storeFailed) };
      } catch (error) {
        return { key, outcome: failed(delivered, reading, error) };
      }
    },
  };
}
