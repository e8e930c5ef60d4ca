// Pauses sending while the SMTP server takes none of our mail, or refuses one reader.
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { domainOf } from '#core/mail/canonical-address.ts';
import type { Clock, Log, Outgoing, SendResult } from './ports.ts';

/** Pauses all sending while the SMTP server takes none of our mail, with growing pauses. */
const MIN_PAUSE_MS = 5 * 60_000;
const MAX_PAUSE_MS = 4 * 3_600_000;

/** 5, 10, 20, … minutes, at most four hours. */
export const sendingPauseOf = (refusals: number): number => Math.min(MIN_PAUSE_MS * 2 ** refusals, MAX_PAUSE_MS);

/** The number of a mail in the order in which sending began. */
export type SendingOrder = number;

/** `rejected`: this mail is permanently refused. `isDoubtful`: the reason may be the policy of the reader's domain. */
export interface ServerRefusal {
  readonly kind: 'limited' | 'rejected';
  readonly why: string;
  readonly isDoubtful?: boolean;
}

/** The reader of a mail. Refused mail to strangers says little about the server: anyone can make us invite addresses that refuse mail. */
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
   * Sorts the readers for a probe, the best first: readers who were not refused, or refused longest ago, and among them readers whose mail
   * was taken before. Before the pause is over, only readers whose mail can show that the refusals are about others.
   */
  readonly sortForProbe: (readers: readonly string[]) => readonly string[];
  readonly begin: () => SendingOrder;
  /** Notes that the server took a mail to this reader. */
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  /** Notes that the server refused a mail. False: other mail is still sent, as the refusal may be about this reader or their domain alone. */
  readonly noteRefused: (reader: MailReader, began: SendingOrder, refusal: ServerRefusal) => boolean;
  /** The last mail that began to be sent. */
  readonly lastBegun: () => SendingOrder;
  /** Notes that a refused mail to this reader waits no more. */
  readonly noteGivenUp: (reader: string) => void;
  /**
   * Has the server, since the mail `after`, taken mail to as many other readers as there are other players whose refused mail waits? Mail
   * within our own domain proves nothing about other domains.
   */
  readonly hasTakenFromOthers: (reader: string, ownDomain: string, after: SendingOrder) => boolean;
  /** Has the server refused another reader since it last took a mail? */
  readonly isRefusingOthers: (reader: string) => boolean;
}

/** The first refusals by this many domains do not lengthen the pause. */
const FREE_DOMAINS = 3;
/** A doubtful refusal pauses sending when this many domains refuse and no mail is taken in between. */
const DOMAINS_AGREEING = 2;
/** Any refusal pauses sending when this many readers are refused. The refusals are then about us, whatever the answers say. */
const READERS_AGREEING = 3;
/** The last readers or domains noted are remembered, at most this many. */
const MAX_REMEMBERED = 10_000;

export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

interface RefusalMemory {
  readonly noteTaken: (reader: string, began: SendingOrder) => void;
  readonly noteRefused: (reader: string, order: SendingOrder) => void;
  /** Notes every refused mail, also of strangers. */
  readonly noteTried: (reader: MailReader, order: SendingOrder) => void;
  readonly noteGivenUp: (reader: string) => void;
  /** Has the server taken other mail since it refused this reader, or all of their domain? */
  readonly isRefusedAlone: (reader: string) => boolean;
  /** Readers who were refused since the server last took a mail, and had not been refused alone before. */
  readonly findAgreeing: () => readonly string[];
  readonly isRefusingOthers: SendingPause['isRefusingOthers'];
  readonly hasTakenFromOthers: SendingPause['hasTakenFromOthers'];
  readonly sortForProbe: SendingPause['sortForProbe'];
  /** Readers whose mail was taken before, and no mail to such a reader of their domain is refused now. */
  readonly findWitnesses: (readers: readonly string[]) => readonly string[];
  /** Can `findWitnesses` find a reader? Not if the mail of such readers is refused by two domains. */
  readonly mayHaveWitnesses: () => boolean;
}

