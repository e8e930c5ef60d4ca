// Reads the state of the mail servers off the log, for `/health` and for the ready line.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, Facts, HealthReport, Log, ServerStanding, Store } from './ports.ts';

type Server = 'imap' | 'smtp';

/** The log lines that tell of a server, and what they say of it. */
const TOLD: Readonly<Record<string, { readonly server: Server; readonly standing: ServerStanding }>> = {
  // Another process reads the mailbox, and says how it is.
  'mailbox-standby': { server: 'imap', standing: 'connected' },
  'imap-connected': { server: 'imap', standing: 'connected' },
  'imap-login-refused': { server: 'imap', standing: 'refused' },
  'imap-folders-wrong': { server: 'imap', standing: 'unreachable' },
  'imap-unreachable': { server: 'imap', standing: 'unreachable' },
  'imap-lost': { server: 'imap', standing: 'unreachable' },
  'smtp-connected': { server: 'smtp', standing: 'connected' },
  'smtp-login-refused': { server: 'smtp', standing: 'refused' },
  'smtp-unreachable': { server: 'smtp', standing: 'unreachable' },
};

/** The log lines that tell of a pause of sending. Only those that begin or prolong one say until when. */
const PAUSES: ReadonlySet<string> = new Set(['sending-paused', 'sending-still-paused', 'sending-resumed']);

export interface Health {
  /** Wraps the log, and remembers what it says of the servers. */
  readonly log: Log;
  readonly imap: () => ServerStanding;
  readonly smtp: () => ServerStanding;
  /** When the SMTP server is tried again, as an ISO date. null: sending is not paused. */
  readonly pausedUntil: () => string | null;
  /** Resolves once every server this process needs is connected. */
  readonly ready: Promise<void>;
}

/** `needed`: what this process cannot be ready without. */
export function trackHealth(log: Log, needed: readonly Server[] = ['imap', 'smtp']): Health {
  const known = new Map<Server, ServerStanding>();
  let pausedUntil: string | null = null;
  let resolve = (): void => undefined;
  const ready = new Promise<void>(done => {
    resolve = done;
  });
  const tryReady = (): void => {
    if (needed.every(server => known.get(server) === 'connected')) resolve();
  };
  tryReady();
  const heard =
    (write: Log[keyof Log]) =>
    (event: string, facts?: Facts): void => {
      const told = Object.hasOwn(TOLD, event) ? TOLD[event] : undefined;
      if (told !== undefined) known.set(told.server, told.standing);
      if (PAUSES.has(event)) pausedUntil = typeof facts?.['until'] === 'string' ? facts['until'] : null;
      tryReady();
      write(event, facts);
    };
  return {
    log: { info: heard(log.info), warn: heard(log.warn), error: heard(log.error) },
    imap: () => known.get('imap') ?? 'unreachable',
    smtp: () => known.get('smtp') ?? 'unreachable',
    pausedUntil: () => pausedUntil,
    ready,
  };
}

/** Back-off between probes of the SMTP server while it is unreachable. A server that refuses the password is probed rarely: it might lock us out. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Probes the SMTP server at the start, and while it is unreachable. Sending shows its state only while there is something to send. */
export async function watchSmtp(
  { smtp }: Health,
  probe: () => Promise<ServerStanding>,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const isAway = smtp() !== 'connected' && (await probe()) === 'unreachable';
    await sleep(isAway ? pause : LONGEST_PAUSE_MS, signal);
    pause = isAway ? Math.min(2 * pause, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
  }
}

/** `ok`: both servers are connected, sending is not paused and the store answers. */
export async function reportHealth(
  { imap, smtp, pausedUntil }: Health,
  store: Pick<Store, 'dueCount'>,
  now: Instant,
): Promise<HealthReport> {
  const waiting = await store.dueCount(now).catch(() => null);
  const until = pausedUntil();
  const ok = imap() === 'connected' && smtp() === 'connected' && until === null && waiting !== null;
  return {
    ...{ ok, imap: imap(), smtp: smtp(), store: waiting === null ? 'failed' : 'ok', waiting: waiting ?? 0 },
    ...(until === null ? {} : { sendingPausedUntil: until }),
  };
}
