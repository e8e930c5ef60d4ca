// Pauses all sending while the SMTP server takes none of our mail, with growing pauses.
import { domainOf } from '#core/mail/canonical-address.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, Log } from './ports.ts';

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;

/** 5, 10, 20, … minutes, at most four hours. */
export const sendingPauseAfter = (refusals: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);

/** When a mail began to be sent, relative to all others. */
export type SendingOrder = number;

/** `rejected`: this mail is permanently refused. `isDoubtful`: it may be only the policy of the reader's domain. */
export interface ServerRefusal {
  readonly kind: 'limited' | 'rejected';
  readonly why: string;
  readonly isDoubtful?: boolean;
}

/** The reader of a mail. Mail to strangers says little about the server: anybody can have mail sent to addresses that refuse it. */
export interface MailReader {
  readonly address: string;
  readonly isStranger: boolean;
}

export interface SendingPause {
  /** `open`: all mails may be sent. `probe`: one at a time, to learn whether the server takes mail again. */
  readonly mode: () => 'open' | 'paused' | 'probe';
  /** When the server is tried again. -Infinity: there is no pause. */
  readonly endsAt: () => Instant;
  /**
   * The best reader to try first: those not refused, or refused longest ago, and among them those whose mail was taken before. Before the
   * pause is over, only readers whose mail can show that the refusals are about others.
   */
  readonly sortForProbe: (readers: readonly string[]) => readonly string[];
  readonly begin: () => SendingOrder;
  /** Notes that the server took a mail to this reader. */
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  /** Notes that it refused one. False: that stops no other mail, as it may be about this reader or their domain alone. */
  readonly noteRefused: (reader: MailReader, began: SendingOrder, refusal: ServerRefusal) => boolean;
  /** The last mail that began to be sent. */
  readonly lastBegun: () => SendingOrder;
  /** Notes that a refused mail to this reader waits no more. */
  readonly noteGivenUp: (reader: string) => void;
  /**
   * Since this mail: has the server taken mail to other readers, at least as many as there are players whose refused mail waits? Mail
   * within our own domain proves nothing about others.
   */
  readonly hasTakenFromOthers: (reader: string, ownDomain: string, after: SendingOrder) => boolean;
  /** Has it refused another reader since it last took a mail? */
  readonly isRefusingOthers: (reader: string) => boolean;
}

/** The first refusals by this many domains do not lengthen the pause. */
const DOMAINS_TRIED = 3;
/** A doubtful refusal pauses sending when this many domains refuse and no mail is taken in between. */
const DOMAINS_AGREEING = 2;
/** Any refusal pauses sending when this many readers are refused. Then it is about us, whatever the words are. */
const READERS_AGREEING = 3;
/** Readers, domains and mails that are remembered, those noted last. */
const MOST_REMEMBERED = 10_000;

export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

interface Memory {
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  readonly noteRefused: (reader: string, order: SendingOrder) => void;
  /** The server refused a mail to this reader, whatever follows from it. */
  readonly noteTried: (reader: MailReader, order: SendingOrder) => void;
  readonly noteGivenUp: (reader: string) => void;
  /** Has the server taken other mail since it refused this reader, or all of their domain? */
  readonly isAlone: (reader: string) => boolean;
  /** Readers who were refused since the server last took a mail, and had not been refused alone before. */
  readonly findAgreeing: () => readonly string[];
  readonly isRefusingOthers: SendingPause['isRefusingOthers'];
  readonly hasTakenFromOthers: SendingPause['hasTakenFromOthers'];
  readonly sortForProbe: SendingPause['sortForProbe'];
  /** Readers whose mail was taken before, and no mail to such a reader of their domain is refused now. */
  readonly findWitnesses: (readers: readonly string[]) => readonly string[];
  /** Not where the mail of such readers of two domains is refused. */
  readonly mayHaveWitnesses: () => boolean;
}