/** Remembers the readers whose mail was taken or refused, in this pause and before. */
function createMemory(): RefusalMemory {
  /** The order of the last mail that was taken. */
  let lastTakenOrder = 0;
  /** For each reader whose last mail was refused and waits: the order of the last mail that had begun then. */
  const lastRefused = new Map<string, { readonly order: number; readonly isStranger: boolean }>();
  /** By reader: the order of the last mail taken. By reader and by domain: the order of the last mail that had begun at a refusal. */
  const [takenOrders, refusedOrders, refusedDomainOrders] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  /** The readers refused since the server last took a mail, with the order of the last mail that had begun then. */
  const refusingReaders = new Map<string, number>();
  const isBeforeTaken = (order: SendingOrder | undefined): boolean => order !== undefined && lastTakenOrder > order;
  const isRefusedAlone = (reader: string): boolean =>
    isBeforeTaken(refusedOrders.get(reader)) || isBeforeTaken(refusedDomainOrders.get(domainOf(reader)));
  /** The domains that refuse readers whose mail was taken before. */
  const findRefusingDomains = (): ReadonlySet<string> =>
    new Set([...refusingReaders.keys()].filter(reader => takenOrders.has(reader)).map(domainOf));
  return {
    noteTaken: (reader, began) => {
      lastTakenOrder = Math.max(lastTakenOrder, began);
      remember(takenOrders, reader, began);
      lastRefused.delete(reader);
      refusedOrders.delete(reader);
      refusedDomainOrders.delete(domainOf(reader));
      for (const [each, order] of refusingReaders) if (isBeforeTaken(order)) refusingReaders.delete(each);
    },
    noteTried: ({ address, isStranger }, order) => remember(lastRefused, address, { order, isStranger }),
    noteGivenUp: reader => void lastRefused.delete(reader),
    noteRefused: (reader, order) => {
      remember(refusingReaders, reader, order);
      // A reader or domain that was refused alone stays so until a mail there is taken.
      if (!isBeforeTaken(refusedOrders.get(reader))) remember(refusedOrders, reader, order);
      if (!isBeforeTaken(refusedDomainOrders.get(domainOf(reader))))
        remember(refusedDomainOrders, domainOf(reader), order);
    },
    isRefusedAlone,
    findAgreeing: () => [...refusingReaders.keys()].filter(reader => !isBeforeTaken(refusedOrders.get(reader))),
    isRefusingOthers: reader => refusingReaders.size > (refusingReaders.has(reader) ? 1 : 0),
    hasTakenFromOthers: (reader, ownDomain, after) => {
      const isWithin = domainOf(reader) === ownDomain;
      const takenSince = [...takenOrders].filter(
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
          takenOrders.has(reader) ? 0 : 1,
          refusedDomainOrders.get(domainOf(reader)) ?? 0,
        ] as const,
      }));
      ranked.sort((a, b) => a.ranks[0] - b.ranks[0] || a.ranks[1] - b.ranks[1] || a.ranks[2] - b.ranks[2]);
      return ranked.map(({ reader }) => reader);
    },
    findWitnesses: readers => {
      const domains = findRefusingDomains();
      return readers.filter(reader => takenOrders.has(reader) && !domains.has(domainOf(reader)));
    },
    mayHaveWitnesses: () => takenOrders.size > 0 && findRefusingDomains().size < DOMAINS_AGREEING,
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

  const startPause = (why: string): void => {
    const now = clock.now();
    const lengthening = Math.max(0, refusals - Math.min(domains.size, FREE_DOMAINS));
    const until = now + sendingPauseOf(lengthening) * (clock.speed ?? 1);
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
    noteRefused: (mailReader, began, { kind, why, isDoubtful = false }) => {
      memory.noteTried(mailReader, order);
      if (mailReader.isStranger) return false;
      const reader = mailReader.address;
      const isRefusedAlone = memory.isRefusedAlone(reader);
      memory.noteRefused(reader, order);
      // During a pause each limit is about us, not about the reader.
      const isLimit = kind === 'limited' && (pause !== null || !(isRefusedAlone || isDoubtful));
      if (!isLimit && !(isDoubtful ? !isRefusedAlone && haveDomainsAgreed() : haveReadersAgreed())) return false;
      if (pause !== null && began <= pause.began) return true;
      refusals += 1;
      domains.add(domainOf(reader));
      startPause(why);
      return true;
    },
    lastBegun: () => order,
    noteGivenUp: memory.noteGivenUp,
    hasTakenFromOthers: memory.hasTakenFromOthers,
    isRefusingOthers: memory.isRefusingOthers,
  };
}

/** No clock waits for a reader's mail after this many temporary refusals, an hour or more apart. */
const TEMPORARY_REFUSALS = 3;
const MIN_INTERVAL_MS = HOUR_MS;
/** If the reason may be the policy of a domain, no clock waits for a refused mail two weeks after it was written. */
const POLICY_MS = 14 * DAY_MS;
/** A mail that is permanently refused waits this long for the proof that others are taken. */
const PROOF_MS = DAY_MS;
/** A mail that is refused without such a proof is given up this long after it was written. */
const GIVE_UP_MS = 30 * DAY_MS;

