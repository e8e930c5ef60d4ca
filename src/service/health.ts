// Judges the health of the service, and tells the log when it stays ill.
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import type { PaceState } from './pace.ts';
import type { Clock, HealthReport, Illness, Log, MailCounts, ServerState, Store } from './ports.ts';
import type { Leases, ProcessRecord, ProcessSigns, QueueCounts, Role } from './shared-ports.ts';

/** The service is ill after this long, in milliseconds of real time. */
export const ILL_AFTER = {
  /** The store refuses every change. */
  storeMs: 30_000,
  /** No process of a role gives a sign of life. */
  roleMs: 60_000,
  /** A mail waits to be sent or decided. */
  mailMs: 15 * 60_000,
  /** The mailbox is not looked at. A longer interval between looks (`imap.sweepSeconds`) counts twice. */
  mailboxMs: 5 * 60_000,
} as const;

/** What is known about the service. */
export interface HealthFacts {
  readonly processes: readonly ProcessRecord[];
  /** The roles that a service of several processes needs. Empty: this process is the only one. */
  readonly neededRoles: readonly Role[];
  /** The time since this process started, in milliseconds. */
  readonly ageMs: number;
  /** null: the store does not answer. */
  readonly mails: MailCounts | null;
  readonly queue: QueueCounts | null;
  /** The age of the oldest mail that came in and is not decided, in milliseconds. Mails in a mailbox do not count. null: none waits. */
  readonly oldestIncomingMs: number | null;
  readonly pace: PaceState | null;
  /** The mail servers that the service uses. Without IMAP mails are delivered to a folder. */
  readonly servers: readonly ('imap' | 'smtp')[];
  readonly sweepMs: number;
}

/** Does a process of this role read the mailbox, or send? */
const READERS: readonly Role[] = ['all', 'inbox'];
const SENDERS: readonly Role[] = ['all', 'outbox'];

/** Did the process give a sign of life within the last minute? */
export const isAlive = ({ hasEnded, silentMs }: ProcessRecord): boolean => !hasEnded && silentMs < ILL_AFTER.roleMs;

/** The newest of these instants. null: there is none. */
const findLatest = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce((latest, at) => (at === null || (latest !== null && latest > at) ? latest : at), null);

const findEarliest = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce((earliest, at) => (at === null || (earliest !== null && earliest < at) ? earliest : at), null);

/** The signs of all processes together. */
export function mergeSigns(processes: readonly ProcessRecord[]): ProcessSigns {
  const signsOf = (roles: readonly Role[] | null): readonly ProcessSigns[] =>
    processes.filter(each => (roles === null || roles.includes(each.role)) && isAlive(each)).map(({ signs }) => signs);
  const [all, readers, senders] = [signsOf(null), signsOf(READERS), signsOf(SENDERS)];
  return {
    imap: pickState(readers.map(({ imap }) => imap)),
    smtp: pickState(senders.map(({ smtp }) => smtp)),
    readAt: findLatest(readers.map(({ readAt }) => readAt)),
    // A process that has ended may have sent the last mail.
    sentAt: findLatest(processes.map(({ signs }) => signs.sentAt)),
    pausedUntil: senders.find(({ pausedUntil }) => pausedUntil !== null)?.pausedUntil ?? null,
    storeFailingSince: findEarliest(all.map(({ storeFailingSince }) => storeFailingSince)),
    oauthRefusal: all.find(({ oauthRefusal = null }) => oauthRefusal !== null)?.oauthRefusal ?? null,
  };
}

/** One connected process is enough: others may be on standby. */
function pickState(states: readonly ServerState[]): ServerState {
  if (states.includes('connected')) return 'connected';
  return states.includes('refused') ? 'refused' : 'unreachable';
}

const SERVER_NAMES = { imap: 'IMAP', smtp: 'SMTP' } as const;

