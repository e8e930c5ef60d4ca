// Tells the operator about error log lines: by mail, and by a second way that needs no mail.
// To tell the operator something, write an error line to the log.
import { reasonOf } from '#games/kit/assert.ts';
import { DAY_MS, dayOf, type Instant } from '#core/kernel/time.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Clock, Facts, Log, OperatorLine } from './ports.ts';

export interface OperatorContext extends ServiceContext {
  /** The operator's mail address. */
  readonly address: string;
}

export interface Operator {
  /** Wraps the log. Its error lines are also told to the operator. */
  readonly log: Log;
  /** Mails the collected lines until the signal aborts. Lines collected by then are still tried. */
  readonly run: (service: OperatorContext, signal: AbortSignal) => Promise<void>;
}

/** A mail waits at least this long for further lines, since faults seldom come alone. */
const GATHER_MS = 10_000;
/** Lines in one mail. Further lines are only counted. */
const MAX_LINES = 50;
/** In characters. A stack trace is longer, and the log has all of it. */
const MAX_LINE_LENGTH = 500;

/** Lines of one kind that are not yet mailed. */
interface UnsentLines {
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
  /** No mail about this kind before this instant. */
  readonly notBefore: Instant;
}

const NO_LINES: UnsentLines = { lines: [], unlisted: 0, notBefore: 0 };

/** The end of an illness is no error, but the operator waits for it. */
const NEWS: ReadonlySet<string> = new Set(['service-well']);

/** `alert`: tells a line by the second way. It may take its time, and never rejects. */
export function createOperatorReports(
  log: Log,
  clock: Pick<Clock, 'now'>,
  alert: (line: OperatorLine) => void,
): Operator {
  const unsentByKind = new Map<string, UnsentLines>();
  const alertedOn = new Map<string, string>();
  const findUnsent = (kind: string): UnsentLines => unsentByKind.get(kind) ?? NO_LINES;

  const tell = (event: string, facts: Facts): void => {
    const { what } = facts;
    // An illness of the service is a kind of its own.
    const kind = event.startsWith('service-') && typeof what === 'string' ? `${event} ${what}` : event;
    const { lines, unlisted, notBefore } = findUnsent(kind);
    const line = `${event} ${JSON.stringify(facts)}`.slice(0, MAX_LINE_LENGTH);
    const isFull = lines.length >= MAX_LINES;
    unsentByKind.set(kind, {
      lines: isFull ? lines : [...lines, line],
      unlisted: unlisted + Number(isFull),
      notBefore,
    });
    const today = dayOf(clock.now());
    if (alertedOn.get(kind) !== today) alert({ kind, event, facts });
    alertedOn.set(kind, today);
  };

  /** Sends the mail of the day about a kind. If it was sent already, for instance before a restart, the lines wait for the next one. */
  const sendReport = async (service: OperatorContext, kind: string, unsent: UnsentLines): Promise<void> => {
    const now = service.clock.now();
    try {
      const isSent = await commitReport(service, kind, unsent);
      const { lines, unlisted } = findUnsent(kind);
      const notBefore = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
      // Lines that came meanwhile are left.
      const rest = { lines: lines.slice(unsent.lines.length), unlisted: unlisted - unsent.unlisted };
      unsentByKind.set(kind, { ...(isSent ? rest : { lines, unlisted }), notBefore });
    } catch (error) {
      log.warn('operator-not-told', { why: reasonOf(error) });
    }
  };

  return {
    log: {
      info: log.info,
      warn: (event, facts = {}) => {
        log.warn(event, facts);
        if (NEWS.has(event)) tell(event, facts);
      },
      error: (event, facts = {}) => {
        log.error(event, facts);
        tell(event, facts);
      },
    },
    run: async (service, signal) => {
      let gathered: ReadonlySet<string> = new Set();
      const isStopping = (): boolean => signal.aborted;
      while (!signal.aborted) {
        await service.clock.sleep(GATHER_MS, signal);
        const now = service.clock.now();
        const due = [...unsentByKind].filter(([, { lines, notBefore }]) => lines.length > 0 && notBefore <= now);
        for (const [kind, unsent] of due)
          if (gathered.has(kind) || isStopping()) await sendReport(service, kind, unsent);
        gathered = new Set(due.map(([kind]) => kind));
      }
    },
  };
}

/** The mail and its seen mark are one commit, so that two processes or two starts send one mail a day. */
async function commitReport(
  service: OperatorContext,
  about: string,
  { lines, unlisted }: UnsentLines,
): Promise<boolean> {
  const cause = `operator:${dayOf(service.clock.now())}:${about}`;
  const request = { kind: 'operator-report', address: service.address, about, lines, unlisted } as const;
  const commit = await commitRequest(request, cause, service);
  await commit?.durable;
  return commit?.result === 'committed';
}
