// Pauses all sending while the SMTP server takes no mail of ours, with growing pauses.
import type { Instant } from '#core/time.ts';
import type { Clock, Log } from './ports.ts';

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;

/** 5, 10, 20, … minutes, at most four hours. */
export const sendingPauseAfter = (refusals: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);

/** When a mail began to be sent, relative to all others. */
export type SendingOrder = number;

export interface SendingPause {
  /** `open`: all mails may be sent. `probe`: one at a time, to learn whether the server takes mail again. */
  readonly mode: () => 'open' | 'paused' | 'probe';
  /** When the server is tried again; -Infinity: there is no pause. */
  readonly endsAt: () => Instant;
  /** Has this reader's mail been refused since the pause began? Another reader's mail is the better probe. */
  readonly hasRefused: (reader: string) => boolean;
  readonly begin: () => SendingOrder;
  /** Notes that the server took a mail to this reader. */
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  /** Notes that it refused one. False: the refusal is about this reader alone, since it took mail to others meanwhile. */
  readonly noteRefused: (reader: string, began: SendingOrder, why: string) => boolean;
}

/** The state of one process. A restart forgets it. */
export function createSendingPause(clock: Clock, log: Log): SendingPause {
  /** null: there is no pause. */
  let pause: { readonly since: Instant; readonly until: Instant; readonly began: SendingOrder } | null = null;
  /** In the present pause. */
  let refusals = 0;
  let order: SendingOrder = 0;
  let lastTaken: SendingOrder = 0;
  /** By reader whose mail was refused: the last mail that had begun by then. */
  const refused = new Map<string, SendingOrder>();

  const isAlone = (reader: string): boolean => {
    const at = refused.get(reader);
    return pause === null && at !== undefined && lastTaken > at;
  };

  const start = (why: string): void => {
    const now = clock.now();
    const until = now + sendingPauseAfter(refusals) * (clock.speed ?? 1);
    const since = pause?.since ?? now;
    const facts = { why, until: new Date(until).toISOString() };
    if (pause === null) log.error('sending-paused', facts);
    else log.warn('sending-still-paused', { ...facts, since: new Date(since).toISOString() });
    pause = { since, until, began: order };
    refusals += 1;
  };

  return {
    mode: () => {
      if (pause === null) return 'open';
      return clock.now() < pause.until ? 'paused' : 'probe';
    },
    endsAt: () => pause?.until ?? -Infinity,
    hasRefused: reader => refused.has(reader),
    begin: () => (order += 1),
    noteTaken: (reader, began) => {
      lastTaken = Math.max(lastTaken, began);
      refused.delete(reader);
      // A mail that was under way when the pause began proves nothing.
      if (pause === null || began <= pause.began) return;
      log.info('sending-resumed', { since: new Date(pause.since).toISOString() });
      pause = null;
      refusals = 0;
    },
    noteRefused: (reader, began, why) => {
      if (isAlone(reader)) return false;
      if (pause === null) refused.clear();
      const isNew = pause === null || began > pause.began;
      refused.set(reader, order);
      if (isNew) start(why);
      return true;
    },
  };
}
