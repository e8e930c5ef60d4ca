// Reads the state of the mail servers off the log, for `/health` and for the ready line.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, Facts, HealthReport, Log, ServerState, Store } from './ports.ts';

type Server = 'imap' | 'smtp';

/** The log events about mail servers, with the state of the server that each one means. */
const SERVER_EVENTS: Readonly<Record<string, { readonly server: Server; readonly state: ServerState }>> = {
  // Another process reads the mailbox, and reports its state.
  'mailbox-standby': { server: 'imap', state: 'connected' },
  'imap-connected': { server: 'imap', state: 'connected' },
  'imap-login-refused': { server: 'imap', state: 'refused' },
  'imap-folders-wrong': { server: 'imap', state: 'unreachable' },
  'imap-unreachable': { server: 'imap', state: 'unreachable' },
  'imap-lost': { server: 'imap', state: 'unreachable' },
  'smtp-connected': { server: 'smtp', state: 'connected' },
  'smtp-login-refused': { server: 'smtp', state: 'refused' },
  'smtp-unreachable': { server: 'smtp', state: 'unreachable' },
};

/** The log events about a pause of sending. Those that begin or prolong a pause have the field `until`. */
const PAUSE_EVENTS: ReadonlySet<string> = new Set(['sending-paused', 'sending-still-paused', 'sending-resumed']);

export interface Health {
  /** Wraps the log, and reads the states of the servers off its events. */
  readonly log: Log;
  readonly imap: () => ServerState;
  readonly smtp: () => ServerState;
  /** When the SMTP server is tried again, as an ISO date. null: sending is not paused. */
  readonly pausedUntil: () => string | null;
  /** Resolves once every server this process needs is connected. */
  readonly ready: Promise<void>;
}

/** `neededServers`: the servers that must be connected before this process is ready. */
export function trackHealth(log: Log, neededServers: readonly Server[] = ['imap', 'smtp']): Health {
  const states = new Map<Server, ServerState>();
  let pausedUntil: string | null = null;
  let resolveReady = (): void => undefined;
  const ready = new Promise<void>(done => {
    resolveReady = done;
  });
  const resolveIfReady = (): void => {
    if (neededServers.every(server => states.get(server) === 'connected')) resolveReady();
  };
  resolveIfReady();
  const trackAndWrite =
    (write: Log[keyof Log]) =>
    (event: string, facts?: Facts): void => {
      const update = Object.hasOwn(SERVER_EVENTS, event) ? SERVER_EVENTS[event] : undefined;
      if (update !== undefined) states.set(update.server, update.state);
      if (PAUSE_EVENTS.has(event)) pausedUntil = typeof facts?.['until'] === 'string' ? facts['until'] : null;
      resolveIfReady();
      write(event, facts);
    };
  return {
    log: { info: trackAndWrite(log.info), warn: trackAndWrite(log.warn), error: trackAndWrite(log.error) },
    imap: () => states.get('imap') ?? 'unreachable',
    smtp: () => states.get('smtp') ?? 'unreachable',
    pausedUntil: () => pausedUntil,
    ready,
  };
}

/** Back-off between probes of the SMTP server while it is unreachable. A server that refuses the password is probed rarely: it might lock us out. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Probes the SMTP server at the start, and while it is unreachable. Sent mail shows the state of the server too, but only while there is mail to send. */
export async function watchSmtp(
  { smtp }: Health,
  probe: () => Promise<ServerState>,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = MIN_PAUSE_MS;
  while (!signal.aborted) {
    const isUnreachable = smtp() !== 'connected' && (await probe()) === 'unreachable';
    await sleep(isUnreachable ? pauseMs : MAX_PAUSE_MS, signal);
    pauseMs = isUnreachable ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
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
