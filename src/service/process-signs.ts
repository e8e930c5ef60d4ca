// What a process notes as events happen: signs of its health, and counts for the metrics.
import { lookUp } from '#games/kit/look-up.ts';
import { type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import type { Clock, Facts, Log, NoteCommit, ServerState, Store } from './ports.ts';
import type { EventCounts, ProcessSigns } from './shared-ports.ts';
import { computePause } from './sending-pause.ts';

export interface ProcessNotes {
  readonly signs: ProcessSigns;
  readonly counts: EventCounts;
}

const NO_NOTES: ProcessNotes = {
  signs: {
    ...{ imap: 'unreachable', smtp: 'unreachable', readAt: null, sentAt: null },
    ...{ pausedUntil: null, storeFailingSince: null, oauthRefusal: null },
  },
  counts: { log_lines: {}, mails_in: {}, mails_out: {} },
};

/** The events that change the signs. */
const SIGNS: Readonly<Record<string, (facts: Facts, now: Instant) => Partial<ProcessSigns>>> = {
  // Another process reads the mailbox, and reports its state.
  'mailbox-standby': () => ({ imap: 'connected' }),
  'imap-connected': () => ({ imap: 'connected' }),
  'imap-login-refused': () => ({ imap: 'refused' }),
  'imap-folders-wrong': () => ({ imap: 'unreachable' }),
  'imap-mailbox-foreign': () => ({ imap: 'unreachable' }),
  'imap-unreachable': () => ({ imap: 'unreachable' }),
  'imap-lost': () => ({ imap: 'unreachable' }),
  'smtp-connected': () => ({ smtp: 'connected' }),
  'smtp-login-refused': () => ({ smtp: 'refused' }),
  'smtp-unreachable': () => ({ smtp: 'unreachable' }),
  'sending-paused': ({ until }) => ({ pausedUntil: String(until) }),
  'sending-still-paused': ({ until }) => ({ pausedUntil: String(until) }),
  'sending-resumed': () => ({ pausedUntil: null }),
  'oauth-refused': ({ why }) => ({ oauthRefusal: String(why) }),
  'oauth-renewed': () => ({ oauthRefusal: null }),
  'mail-sent': (_, sentAt) => ({ sentAt }),
};

/** The events that count mails. `mail-silent` has a reason, which is its verdict. */
const MAILS: Readonly<Record<string, readonly ['mails_in' | 'mails_out', string]>> = {
  'mail-done': ['mails_in', 'done'],
  'mail-returned': ['mails_in', 'delivery-report'],
  'mail-silent': ['mails_in', ''],
  'mail-failed': ['mails_in', 'failed'],
  'mail-unread': ['mails_in', 'unreadable'],
  'mail-deadly': ['mails_in', 'deadly'],
  'mail-broken': ['mails_in', 'broken'],
  'mail-sent': ['mails_out', 'sent'],
  'mail-delayed': ['mails_out', 'delayed'],
  'mail-given-up': ['mails_out', 'given-up'],
};

const addOne = (counts: EventCounts, name: keyof EventCounts, label: string): EventCounts => ({
  ...counts,
  [name]: { ...counts[name], [label]: (lookUp(counts[name], label) ?? 0) + 1 },
});

/** The counts after an event. */
function countEvent(counts: EventCounts, level: keyof Log, event: string, facts: Facts): EventCounts {
  const counted = addOne(counts, 'log_lines', level);
  const [metric, label = ''] = lookUp(MAILS, event) ?? [];
  return metric === undefined ? counted : addOne(counted, metric, label === '' ? String(facts['reason']) : label);
}

export interface ProcessWatch {
  /** Wraps the log, and notes its events. */
  readonly log: Log;
  /** Wraps the store, and notes whether it takes changes. */
  readonly watchStore: (store: Store) => Store;
  readonly notes: () => ProcessNotes;
  /** Resolves once every server this process needs is connected. */
  readonly ready: Promise<void>;
}

/**
 * `now`: the clock of the service. `neededServers`: the servers that must be connected before this process is ready. `noteCommit`: told of
 * each commit.
 */
export function watchProcess(
  log: Log,
  now: () => Instant,
  neededServers: readonly ('imap' | 'smtp')[] = ['imap', 'smtp'],
  noteCommit: NoteCommit = () => undefined,
): ProcessWatch {
  let notes = NO_NOTES;
  let resolveReady = (): void => undefined;
  const ready = new Promise<void>(done => {
    resolveReady = done;
  });
  const noteSigns = (signs: Partial<ProcessSigns>): void => {
    notes = { ...notes, signs: { ...notes.signs, ...signs } };
    if (neededServers.every(server => notes.signs[server] === 'connected')) resolveReady();
  };
  noteSigns({});
  const noteAndWrite =
    (level: keyof Log) =>
    (event: string, facts: Facts = {}): void => {
      notes = { ...notes, counts: countEvent(notes.counts, level, event, facts) };
      noteSigns(lookUp(SIGNS, event)?.(facts, now()) ?? {});
      log[level](event, facts);
    };
  const watchCommit =
    (store: Store): Store['commit'] =>
    async change => {
      const startedAt = performance.now();
      const note = (result: Parameters<NoteCommit>[0]): void => {
        noteCommit(result, (performance.now() - startedAt) / 1_000);
        if (result === 'committed') noteSigns({ storeFailingSince: null });
        if (result === 'failed') noteSigns({ storeFailingSince: notes.signs.storeFailingSince ?? now() });
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
    log: { info: noteAndWrite('info'), warn: noteAndWrite('warn'), error: noteAndWrite('error') },
    watchStore: store => ({ ...store, commit: watchCommit(store) }),
    notes: () => notes,
    ready,
  };
}

/** The longest pause between probes of the SMTP server. One that refuses the password is probed rarely: it might lock us out. */
const MAX_PAUSE_MS = 5 * MINUTE_MS;

/** Probes the SMTP server at the start, and while it is unreachable. Sent mail shows the state of the server too, but only while there is mail to send. */
export async function watchSmtp(
  { notes }: Pick<ProcessWatch, 'notes'>,
  probe: () => Promise<ServerState>,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const isUnreachable = notes().signs.smtp !== 'connected' && (await probe()) === 'unreachable';
    await sleep(isUnreachable ? computePause(1_000, failures, MAX_PAUSE_MS) : MAX_PAUSE_MS, signal);
    failures = isUnreachable ? failures + 1 : 0;
  }
}
