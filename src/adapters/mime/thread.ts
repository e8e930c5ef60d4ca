// The port Mime: small mails are read at once, larger ones in a thread with a time limit.
import { setImmediate as breathe } from 'node:timers/promises';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log, Mime } from '#service/ports.ts';
import { NotStarted, thread, threadFile } from '../workers/thread.ts';
import { mime } from './index.ts';
import {
  type ReadRequest,
  type ReadResult,
  readInSteps,
  timeReading,
  type VerifiedReading,
  type Verifier,
} from './verified-reading.ts';

export interface ThreadMime extends Mime {
  readonly close: () => Promise<void>;
}

export interface ReadingLimits {
  /** A mail with fewer bytes is read at once. The costliest of these takes 10 ms, 0.4 ms a usual one, which is less than its way to the thread. */
  readonly smallBytes: number;
  /** A mail of a player takes a millisecond. */
  readonly slowMs: number;
  /** A mail that takes longer is given up: the reader hangs, or was made to hang. */
  readonly latestMs: number;
}

const LIMITS: ReadingLimits = { smallBytes: 16_384, slowMs: 250, latestMs: 5_000 };
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
    limits: { smallBytes, slowMs, latestMs } = LIMITS,
    file = threadFile('adapters/mime/worker.js'),
  }: MimeThreadOptions = {},
): ThreadMime {
  const { ask, close } = thread<ReadRequest, ReadResult>(file, { maxOldGenerationSizeMb: MOST_MEGABYTES });
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  /** Reads one mail after the other. In between the process does what else is due. */
  const readHere = (request: ReadRequest): Promise<ReadResult> => {
    const reading = last.then(() => breathe()).then(() => timeReading(request));
    last = reading.catch(() => undefined);
    return reading;
  };
  const readInThread = (request: ReadRequest): Promise<ReadResult> => {
    // A copy that the thread takes over: what was fetched may be a piece of something larger.
    const raw = Uint8Array.from(request.raw);
    return ask({ ...request, raw }, latestMs, [raw.buffer]);
  };
  const readStep = async (request: ReadRequest): Promise<VerifiedReading> => {
    const { size, raw } = request;
    const answer = await (raw.length < smallBytes ? readHere(request) : readInThread(request));
    const { milliseconds } = answer;
    if (milliseconds > slowMs) log.warn('mail-slow', { milliseconds: Math.round(milliseconds), size });
    return answer;
  };
  return {
    read: async (raw, size) => {
      try {
        const reading = await readInSteps({ raw, size }, readStep, verifier);
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