export interface RefusalJudgement {
  /** How often the server has refused this reader since it last took a mail to them. */
  readonly refusals: number;
  readonly isGivenUp: boolean;
  /** Clocks need not wait for this mail any more. */
  readonly isSettled: boolean;
}

export interface RefusedReaders {
  readonly noteTaken: (reader: string) => void;
  readonly judge: (reader: string, mail: Outgoing, result: SendResult) => RefusalJudgement;
}

/** The refusals of one reader since the server last took a mail to them. */
interface Refusals {
  /** The last mail that had begun at the first refusal. */
  readonly order: SendingOrder;
  readonly since: Instant;
  readonly count: number;
  /** The temporary refusals that count, and when the last of them was. */
  readonly temporaryCount: number;
  readonly lastTemporaryAt: Instant;
}

const NOT_REFUSED: RefusalJudgement = { refusals: 0, isGivenUp: false, isSettled: false };

/** Did the server temporarily refuse this reader? Our own faults and the server's are no refusals. */
const isTemporary = (result: SendResult): boolean => result.kind === 'failed' && result.isRefused === true;

/** When a mail was written, by its Date header. null: it has none. Only the beginning of the mail is searched. */
function dateOf({ raw }: Outgoing): Instant | null {
  const head = Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1');
  const written = Date.parse(/^Date: ([^\r\n]*)/m.exec(head)?.[1] ?? '');
  return Number.isNaN(written) ? null : written;
}

const HEAD_BYTES = 8_192;

/** The state of one process. A restart forgets it, and more tries are made. The age of a mail is read from its header. */
export function createRefusedReaders(clock: Clock, sendingPause: SendingPause): RefusedReaders {
  const refusalsByReader = new Map<string, Refusals>();
  const speed = clock.speed ?? 1;

  const noteRefusal = (reader: string, result: SendResult): Refusals => {
    const now = clock.now();
    const start = {
      order: sendingPause.lastBegun(),
      ...{ since: now, count: 0, temporaryCount: 0, lastTemporaryAt: -Infinity },
    };
    const previous = refusalsByReader.get(reader) ?? start;
    const doesCount = isTemporary(result) && now - previous.lastTemporaryAt >= MIN_INTERVAL_MS * speed;
    const update = doesCount ? { temporaryCount: previous.temporaryCount + 1, lastTemporaryAt: now } : {};
    const refusals = { ...previous, ...update, count: previous.count + 1 };
    remember(refusalsByReader, reader, refusals);
    return refusals;
  };

  const judgeRefusals = (
    reader: string,
    mail: Outgoing,
    result: SendResult,
    { order, since, count, temporaryCount }: Refusals,
  ): RefusalJudgement => {
    const age = (clock.now() - (dateOf(mail) ?? since)) / speed;
    // Only a mail to somebody else that was taken shows that the refusals are about this reader.
    const isProved = sendingPause.hasTakenFromOthers(reader, domainOf(mail.from), order);
    if (result.kind === 'rejected') {
      const isOnlyReader = (clock.now() - since) / speed >= PROOF_MS && !sendingPause.isRefusingOthers(reader);
      return { refusals: count, isGivenUp: isProved || isOnlyReader || age >= GIVE_UP_MS, isSettled: isProved };
    }
    if (result.kind === 'limited') {
      const isOfPolicy = result.isDoubtful === true && age >= POLICY_MS;
      return { refusals: count, isGivenUp: age >= GIVE_UP_MS, isSettled: isProved && isOfPolicy };
    }
    return { refusals: count, isGivenUp: false, isSettled: isProved && temporaryCount >= TEMPORARY_REFUSALS };
  };

  return {
    noteTaken: reader => void refusalsByReader.delete(reader),
    judge: (reader, mail, result) => {
      const isRefusal = result.kind === 'rejected' || result.kind === 'limited' || isTemporary(result);
      if (!isRefusal) return NOT_REFUSED;
      const refusals = noteRefusal(reader, result);
      const judgement = judgeRefusals(reader, mail, result, refusals);
      // The next mail to this reader needs a proof of its own.
      if (judgement.isGivenUp && judgement.isSettled) refusalsByReader.delete(reader);
      return judgement;
    },
  };
}
