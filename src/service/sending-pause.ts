// Pauses all sending while the SMTP server takes no mail of ours, with growing pauses.
import { domainOf } from '#core/accounts/canonical-address.ts';
import type { Instant } from '#core/time.ts';
import type { Clock, Log } from './ports.ts';

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;

/** 5, 10, 20, … minutes, at most four hours. */
export const sendingPauseAfter = (refusals: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);

/** When a mail began to be sent, relative to all others. */
export type SendingOrder = number;

/** A refusal; `isDoubtful`: it may be the policy of the reader's domain alone. */
export interface RefusedMail {
  readonly why: string;
  readonly isDoubtful?: boolean;
}

export interface SendingPause {
  /** `open`: all mails may be sent. `probe`: one at a time, to learn whether the server takes mail again. */
  readonly mode: () => 'open' | 'paused' | 'probe';
  /** When the server is tried again; -Infinity: there is no pause. */
  readonly endsAt: () => Instant;
  /** The best to try first: readers whose mail was taken before, of domains that have refused none, or not lately. */
  readonly sortForProbe: (readers: readonly string[]) => readonly string[];
  readonly begin: () => SendingOrder;
  /** Notes that the server took a mail to this reader. */
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  /** Notes that it refused one. False: that stops no other mail, as it may be about this reader or their domain alone. */
  readonly noteRefused: (reader: string, began: SendingOrder, refusal: RefusedMail) => boolean;
}

/** Refusals by so many domains, one after the other, make no pause longer. */
const DOMAINS_TRIED = 3;
/** A doubtful refusal counts where so many domains have refused. */
const DOMAINS_AGREEING = 2;
/** Readers and domains that are remembered, those noted last. */
const MOST_REMEMBERED = 10_000;

function remember(map: Map<string, SendingOrder>, key: string, order: SendingOrder): void {
  map.delete(key);
  map.set(key, order);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

interface Memory {
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  readonly noteRefused: (reader: string, order: SendingOrder) => void;
  /** Has the server taken other mail since it refused this reader, or all of their domain? */
  readonly isAlone: (reader: string) => boolean;
  /** Domains that have refused since the server last took a mail. */
  readonly countRefusing: () => number;
  readonly sortForProbe: SendingPause['sortForProbe'];
}

/** Whose mail was taken and whose refused, in this pause and before. */
function createMemory(): Memory {
  let lastTaken: SendingOrder = 0;
  /** By reader, the last mail that was taken; by reader and by domain, the last one that had begun when a mail was refused. */
  const [taken, refused, refusedDomains] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const isBeforeTaken = (at: SendingOrder | undefined): boolean => at !== undefined && lastTaken > at;
  return {
    noteTaken: (reader, began) => {
      lastTaken = Math.max(lastTaken, began);
      remember(taken, reader, began);
      refused.delete(reader);
      refusedDomains.delete(domainOf(reader));
    },
    noteRefused: (reader, order) => {
      remember(refused, reader, order);
      remember(refusedDomains, domainOf(reader), order);
    },
    isAlone: reader => isBeforeTaken(refused.get(reader)) || isBeforeTaken(refusedDomains.get(domainOf(reader))),
    countRefusing: () => [...refusedDomains.values()].filter(at => !isBeforeTaken(at)).length,
    sortForProbe: readers => {
      const ranked = readers.map(reader => ({
        reader,
        ranks: [
          refused.has(reader) ? 1 : 0,
          taken.has(reader) ? 0 : 1,
          refusedDomains.get(domainOf(reader)) ?? 0,
        ] as const,
      }));
      ranked.sort((a, b) => a.ranks[0] - b.ranks[0] || a.ranks[1] - b.ranks[1] || a.ranks[2] - b.ranks[2]);
      return ranked.map(({ reader }) => reader);
    },
  };
}

/** The state of one process. A restart forgets it. */
export function createSendingPause(clock: Clock, log: Log): SendingPause {
  /** null: there is no pause. */
  let pause: { readonly since: Instant; readonly until: Instant; readonly began: SendingOrder } | null = null;
  /** In the present pause: how many, and by whom. */
  let refusals = 0;
  const domains = new Set<string>();
  let order: SendingOrder = 0;
  const memory = createMemory();

  const start = (why: string): void => {
    const now = clock.now();
    const longer = Math.max(0, refusals - Math.min(domains.size, DOMAINS_TRIED));
    const until = now + sendingPauseAfter(longer) * (clock.speed ?? 1);
    const since = pause?.since ?? now;
    const facts = { why, until: new Date(until).toISOString() };
    if (pause === null) log.error('sending-paused', facts);
    else log.warn('sending-still-paused', { ...facts, since: new Date(since).toISOString() });
    pause = { since, until, began: order };
  };

  return {
    mode: () => {
      if (pause === null) return 'open';
      return clock.now() < pause.until ? 'paused' : 'probe';
    },
    endsAt: () => pause?.until ?? -Infinity,
    sortForProbe: memory.sortForProbe,
    begin: () => (order += 1),
    noteTaken: (reader, began) => {
      memory.noteTaken(reader, began);
      // A mail that was under way when the pause began proves nothing.
      if (pause === null || began <= pause.began) return;
      log.info('sending-resumed', { since: new Date(pause.since).toISOString() });
      pause = null;
      refusals = 0;
      domains.clear();
    },
    noteRefused: (reader, began, { why, isDoubtful = false }) => {
      if (pause === null && memory.isAlone(reader)) return false;
      memory.noteRefused(reader, order);
      if (pause === null && isDoubtful && memory.countRefusing() < DOMAINS_AGREEING) return false;
      if (pause !== null && began <= pause.began) return true;
      refusals += 1;
      domains.add(domainOf(reader));
      start(why);
      return true;
    },
  };
}
