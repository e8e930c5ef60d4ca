// Decides when sending pauses, which mail is tried next, and when a refused mail is given up.
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import { domainOf } from '#core/mail/canonical-address.ts';
import type { Clock, Log, Outgoing, SendResult } from './ports.ts';

const MAX_PAUSE_MS = 4 * HOUR_MS;

/** The pause after a failure. It doubles with each earlier failure in a row, up to the longest. */
export const computePause = (firstMs: number, failures: number, maxMs = MAX_PAUSE_MS): number =>
  Math.min(firstMs * 2 ** failures, maxMs);

/** The pause of all sending: 5, 10, 20, … minutes. */
export const sendingPauseOf = (refusals: number): number => computePause(5 * MINUTE_MS, refusals);

/** Any refusals pause sending when this many readers are refused and no mail is taken in between. */
const READERS_AGREEING = 3;
/** During a pause readers whose mail was taken before are tried at once, until this many of them are refused. */
const MAX_EARLY_PROBES = 2;
/** The last readers or domains noted are remembered, at most this many. */
const MAX_REMEMBERED = 10_000;

/** No clock waits for a reader's mail after this many temporary refusals within this time. */
const TEMPORARY_REFUSALS = 3;
const TEMPORARY_MS = 2 * HOUR_MS;
/** If the reason may be the policy of a domain, no clock waits for a refused mail two weeks after it was written. */
const POLICY_MS = 14 * DAY_MS;
/** A mail that is permanently refused waits this long for the proof that others are taken. */
const PROOF_MS = DAY_MS;
/** A mail that is refused without such a proof is given up this long after it was written. */
const GIVE_UP_MS = 30 * DAY_MS;

/** The number of a mail in the order in which sending began. */
export type SendingOrder = number;

export interface RefusalJudgement {
  /** How often the server has refused this reader since it last took a mail to them. */
  readonly refusals: number;
  readonly isGivenUp: boolean;
  /** Clocks need not wait for this mail any more. */
  readonly isSettled: boolean;
}

export interface SendingPause {
  /** `open`: all mails may be sent. `probe`: one at a time, to learn whether the server takes mail again. */
  readonly mode: () => 'open' | 'paused' | 'probe';
  /** When the server is tried again. -Infinity: there is no pause. */
  readonly endsAt: () => Instant;
  /**
   * Sorts the readers for a probe, the best first: readers who were not refused, or refused longest ago, and among them readers whose mail
   * was taken before. Before the pause is over, only readers whose mail can show that the refusals are about others.
   */
  readonly sortForProbe: (readers: readonly string[]) => readonly string[];
  readonly begin: () => SendingOrder;
  /** Notes that the server took a mail to this reader. */
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  /** Notes that a mail was not sent. null: all sending is paused, and the mail is not at fault. */
  readonly noteRefused: (mail: Outgoing, began: SendingOrder, result: Failure) => RefusalJudgement | null;
  /** Notes that a refused mail to this reader waits no more. The next mail to a reader whose mail was settled needs a proof of its own. */
  readonly noteGivenUp: (reader: string, isSettled: boolean) => void;
}

export type Failure = Exclude<SendResult, { readonly kind: 'sent' }>;

export interface SendingPauseContext {
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Is the reader a stranger, perhaps no player? Refused mail to strangers says little about the server: anyone can make us invite
   * addresses that refuse mail. If such a mail is given up, the operator gets no report.
   */
  readonly isToStranger: (mail: Outgoing) => boolean;
}

/** The first reader of a mail. */
export const readerOf = (mail: Outgoing): string => mail.to[0] ?? '';

