// Metrics of this process in the text format of Prometheus, read off the log and the store.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { lookUp } from '#games/kit/look-up.ts';
import type { Facts, HealthReport, Log, NoteCommit } from '#service/ports.ts';
import type { ProcessRecord } from '#service/shared-ports.ts';

/** A log event about an incoming mail, and its verdict. null: the event's `reason` is the verdict. */
const VERDICTS: Readonly<Record<string, string | null>> = {
  'mail-done': 'done',
  'mail-returned': 'delivery-report',
  'mail-silent': null,
  'mail-failed': 'failed',
  'mail-unread': 'unreadable',
  'mail-deadly': 'deadly',
  'mail-broken': 'broken',
};

const RESULTS: Readonly<Record<string, string>> = {
  'mail-sent': 'sent',
  'mail-delayed': 'delayed',
  'mail-given-up': 'given-up',
};

/** The state of the service that a scrape reads. */
export interface Measured {
  readonly report: HealthReport;
  readonly processes: readonly ProcessRecord[];
  /** Ages in seconds. null: nothing waits. */
  readonly oldestMailSeconds: number | null;
  readonly oldestQueuedSeconds: number | null;
  /** Boards where a robot is to move. */
  readonly robotBoards: number;
}

export interface Metrics {
  /** Wraps the log, and counts its events. */
  readonly log: Log;
  /** Notes that a change was durable, or failed, after this time. */
  readonly noteCommit: NoteCommit;
  /** The page for Prometheus. */
  readonly render: (measured: Measured) => Promise<string>;
  readonly contentType: string;
}

const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(log: Log): Metrics {
  const register = new Registry();
  addProcessMetrics(register);
  const registers = [register];
  const counter = <Label extends string>(name: string, help: string, label: Label): Counter<Label> =>
    new Counter({ name: `nexpost_${name}_total`, help, labelNames: [label], registers });
  const lines = counter('log_lines', 'Lines of the log.', 'level');
  const mailsIn = counter('mails_in', 'Mails read, by what became of them.', 'verdict');
  const mailsOut = counter('mails_out', 'Tries to send a mail, by their result.', 'result');
  const commits = new Histogram({
    ...{ name: 'nexpost_commit_seconds', help: 'Time until a change is durable.', registers },
    ...{ labelNames: ['result'] as const, buckets: COMMIT_SECONDS },
  });
  const setGauges = createGauges(register);

  const count =
    (level: keyof Log) =>
    (event: string, facts: Facts = {}): void => {
      log[level](event, facts);
      lines.inc({ level });
      const verdict = lookUp(VERDICTS, event);
      if (verdict !== undefined) mailsIn.inc({ verdict: verdict ?? String(facts['reason']) });
      const result = lookUp(RESULTS, event);
      if (result !== undefined) mailsOut.inc({ result });
    };
  return {
    log: { info: count('info'), warn: count('warn'), error: count('error') },
    noteCommit: (result, seconds) => commits.observe({ result }, seconds),
    render: measured => {
      setGauges(measured);
      return register.metrics();
    },
    contentType: register.contentType,
  };
}

/** The usual metrics of a process. Those of the library also measure the event loop, and would wake an idle process a hundred times a second. */
function addProcessMetrics(register: Registry): void {
  const registers = [register];
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  const add = (name: string, help: string, read: () => number): void => {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  };
  add('process_start_time_seconds', 'When the process started, in Unix time.', () => startedAt);
  new Counter({
    ...{ name: 'process_cpu_seconds_total', help: 'Processor time used.', registers },
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  add('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  add(
    'nodejs_heap_size_used_bytes',
    'Memory that the main thread uses for values.',
    () => process.memoryUsage().heapUsed,
  );
}

function createGauges(register: Registry): (measured: Measured) => void {
  const registers = [register];
  const gauge = (name: string, help: string, ...labelNames: readonly string[]): Gauge =>
    new Gauge({ name: `nexpost_${name}`, help, labelNames: [...labelNames], registers });
  const healthy = gauge('healthy', '1 if /health answers 200.');
  const ill = gauge('ill', '1 for each reason why /health answers 503.', 'what');
  const server = gauge('mail_server_up', '1 if the mail server takes us.', 'server');
  const paused = gauge('sending_paused', '1 while sending is paused.');
  const paced = gauge('sending_paced', '1 while due mails wait for smtp.perHour.');
  const outbox = gauge('outbox_mails', 'Mails to be sent, by their state.', 'state');
  const outboxAge = gauge('outbox_oldest_seconds', 'Age of the oldest mail that waits to be sent.');
  const queue = gauge('queue_mails', 'Mails fetched from the mailbox and not decided, by their state.', 'state');
  const queueAge = gauge('queue_oldest_seconds', 'Age of the oldest fetched or delivered mail that is not decided.');
  const robotBoards = gauge('robot_boards', 'Boards where a robot is to move.');
  const processes = gauge('processes', 'Processes that gave a sign of life within a minute.', 'role');
  return ({ report, processes: known, oldestMailSeconds, oldestQueuedSeconds, robotBoards: boards }) => {
    healthy.set(Number(report.ok));
    ill.reset();
    for (const { what } of report.reasons) ill.set({ what }, 1);
    for (const name of ['imap', 'smtp'] as const)
      if (report[name] !== undefined) server.set({ server: name }, Number(report[name] === 'connected'));
    paused.set(Number(report.sendingPausedUntil !== undefined));
    paced.set(Number(report.sendingPacedUntil !== undefined));
    const { waiting: due, delayed, failed, undecided, aside } = report;
    for (const [state, mails] of Object.entries({ due, delayed, failed })) outbox.set({ state }, mails);
    for (const [state, mails] of Object.entries({ undecided, aside })) queue.set({ state }, mails);
    outboxAge.set(oldestMailSeconds ?? 0);
    queueAge.set(oldestQueuedSeconds ?? 0);
    robotBoards.set(boards);
    processes.reset();
    for (const { role, hasEnded, silentMs } of known) if (!hasEnded && silentMs < 60_000) processes.inc({ role });
  };
}
