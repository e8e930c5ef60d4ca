// Reads the signs of this process off its log and its store: the mail servers, sending, the store.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, EndLook, Facts, Log, Mailbox, NoteCommit, ServerState, Store } from './ports.ts';
import type { ProcessSigns } from './shared-ports.ts';

type Server = 'imap' | 'smtp';

/** The log events about mail servers, with the state of the server that each one means. */
const SERVER_EVENTS: Readonly<Record<string, { readonly server: Server; readonly state: ServerState }>> = {
  // Another process reads the mailbox, and reports its state.
  'mailbox-standby': { server: 'imap', state: 'connected' },
  'imap-connected': { server: 'imap', state: 'connected' },
  'imap-login-refused': { server: 'imap', state: 'refused' },
  'imap-folders-wrong': { server: 'imap', state: 'unreachable' },
  'imap-mailbox-foreign': { server: 'imap', state: 'unreachable' },
  'imap-unreachable': { server: 'imap', state: 'unreachable' },
  'imap-lost': { server: 'imap', state: 'unreachable' },
  'smtp-connected': { server: 'smtp', state: 'connected' },
  'smtp-login-refused': { server: 'smtp', state: 'refused' },
  'smtp-unreachable': { server: 'smtp', state: 'unreachable' },
};

/** The log events about a pause of sending. Those that begin or prolong a pause have the field `until`. */
const PAUSE_EVENTS: ReadonlySet<string> = new Set(['sending-paused', 'sending-still-paused', 'sending-resumed']);

/** The log events about access tokens. The one about a refusal has the field `why`. */
const OAUTH_EVENTS: ReadonlySet<string> = new Set(['oauth-refused', 'oauth-renewed']);

const findText = (facts: Facts | undefined, name: 'until' | 'why'): string | null => {
  const value = facts?.[name];
  return typeof value === 'string' ? value : null;
};

export interface SignTracker {
  /** Wraps the log, and reads the signs off its events. */
  readonly log: Log;
  /** Wraps the store, and notes whether it takes changes. */
  readonly watchStore: (store: Store) => Store;
  /** Wraps the mailbox, and notes each look at it. */
  readonly watchMailbox: (mailbox: Mailbox) => Mailbox;
  readonly signs: () => ProcessSigns;
  /** Resolves once every server this process needs is connected. */
  readonly ready: Promise<void>;
}

/**
 * `now`: the clock of the service. `neededServers`: the servers that must be connected before this process is ready. `noteCommit`: told of
 * each commit.
 */
export function trackSigns(
  log: Log,
  now: () => Instant,
  neededServers: readonly Server[] = ['imap', 'smtp'],
  noteCommit: NoteCommit = () => undefined,
): SignTracker {
  const states = new Map<Server, ServerState>();
  let pausedUntil: string | null = null;
  let sentAt: Instant | null = null;
  let readAt: Instant | null = null;
  let storeFailingSince: Instant | null = null;
  let oauthRefusal: string | null = null;
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
      if (PAUSE_EVENTS.has(event)) pausedUntil = findText(facts, 'until');
      if (OAUTH_EVENTS.has(event)) oauthRefusal = findText(facts, 'why');
      if (event === 'mail-sent') sentAt = now();
      resolveIfReady();
      write(event, facts);
    };
  const watchCommit =
    (store: Store): Store['commit'] =>
    async change => {
      const startedAt = performance.now();
      const note = (result: Parameters<NoteCommit>[0]): void => {
        noteCommit(result, (performance.now() - startedAt) / 1_000);
        if (result === 'committed') storeFailingSince = null;
        if (result === 'failed') storeFailingSince ??= now();
      };
      const fail = (error: unknown): never => {
        note('failed');
        throw error;
      };
      const { result, durable } = await store.commit(change).catch(fail);
      const watched = durable.then(() => note(result), fail);
      // A caller that awaits `durable` sees the rejection. Without one, the rejection must not end the process.
      watched.catch(() => undefined);
      return { result, durable: watched };
    };
  return {
    log: { info: trackAndWrite(log.info), warn: trackAndWrite(log.warn), error: trackAndWrite(log.error) },
    watchStore: store => ({ ...store, commit: watchCommit(store) }),
    watchMailbox: mailbox => ({
      ...mailbox,
      next: (limit, signal, beginLook) =>
        mailbox.next(limit, signal, () => {
          const endLook: EndLook | undefined = beginLook?.();
          return isEmpty => {
            readAt = now();
            endLook?.(isEmpty);
          };
        }),
    }),
    signs: () => ({
      imap: states.get('imap') ?? 'unreachable',
      smtp: states.get('smtp') ?? 'unreachable',
      ...{ readAt, sentAt, pausedUntil, storeFailingSince, oauthRefusal },
    }),
    ready,
  };
}

/** Back-off between probes of the SMTP server while it is unreachable. A server that refuses the password is probed rarely: it might lock us out. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Probes the SMTP server at the start, and while it is unreachable. Sent mail shows the state of the server too, but only while there is mail to send. */
export async function watchSmtp(
  { signs }: SignTracker,
  probe: () => Promise<ServerState>,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = MIN_PAUSE_MS;
  while (!signal.aborted) {
    const isUnreachable = signs().smtp !== 'connected' && (await probe()) === 'unreachable';
    await sleep(isUnreachable ? pauseMs : MAX_PAUSE_MS, signal);
    pauseMs = isUnreachable ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
  }
}