/** Remembers the readers whose mail was taken or refused, in this pause and before. */
function createMemory(): Memory {
  /** When the last mail that was taken had begun. */
  let lastTaken = 0;
  /** By reader whose last mail was refused and waits: the last mail that had begun then. */
  const lastRefused = new Map<string, { readonly order: number; readonly isStranger: boolean }>();
  /** By reader, the last mail that was taken. By reader and by domain, the last one that had begun when a mail was refused. */
  const [taken, refused, refusedDomains] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  /** By reader, refusals since the server last took a mail. */
  const refusing = new Map<string, number>();
  const isBeforeTaken = (at: SendingOrder | undefined): boolean => at !== undefined && lastTaken > at;
  const isAlone = (reader: string): boolean =>
    isBeforeTaken(refused.get(reader)) || isBeforeTaken(refusedDomains.get(domainOf(reader)));
  /** The domains that refuse readers whose mail was taken before. */
  const refusingKnown = (): ReadonlySet<string> =>
    new Set([...refusing.keys()].filter(reader => taken.has(reader)).map(domainOf));
  return {
    noteTaken: (reader, began) => {
      lastTaken = Math.max(lastTaken, began);
      remember(taken, reader, began);
      lastRefused.delete(reader);
      refused.delete(reader);
      refusedDomains.delete(domainOf(reader));
      for (const [each, at] of refusing) if (isBeforeTaken(at)) refusing.delete(each);
    },
    noteTried: ({ address, isStranger }, order) => remember(lastRefused, address, { order, isStranger }),
    noteGivenUp: reader => void lastRefused.delete(reader),
    noteRefused: (reader, order) => {
      remember(refusing, reader, order);
      // A reader or domain that was refused alone stays so until a mail there is taken.
      if (!isBeforeTaken(refused.get(reader))) remember(refused, reader, order);
      if (!isBeforeTaken(refusedDomains.get(domainOf(reader)))) remember(refusedDomains, domainOf(reader), order);
    },
    isAlone,
    findAgreeing: () => [...refusing.keys()].filter(reader => !isBeforeTaken(refused.get(reader))),
    isRefusingOthers: reader => refusing.size > (refusing.has(reader) ? 1 : 0),
    hasTakenFromOthers: (reader, ownDomain, after) => {
      const isWithin = domainOf(reader) === ownDomain;
      const takenSince = [...taken].filter(
        ([each, order]) => each !== reader && order > after && (isWithin || domainOf(each) !== ownDomain),
      );
      const waiting = [...lastRefused].filter(([each, { isStranger }]) => each !== reader && !isStranger);
      return takenSince.length >= Math.max(1, waiting.length);
    },
    sortForProbe: readers => {
      const ranked = readers.map(reader => ({
        reader,
        ranks: [
          lastRefused.get(reader)?.order ?? 0,
          taken.has(reader) ? 0 : 1,
          refusedDomains.get(domainOf(reader)) ?? 0,
        ] as const,
      }));
      ranked.sort((a, b) => a.ranks[0] - b.ranks[0] || a.ranks[1] - b.ranks[1] || a.ranks[2] - b.ranks[2]);
      return ranked.map(({ reader }) => reader);
    },
    findWitnesses: readers => {
      const domains = refusingKnown();
      return readers.filter(reader => taken.has(reader) && !domains.has(domainOf(reader)));
    },
    mayHaveWitnesses: () => taken.size > 0 && refusingKnown().size < DOMAINS_AGREEING,
  };
}

/** The state of one process. A restart forgets it. */
export function createSendingPause(clock: Clock, log: Log): SendingPause {
  /** null: there is no pause. */
  let pause: { readonly since: Instant; readonly until: Instant; readonly began: SendingOrder } | null = null;
  /** In the current pause: the number of refusals, and the refusing domains. */
  let refusals = 0;
  const domains = new Set<string>();
  let order: SendingOrder = 0;
  const memory = createMemory();

  const haveReadersAgreed = (): boolean => memory.findAgreeing().length >= READERS_AGREEING;
  const haveDomainsAgreed = (): boolean => new Set(memory.findAgreeing().map(domainOf)).size >= DOMAINS_AGREEING;
  const isOver = (): boolean => pause === null || clock.now() >= pause.until;

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
      return isOver() || memory.mayHaveWitnesses() ? 'probe' : 'paused';
    },
    endsAt: () => pause?.until ?? -Infinity,
    sortForProbe: readers => memory.sortForProbe(isOver() ? readers : memory.findWitnesses(readers)),
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
    noteRefused: (who, began, { kind, why, isDoubtful = false }) => {
      memory.noteTried(who, order);
      if (who.isStranger) return false;
      const reader = who.address;
      const isAlone = memory.isAlone(reader);
      memory.noteRefused(reader, order);
      // In a pause each limit is ours.
      const isLimit = kind === 'limited' && (pause !== null || !(isAlone || isDoubtful));
      if (!isLimit && !(isDoubtful ? !isAlone && haveDomainsAgreed() : haveReadersAgreed())) return false;
      if (pause !== null && began <= pause.began) return true;
      refusals += 1;
      domains.add(domainOf(reader));
      start(why);
      return true;
    },
    lastBegun: () => order,
    noteGivenUp: memory.noteGivenUp,
    hasTakenFromOthers: memory.hasTakenFromOthers,
    isRefusingOthers: memory.isRefusingOthers,
  };
}
