// Judges the health of the service, and tells the log when it stays ill.
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import type { PaceState } from './pace.ts';
import type { Clock, Log, MailCounts, ServerState } from './ports.ts';
import {
  type HealthReport,
  type Illness,
  type Leases,
  type ProcessRecord,
  type ProcessSigns,
  type QueueCounts,
  ROLES,
  type Role,
} from './shared-ports.ts';

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
  /** The age of the oldest mail that came in and is not decided, in milliseconds. Mails in a mailbox do not count. 0: none waits. */
  readonly oldestIncomingMs: number;
  readonly pace: PaceState | null;
  /** The mail servers that the service uses. Without IMAP mails are delivered to a folder. */
  readonly servers: readonly ('imap' | 'smtp')[];
  readonly sweepMs: number;
}

/** `speed` makes durations of the service's clock real ones. */
type HealthClock = Pick<Clock, 'now' | 'speed'>;

/** Does a process of this role read the mailbox, or send? */
const READERS: readonly Role[] = ['all', 'inbox'];
const SENDERS: readonly Role[] = ['all', 'outbox'];

/** Did the process give a sign of life within the last minute? */
export const isAlive = ({ hasEnded, silentMs }: ProcessRecord): boolean => !hasEnded && silentMs < ILL_AFTER.roleMs;