/** The reasons why the service is ill. `clock`: its speed makes durations of the service's clock real ones. */
export function findIllnesses(facts: HealthFacts, clock: Pick<Clock, 'now' | 'speed'>): readonly Illness[] {
  const signs = mergeSigns(facts.processes);
  const { oauthRefusal = null } = signs;
  const since = (at: Instant): number => (clock.now() - at) / (clock.speed ?? 1);
  const servers = facts.servers.flatMap((server): readonly Illness[] => {
    const name = SERVER_NAMES[server];
    if (signs[server] === 'connected') return [];
    const why = `The ${name} server ${signs[server] === 'refused' ? 'refuses the login' : 'cannot be reached'}.`;
    return [{ what: server, why }];
  });
  return [
    ...servers,
    ...(oauthRefusal === null ? [] : [{ what: 'oauth' as const, why: oauthRefusal }]),
    ...findStoreIllness(facts, signs, since),
    ...findSendingIllnesses(facts, signs, since),
    ...findReadingIllnesses(facts, signs, since),
    ...facts.neededRoles
      .filter(role => !facts.processes.some(each => (each.role === role || each.role === 'all') && isAlive(each)))
      // Other processes may be starting as well.
      .filter(() => facts.ageMs >= ILL_AFTER.roleMs)
      .map((role): Illness => ({ what: 'role', why: `No process of the role ${role} is alive.` })),
  ];
}

type SinceMs = (at: Instant) => number;

function findStoreIllness(
  { mails }: HealthFacts,
  { storeFailingSince }: ProcessSigns,
  since: SinceMs,
): readonly Illness[] {
  if (mails === null) return [{ what: 'store', why: 'The store does not answer.' }];
  if (storeFailingSince === null || since(storeFailingSince) < ILL_AFTER.storeMs) return [];
  return [{ what: 'store', why: `The store has refused changes for ${formatDuration(since(storeFailingSince))}.` }];
}

/**
 * A mail may wait for days because its reader's server refuses it. So it counts only if no mail was sent after it was written. At a pace
 * only mails about boards count, if they can be sent: other mails may wait for hours.
 */
function findSendingIllnesses(
  { mails, pace }: HealthFacts,
  { pausedUntil }: ProcessSigns,
  since: SinceMs,
): readonly Illness[] {
  const oldest = (pace === null ? mails?.oldestSince : mails?.oldestDueBoard) ?? null;
  const isLate = oldest !== null && since(oldest) >= ILL_AFTER.mailMs;
  return [
    ...(pausedUntil === null ? [] : [{ what: 'pause' as const, why: `Sending is paused until ${pausedUntil}.` }]),
    ...(isLate ? [{ what: 'outbox' as const, why: formatLateMail(formatDuration(since(oldest)), pace) }] : []),
  ];
}

const formatLateMail = (duration: string, pace: PaceState | null): string =>
  pace === null
    ? `A mail has waited for ${duration}, and none was sent meanwhile.`
    : `A mail about a board has waited for ${duration}. smtp.perHour is ${pace.perHour}.`;

