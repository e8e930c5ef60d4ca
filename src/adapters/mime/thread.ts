// The port Mime over a thread: a mail that takes too long to read is given up, and delays no other.
import { reasonOf } from '#games/kit/assert.ts';
import type { Log, Mime } from '#service/ports.ts';
import { NotStarted, thread, threadFile } from '../workers/thread.ts';
import { mime } from './index.ts';
import { readInSteps, type VerificationRequest, type VerifiedReading, type Verifier } from './verified-reading.ts';

export interface ThreadMime extends Mime {
  readonly close: () => Promise<void>;
}

export interface ReadRequest {
  readonly raw: Uint8Array;
  readonly size: number;
  readonly verification: VerificationRequest | null;
}

export interface ReadResult extends VerifiedReading {
  readonly milliseconds: number;
}

export interface ReadingLimits {
  /** A mail of a player takes a millisecond. */
  readonly slowMs: number;
  /** A mail that takes longer is given up: the reader hangs, or was made to hang. */
  readonly latestMs: number;
}

const LIMITS: ReadingLimits = { slowMs: 250, latestMs: 5_000 };
/** The largest mail that is read at all needs a tenth. */
const MOST_MEGABYTES = 256;

export interface MimeThreadOptions {
  /** null: the service does not verify senders itself. */
  readonly verifier?: Verifier | null;
  readonly limits?: ReadingLimits;
  /** Another thread's code, in tests. */
  readonly file?: URL;
}

export function startMimeThread(
  log: Log,
  {
    verifier = null,
    limits: { slowMs, latestMs } = LIMITS,
    file = threadFile('adapters/mime/worker.js'),
  }: MimeThreadOptions = {},
): ThreadMime {
  const { ask, close } = thread<ReadRequest, ReadResult>(file, { maxOldGenerationSizeMb: MOST_MEGABYTES });
  let isClosed = false;
  const readStep = async (
    raw: Uint8Array,
    size: number,
    verification: VerificationRequest | null,
  ): Promise<VerifiedReading> => {
    // A copy that the thread takes over: what was fetched may be a piece of something larger.
    const copy = Uint8Array.from(raw);
    const answer = await ask({ raw: copy, size, verification }, latestMs, [copy.buffer]);
    const { milliseconds } = answer;
    if (milliseconds > slowMs) log.warn('mail-slow', { milliseconds: Math.round(milliseconds), size });
    return answer;
  };
  return {
    read: async (raw, size) => {
      try {
        const reading = await readInSteps(verification => readStep(raw, size, verification), verifier);
        if (isClosed) throw new Error('the thread was ended');
        return reading;
      } catch (error) {
        if (isClosed || error instanceof NotStarted) throw error;
        return { kind: 'given-up', why: reasonOf(error) };
      }
    },
    peek: mime.peek,
    render: mime.render,
    close: async () => {
      isClosed = true;
      await close();
    },
  };
}
