// The port Mime over a thread: a mail that takes too long to read is given up, and delays no other.
import { reasonOf } from '#games/kit/assert.ts';
import type { Log, Mime, Reading } from '#service/ports.ts';
import { NotStarted, thread, threadFile } from '../workers/thread.ts';
import { mime } from './index.ts';

export interface ThreadMime extends Mime {
  readonly close: () => Promise<void>;
}

export interface ReadRequest {
  readonly raw: Uint8Array;
  readonly size: number;
}

export interface ReadResult {
  readonly reading: Reading;
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

/** `file`: another thread's code, in tests. */
export function startMimeThread(
  log: Log,
  { slowMs, latestMs }: ReadingLimits = LIMITS,
  file: URL = threadFile(import.meta.url, './worker.js'),
): ThreadMime {
  const { ask, close } = thread<ReadRequest, ReadResult>(file, { maxOldGenerationSizeMb: MOST_MEGABYTES });
  let isClosed = false;
  return {
    read: async (raw, size) => {
      // A copy that the thread takes over: what was fetched may be a piece of something larger.
      const copy = Uint8Array.from(raw);
      try {
        const answer = await ask({ raw: copy, size }, latestMs, [copy.buffer]);
        const { reading: found, milliseconds } = answer;
        if (milliseconds > slowMs) log.warn('mail-slow', { milliseconds: Math.round(milliseconds), size });
        return found;
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