function findReadingIllnesses(
  { oldestIncomingMs, sweepMs, ageMs }: HealthFacts,
  { readAt }: ProcessSigns,
  since: SinceMs,
): readonly Illness[] {
  const waitedMs = oldestIncomingMs ?? 0;
  const unreadMs = readAt === null ? ageMs : since(readAt);
  const isUnread = unreadMs >= Math.max(ILL_AFTER.mailboxMs, 2 * sweepMs);
  return [
    ...(waitedMs < ILL_AFTER.mailMs
      ? []
      : [
          { what: 'queue' as const, why: `An incoming mail has waited for ${formatDuration(waitedMs)} to be decided.` },
        ]),
    ...(isUnread
      ? [{ what: 'mailbox' as const, why: `The mailbox has not been read for ${formatDuration(unreadMs)}.` }]
      : []),
  ];
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const;

/** `16 minutes`: whole units, rounded down, at least two of them. */
export function formatDuration(ms: number): string {
  const [name, unit] = UNITS.find(([, unitMs]) => ms >= 2 * unitMs) ?? ['seconds', 1_000];
  return `${Math.floor(ms / unit)} ${name}`;
}

/** Counts the mails, as far as the store answers. */
export async function countMails(
  store: Pick<Store, 'countMails'>,
  processes: readonly ProcessRecord[],
  now: Instant,
): Promise<MailCounts | null> {
  return store.countMails(now, mergeSigns(processes).sentAt ?? -Infinity).catch(() => null);
}

/** When more mails may be sent, if due mails wait for that. null: none does. */
function findPacedUntil({ mails, pace }: HealthFacts, now: Instant): Instant | null {
  if (pace === null || (mails?.due ?? 0) === 0) return null;
  return [pace.boardsFrom, pace.othersFrom].find(from => from > now) ?? null;
}

export function reportHealth(facts: HealthFacts, clock: Pick<Clock, 'now' | 'speed'>): HealthReport {
  const { imap, smtp, pausedUntil } = mergeSigns(facts.processes);
  const reasons = findIllnesses(facts, clock);
  const pacedUntil = findPacedUntil(facts, clock.now());
  const { due, waiting, failed } = facts.mails ?? { due: 0, waiting: 0, failed: 0 };
  return {
    ...{
      ok: reasons.length === 0,
      ...(facts.servers.includes('imap') ? { imap } : {}),
      smtp,
      store: reasons.some(({ what }) => what === 'store') ? 'failed' : 'ok',
    },
    ...{ waiting: due, delayed: waiting - due, failed },
    ...{ undecided: facts.queue?.waiting ?? 0, aside: facts.queue?.aside ?? 0 },
    ...(pausedUntil === null ? {} : { sendingPausedUntil: pausedUntil }),
    ...(pacedUntil === null ? {} : { sendingPacedUntil: new Date(pacedUntil).toISOString() }),
    reasons,
  };
}

/** Looks after the health of the service, and logs an error when it stays ill. */
export interface HealthWatchContext {
  readonly report: () => Promise<HealthReport>;
  /** One process at a time watches the service. */
  readonly leases: Leases;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
}

const WATCH_MS = 15_000;
const LEASE = 'the health watch';

/** Mail servers are away now and then. The other illnesses have lasted for a while when they are reported. */
const PATIENCE_MS: Readonly<Record<Illness['what'], number>> = {
  ...{ imap: HOUR_MS, smtp: HOUR_MS, oauth: HOUR_MS, mailbox: HOUR_MS, pause: HOUR_MS },
  ...{ store: 0, outbox: 0, queue: 0, role: 0 },
};

/** An illness that lasts. */
interface Case {
  readonly since: Instant;
  readonly isReported: boolean;
}

/** Logs `service-ill` once for each illness that lasts, and `service-well` when it is over. */
export async function watchHealth(
  { report, leases, clock, log }: HealthWatchContext,
  signal: AbortSignal,
): Promise<void> {
  const cases = new Map<Illness['what'], Case>();
  const note = ({ what, why }: Illness): void => {
    const { since, isReported } = cases.get(what) ?? { since: clock.now(), isReported: false };
    const isDue = !isReported && clock.now() - since >= PATIENCE_MS[what];
    if (isDue) log.error('service-ill', { what, why });
    cases.set(what, { since, isReported: isReported || isDue });
  };
  const closeCases = (reasons: readonly Illness[]): void => {
    const lasting = new Set(reasons.map(({ what }) => what));
    for (const [what, { isReported }] of [...cases].filter(([each]) => !lasting.has(each))) {
      cases.delete(what);
      if (isReported) log.warn('service-well', { what });
    }
  };
  const isOurs = async (): Promise<boolean> =>
    leases.holds(LEASE) || (await leases.take([LEASE]).catch(() => [])).length > 0;
  while (!signal.aborted) {
    if (await isOurs()) {
      const { reasons } = await report();
      for (const illness of reasons) note(illness);
      closeCases(reasons);
    }
    await clock.sleep(WATCH_MS, signal);
  }
}
