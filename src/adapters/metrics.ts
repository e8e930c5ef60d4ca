// Metrics of this process and the service in the text format of Prometheus.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { NoteCommit } from '#service/ports.ts';
import type { EventCounts, HealthReport, Role } from '#service/shared-ports.ts';

/** The state of the service that a scrape reads. */
export interface Measured {
  readonly report: HealthReport;
  /** What this process has counted. */
  readonly counts: EventCounts;
  /** The roles of the processes that gave a sign of life within a minute. */
  readonly roles: readonly Role[];
  /** Ages in milliseconds. 0: nothing waits. */
  readonly oldestMailMs: number;
  readonly oldestIncomingMs: number;
  /** Boards where a robot is to move. */
  readonly robotBoards: number;
}

export interface Metrics {
  /** Notes that a change was durable, or failed, after this time. */
  readonly noteCommit: NoteCommit;
  /** The page for Prometheus. */
  readonly render: (measured: Measured) => Promise<string>;
}

const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(): Metrics {
  const commitRegister = new Registry();
  const commits = new Histogram({
    ...{ name: 'nexpost_commit_seconds', help: 'Time until a change is durable.', registers: [commitRegister] },
    ...{ labelNames: ['result'] as const, buckets: COMMIT_SECONDS },
  });
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  return {
    noteCommit: (result, seconds) => commits.observe({ result }, seconds),
    render: measured => {
      const register = new Registry();
      addProcess(register, startedAt);
      const add = (name: keyof EventCounts, help: string, label: string): void => {
        const counter = new Counter({
          name: `nexpost_${name}_total`,
          help,
          labelNames: [label],
          registers: [register],
        });
        for (const [value, count] of Object.entries(measured.counts[name])) counter.inc({ [label]: value }, count);
      };
      add('log_lines', 'Lines of the log.', 'level');
      add('mails_in', 'Mails read, by what became of them.', 'verdict');
      add('mails_out', 'Tries to send a mail, by their result.', 'result');
      addGauges(register, measured);
      return Registry.merge([register, commitRegister]).metrics();
    },
  };
}

/** By the value of the label. A metric without a label has one value. */
type Values = Readonly<Record<string, number>> | number | boolean;

function addGauge(register: Registry, name: string, help: string, values: Values, label?: string): void {
  const gauge = new Gauge({ name, help, labelNames: label === undefined ? [] : [label], registers: [register] });
  if (typeof values !== 'object') gauge.set(Number(values));
  else for (const [value, count] of Object.entries(values)) gauge.set({ [label ?? '']: value }, count);
}

/** The usual metrics of a process. Those of the library also measure the event loop, and would wake an idle process a hundred times a second. */
function addProcess(register: Registry, startedAt: number): void {
  const add = (name: string, help: string, value: number): void => addGauge(register, name, help, value);
  const { user, system } = process.cpuUsage();
  const cpu = { name: 'process_cpu_seconds_total', help: 'Processor time used.', registers: [register] };
  new Counter(cpu).inc((user + system) / 1e6);
  add('process_start_time_seconds', 'When the process started, in Unix time.', startedAt);
  add('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss());
  add('nodejs_heap_size_used_bytes', 'Memory that the main thread uses for values.', process.memoryUsage().heapUsed);
}

function addGauges(register: Registry, measured: Measured): void {
  const { report, roles, oldestMailMs, oldestIncomingMs } = measured;
  const { waiting: due, delayed, failed, undecided, aside } = report;
  const add = (name: string, help: string, values: Values, label?: string): void =>
    addGauge(register, `nexpost_${name}`, help, values, label);
  const servers = (['imap', 'smtp'] as const).filter(name => report[name] !== undefined);
  const up = Object.fromEntries(servers.map(name => [name, Number(report[name] === 'connected')]));
  const ill = Object.fromEntries(report.reasons.map(({ what }) => [what, 1]));
  add('healthy', '1 if /health answers 200.', report.ok);
  add('ill', '1 for each reason why /health answers 503.', ill, 'what');
  add('mail_server_up', '1 if the mail server takes us.', up, 'server');
  add('sending_paused', '1 while sending is paused.', report.sendingPausedUntil !== undefined);
  add('sending_paced', '1 while due mails wait for smtp.perHour.', report.sendingPacedUntil !== undefined);
  add('outbox_mails', 'Mails to be sent, by their state.', { due, delayed, failed }, 'state');
  add('outbox_oldest_seconds', 'Age of the oldest mail that waits to be sent.', oldestMailMs / 1_000);
  add('queue_mails', 'Mails fetched from the mailbox and not decided, by their state.', { undecided, aside }, 'state');
  add(
    'queue_oldest_seconds',
    'Age of the oldest fetched or delivered mail that is not decided.',
    oldestIncomingMs / 1_000,
  );
  add('robot_boards', 'Boards where a robot is to move.', measured.robotBoards);
  const processes = Object.fromEntries(roles.map(role => [role, roles.filter(each => each === role).length]));
  add('processes', 'Processes that gave a sign of life within a minute.', processes, 'role');
}