/** The refusals of a reader since the server last took a mail to them. */
interface Refusals {
  /** The last mail that had begun at the first refusal, and at the last one that was not temporary. 0: there is none. */
  readonly first: SendingOrder;
  readonly last: SendingOrder;
  readonly count: number;
  /** When the first of those that count was. */
  readonly since: Instant;
  readonly isStranger: boolean;
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

/** Remembers whose mail was taken and refused. A restart forgets it, and more tries are made. */
function createMemory() {
  /** The last mail that was taken. */
  let lastTaken: SendingOrder = 0;
  const taken = new Map<string, SendingOrder>();
  const refused = new Map<string, Refusals>();
  /** The last mail that had begun at the first refusal since a mail to the domain was taken. */
  const refusedDomains = new Map<string, SendingOrder>();
  const isBeforeTaken = (order: SendingOrder | undefined): boolean => order !== undefined && order < lastTaken;
  const isDomainAlone = (reader: string): boolean => isBeforeTaken(refusedDomains.get(domainOf(reader)));
  /** The players whose refused mail waits, but for one. */
  const listWaiting = (reader = ''): readonly (readonly [reader: string, refusals: Refusals])[] =>
    [...refused].filter(([each, { last, isStranger }]) => each !== reader && last > 0 && !isStranger);
  return {
    taken,
    refused,
    noteTaken: (reader: string, began: SendingOrder): void => {
      lastTaken = Math.max(lastTaken, began);
      remember(taken, reader, began);
      refused.delete(reader);
      refusedDomains.delete(domainOf(reader));
    },
    noteRefused: (reader: string, refusals: Refusals): void => {
      remember(refused, reader, refusals);
      const isNew = refusals.last > 0 && !refusals.isStranger && !refusedDomains.has(domainOf(reader));
      if (isNew) remember(refusedDomains, domainOf(reader), refusals.last);
    },
    /** Has the server taken other mail since it refused this reader, or all of their domain? */
    isAlone: (reader: string): boolean => isBeforeTaken(refused.get(reader)?.first) || isDomainAlone(reader),
    /** Were enough readers refused since the server last took a mail? A policy that is known to be that of a domain does not count. */
    haveAgreed: (isPolicy: boolean): boolean =>
      listWaiting().filter(([reader, { first }]) => !isBeforeTaken(first) && !(isPolicy && isDomainAlone(reader)))
        .length >= READERS_AGREEING,
    isRefusingOthers: (reader: string): boolean => listWaiting(reader).some(([, { last }]) => !isBeforeTaken(last)),
    /**
     * Has the server, since the mail `after`, taken mail to as many other readers as there are other players whose refused mail waits? Mail
     * within our own domain proves nothing about other domains.
     */
    hasTakenFromOthers: (reader: string, ownDomain: string, after: SendingOrder): boolean => {
      const isWithin = domainOf(reader) === ownDomain;
      const takenSince = [...taken].filter(
        ([each, order]) => each !== reader && order > after && (isWithin || domainOf(each) !== ownDomain),
      );
      return takenSince.length >= Math.max(1, listWaiting(reader).length);
    },
    isTrusted: (reader: string): boolean =>
      taken.has(reader) && !refused.has(reader) && !refusedDomains.has(domainOf(reader)),
    sort: (readers: readonly string[]): readonly string[] => {
      const sortBy = (list: readonly string[], rank: (reader: string) => number): readonly string[] =>
        list.toSorted((a, b) => rank(a) - rank(b));
      const byDomain = sortBy(readers, reader => refusedDomains.get(domainOf(reader)) ?? 0);
      const byTaken = sortBy(byDomain, reader => Number(!taken.has(reader)));
      return sortBy(byTaken, reader => refused.get(reader)?.last ?? 0);
    },
  };
}

type Memory = ReturnType<typeof createMemory>;

const NOT_REFUSED: RefusalJudgement = { refusals: 0, isGivenUp: false, isSettled: false };

const HEAD_BYTES = 8_192;

/** When a mail was written, by its Date header. null: it has none. Only the beginning of the mail is searched. */
function dateOf({ raw }: Outgoing): Instant | null {
  const head = Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1');
  const written = Date.parse(/^Date: ([^\r\n]*)/m.exec(head)?.[1] ?? '');
  return Number.isNaN(written) ? null : written;
}

/** Judges a refusal of one reader, when sending is not paused by it. */
function createJudge(
  clock: Clock,
  memory: Memory,
): (mail: Outgoing, result: Failure, refusals: Refusals) => RefusalJudgement {
  const speed = clock.speed ?? 1;
  return (mail, result, { first, count, since }) => {
    const reader = readerOf(mail);
    const refusedMs = (clock.now() - since) / speed;
    const ageMs = (clock.now() - (dateOf(mail) ?? since)) / speed;
    // Only a mail to somebody else that was taken shows that the refusals are about this reader.
    const isProved = memory.hasTakenFromOthers(reader, domainOf(mail.from), first);
    if (result.kind === 'rejected') {
      const isOnlyReader = refusedMs >= PROOF_MS && !memory.isRefusingOthers(reader);
      return { refusals: count, isGivenUp: isProved || isOnlyReader || ageMs >= GIVE_UP_MS, isSettled: isProved };
    }
    if (result.kind === 'limited') {
      const isOfPolicy = result.isDoubtful === true && ageMs >= POLICY_MS;
      return { refusals: count, isGivenUp: ageMs >= GIVE_UP_MS, isSettled: isProved && isOfPolicy };
    }
    const isOften = count >= TEMPORARY_REFUSALS && refusedMs >= TEMPORARY_MS;
    return { refusals: count, isGivenUp: false, isSettled: isProved && isOften };
  };
}

/** The state of one process. */
export function createSendingPause({ clock, log, isToStranger }: SendingPauseContext): SendingPause {
  /** `refusals`, and those of early probes, since the pause began. null: there is no pause. */
  let pause: { since: Instant; until: Instant; began: SendingOrder; refusals: number; early: number } | null = null;
  let order: SendingOrder = 0;
  const memory = createMemory();
  const judge = createJudge(clock, memory);
  const speed = clock.speed ?? 1;
  const isOver = (): boolean => pause === null || clock.now() >= pause.until;

  const startPause = (why: string): void => {
    const now = clock.now();
    const { since, refusals } = pause ?? { since: now, refusals: 0 };
    const until = now + sendingPauseOf(refusals) * speed;
    const facts = { why, until: new Date(until).toISOString() };
    if (pause === null) log.error('sending-paused', facts);
    else log.warn('sending-still-paused', { ...facts, since: new Date(since).toISOString() });
    pause = { since, until, began: order, refusals: refusals + 1, early: pause?.early ?? 0 };
  };

  /** Pauses sending if the refusal is about us. During a pause each limit is. */
  const pauseIfNeeded = (began: SendingOrder, result: Failure, wasAlone: boolean): boolean => {
    const isPolicy = result.kind === 'limited' && result.isDoubtful === true;
    const isLimit = result.kind === 'limited' && (pause !== null || !(wasAlone || isPolicy));
    if (!isLimit && !memory.haveAgreed(isPolicy)) return false;
    if (pause !== null && began <= pause.began) return true;
    if (pause === null || isOver()) startPause(result.why);
    else pause.early += 1;
    return true;
  };

  return {
    mode: () => {
      if (pause === null) return 'open';
      return isOver() || (memory.taken.size > 0 && pause.early < MAX_EARLY_PROBES) ? 'probe' : 'paused';
    },
    endsAt: () => pause?.until ?? -Infinity,
    sortForProbe: readers => memory.sort(isOver() ? readers : readers.filter(memory.isTrusted)),
    begin: () => (order += 1),
    noteTaken: (reader, began) => {
      memory.noteTaken(reader, began);
      // A mail that was under way when the pause began proves nothing.
      if (pause === null || began <= pause.began) return;
      log.info('sending-resumed', { since: new Date(pause.since).toISOString() });
      pause = null;
    },
    noteRefused: (mail, began, result) => {
      const isTemporary = result.kind === 'failed';
      if (isTemporary && result.isRefused !== true) return NOT_REFUSED;
      const reader = readerOf(mail);
      const isStranger = isToStranger(mail);
      const wasAlone = memory.isAlone(reader);
      const previous = memory.refused.get(reader) ?? { first: order, last: 0, count: 0, since: 0 };
      const refusals = { ...previous, isStranger, last: isTemporary ? previous.last : order };
      memory.noteRefused(reader, refusals);
      if (!isTemporary && !isStranger && pauseIfNeeded(began, result, wasAlone)) return null;
      const counted = {
        ...refusals,
        count: refusals.count + 1,
        since: refusals.count === 0 ? clock.now() : refusals.since,
      };
      memory.noteRefused(reader, counted);
      return judge(mail, result, counted);
    },
    noteGivenUp: (reader, isSettled) => {
      const refusals = memory.refused.get(reader);
      if (isSettled) memory.refused.delete(reader);
      else if (refusals !== undefined) memory.refused.set(reader, { ...refusals, last: 0 });
    },
  };
}