/** null: there is none. */
function findLatest(instants: readonly (Instant | null)[]): Instant | null {
  const known = instants.filter(each => each !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** The signs of all processes together. */
export function mergeSigns(processes: readonly ProcessRecord[]): ProcessSigns {
  const signsOf = (roles: readonly Role[]): readonly ProcessSigns[] =>
    processes.filter(each => roles.includes(each.role) && isAlive(each)).map(({ signs }) => signs);
  const [all, readers, senders] = [signsOf(ROLES), signsOf(READERS), signsOf(SENDERS)];
  const failing = all.flatMap(({ storeFailingSince: since }) => (since === null ? [] : [since]));
  return {
    imap: pickState(readers.map(({ imap }) => imap)),
    smtp: pickState(senders.map(({ smtp }) => smtp)),
    readAt: findLatest(readers.map(({ readAt }) => readAt)),
    // A process that has ended may have sent the last mail.
    sentAt: findLatest(processes.map(({ signs }) => signs.sentAt)),
    pausedUntil: senders.find(({ pausedUntil }) => pausedUntil !== null)?.pausedUntil ?? null,
    storeFailingSince: failing.length === 0 ? null : Math.min(...failing),
    oauthRefusal: all.find(({ oauthRefusal = null }) => oauthRefusal !== null)?.oauthRefusal ?? null,
  };
}

/** One connected process is enough: others may be on standby. */
function pickState(states: readonly ServerState[]): ServerState {
  if (states.includes('connected')) return 'connected';
  return states.includes('refused') ? 'refused' : 'unreachable';
}

/** The reasons why the service is ill. */
export function findIllnesses(facts: HealthFacts, clock: HealthClock): readonly Illness[] {
  const { mails, pace, servers, neededRoles, processes, oldestIncomingMs: waitedMs } = facts;
  const signs = mergeSigns(processes);
  const { oauthRefusal = null, pausedUntil } = signs;
  const since = (at: Instant | null | undefined): number => (clock.now() - (at ?? Infinity)) / (clock.speed ?? 1);
  const failingMs = since(signs.storeFailingSince);
  // A mail may wait for days because its reader's server refuses it. So it counts only if no mail was sent after it was written. At a pace
  // only mails about boards count, if they can be sent: other mails may wait for hours.
  const lateMs = since(pace === null ? mails?.oldestSince : mails?.oldestDueBoard);
  const unreadMs = signs.readAt === null ? facts.ageMs : since(signs.readAt);
  const listIf = (isIll: boolean, what: Illness['what'], describe: () => string): readonly Illness[] =>
    isIll ? [{ what, why: describe() }] : [];
  const listServer = (name: 'imap' | 'smtp'): readonly Illness[] =>
    listIf(
      signs[name] !== 'connected',
      name,
      () =>
        `The ${name.toUpperCase()} server ${signs[name] === 'refused' ? 'refuses the login' : 'cannot be reached'}.`,
    );
  // Other processes may be starting as well.
  const isDead = (role: Role): boolean =>
    facts.ageMs >= ILL_AFTER.roleMs &&
    !processes.some(each => (each.role === role || each.role === 'all') && isAlive(each));
  return [
    ...servers.flatMap(listServer),
    ...listIf(oauthRefusal !== null, 'oauth', () => oauthRefusal ?? ''),
    ...listIf(mails === null || failingMs >= ILL_AFTER.storeMs, 'store', () =>
      mails === null ? 'The store does not answer.' : `The store has refused changes for ${formatDuration(failingMs)}.`,
    ),
    ...listIf(pausedUntil !== null, 'pause', () => `Sending is paused until ${pausedUntil}.`),
    ...listIf(lateMs >= ILL_AFTER.mailMs, 'outbox', () =>
      pace === null
        ? `A mail has waited for ${formatDuration(lateMs)}, and none was sent meanwhile.`
        : `A mail about a board has waited for ${formatDuration(lateMs)}. smtp.perHour is ${pace.perHour}.`,
    ),
    ...listIf(
      waitedMs >= ILL_AFTER.mailMs,
      'queue',
      () => `An incoming mail has waited for ${formatDuration(waitedMs)} to be decided.`,
    ),
    ...listIf(
      unreadMs >= Math.max(ILL_AFTER.mailboxMs, 2 * facts.sweepMs),
      'mailbox',
      () => `The mailbox has not been read for ${formatDuration(unreadMs)}.`,
    ),
    ...neededRoles.flatMap(role => listIf(isDead(role), 'role', () => `No process of the role ${role} is alive.`)),
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

export function reportHealth(facts: HealthFacts, clock: HealthClock): HealthReport {
  const { imap, smtp, pausedUntil } = mergeSigns(facts.processes);
  const reasons = findIllnesses(facts, clock);
  const { due, waiting, failed } = facts.mails ?? { due: 0, waiting: 0, failed: 0 };
  const { boardsFrom, othersFrom } = facts.pace ?? { boardsFrom: -Infinity, othersFrom: -Infinity };
  // When more mails may be sent, if due mails wait for that.
  const pacedUntil = due === 0 ? undefined : [boardsFrom, othersFrom].find(from => from > clock.now());
  return {
    ok: reasons.length === 0,
    ...(facts.servers.includes('imap') ? { imap } : {}),
    ...{ smtp, store: reasons.some(({ what }) => what === 'store') ? 'failed' : 'ok' },
    ...{ waiting: due, delayed: waiting - due, failed },
    ...{ undecided: facts.queue?.waiting ?? 0, aside: facts.queue?.aside ?? 0 },
    ...(pausedUntil === null ? {} : { sendingPausedUntil: pausedUntil }),
    ...(pacedUntil === undefined ? {} : { sendingPacedUntil: new Date(pacedUntil).toISOString() }),
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

/** These illnesses have lasted for a while when they are found. Mail servers are away now and then. */
const REPORTED_AT_ONCE: readonly Illness['what'][] = ['store', 'outbox', 'queue', 'role'];

/** Logs `service-ill` once for each illness that lasts, and `service-well` when it is over. */
export async function watchHealth(
  { report, leases, clock, log }: HealthWatchContext,
  signal: AbortSignal,
): Promise<void> {
  const began = new Map<Illness['what'], Instant>();
  const reported = new Set<Illness['what']>();
  const note = ({ what, why }: Illness): void => {
    const since = began.get(what) ?? clock.now();
    began.set(what, since);
    if (reported.has(what) || (!REPORTED_AT_ONCE.includes(what) && clock.now() - since < HOUR_MS)) return;
    log.error('service-ill', { what, why });
    reported.add(what);
  };
  const closeCases = (reasons: readonly Illness[]): void => {
    for (const what of [...began.keys()].filter(each => reasons.every(reason => reason.what !== each))) {
      began.delete(what);
      if (reported.delete(what)) log.warn('service-well', { what });
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
