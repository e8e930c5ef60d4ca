// Tells the operator about error log lines: by mail, and by a second way that needs no mail.
// To tell the operator something, write an error line to the log.
import { reasonOf } from '#games/kit/assert.ts';
import { DAY_MS, dayOf, type Instant } from '#core/kernel/time.ts';
import { createSignal } from './signal.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Clock, Facts, Log, OperatorLine } from './ports.ts';

export interface OperatorContext extends ServiceContext {
  readonly wakeOutbox: () => void;
  /** The operator's mail address. */
  readonly address: string;
}

export interface Operator {
  /** Wraps the log. Its error lines are also told to the operator. */
  readonly log: Log;
  /** Mails the collected lines until the signal aborts. Lines collected by then are still tried. */
  readonly run: (service: OperatorContext, signal: AbortSignal) => Promise<void>;
}

/** A mail waits this long for further lines, since faults seldom come alone. */
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

const addLines = ({ lines, unlisted, notBefore }: UnsentLines, more: readonly string[]): UnsentLines => ({
  lines: [...lines, ...more].slice(0, MAX_LINES),
  unlisted: unlisted + Math.max(0, lines.length + more.length - MAX_LINES),
  notBefore,
});

/** The end of an illness is no error, but the operator waits for it. */
const NEWS: ReadonlySet<string> = new Set(['service-well']);

/** An illness of the service is a kind of its own. */
const kindOf = (event: string, { what }: Facts): string =>
  event.startsWith('service-') && typeof what === 'string' ? `${event} ${what}` : event;

/** `alert`: tells a line by the second way. It may take its time, and never rejects. */
export function createOperatorReports(
  log: Log,
  clock: Pick<Clock, 'now'>,
  alert: (line: OperatorLine) => void,
): Operator {
  const unsentByKind = new Map<string, UnsentLines>();
  const alertedOn = new Map<string, string>();
  const newLineSignal = createSignal();

  const tell = (event: string, facts: Facts): void => {
    const kind = kindOf(event, facts);
    const line = `${event} ${JSON.stringify(facts)}`.slice(0, MAX_LINE_LENGTH);
    unsentByKind.set(kind, addLines(unsentByKind.get(kind) ?? NO_LINES, [line]));
    const today = dayOf(clock.now());
    if (alertedOn.get(kind) !== today) alert({ kind, event, facts });
    alertedOn.set(kind, today);
    newLineSignal.notify();
  };

  /** Sends the mail of the day about a kind. If it was sent already, for instance before a restart, the lines wait for the next one. */
  const sendReport = async (service: OperatorContext, kind: string, unsent: UnsentLines): Promise<void> => {
    const now = service.clock.now();
    unsentByKind.set(kind, { ...NO_LINES, notBefore: (Math.floor(now / DAY_MS) + 1) * DAY_MS });
    const putBack = (notBefore: Instant): void => {
      const newer = unsentByKind.get(kind) ?? NO_LINES;
      unsentByKind.set(
        kind,
        addLines({ ...unsent, unlisted: unsent.unlisted + newer.unlisted, notBefore }, newer.lines),
      );
    };
    try {
      const isSent = await commitReport(service, kind, unsent);
      if (!isSent) putBack((Math.floor(now / DAY_MS) + 1) * DAY_MS);
    } catch (error) {
      log.warn('operator-not-told', { why: reasonOf(error) });
      putBack(now + GATHER_MS);
    }
  };

  const listUnsent = (): readonly (readonly [kind: string, unsent: UnsentLines])[] =>
    [...unsentByKind].filter(([, { lines }]) => lines.length > 0);

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
      while (!signal.aborted) {
        const next = Math.min(...listUnsent().map(([, { notBefore }]) => notBefore), Infinity);
        if (next > service.clock.now()) await waitForLine(service.clock, next, newLineSignal, signal);
        await service.clock.sleep(GATHER_MS, signal);
        for (const [kind, unsent] of listUnsent())
          if (unsent.notBefore <= service.clock.now()) await sendReport(service, kind, unsent);
      }
    },
  };
}

/** Waits for a new line, at most until `end`. */
async function waitForLine(
  clock: Clock,
  end: Instant,
  newLine: ReturnType<typeof createSignal>,
  signal: AbortSignal,
): Promise<void> {
  const woken = new AbortController();
  const either = AbortSignal.any([signal, woken.signal]);
  const sleep = end === Infinity ? new Promise<void>(() => undefined) : clock.sleep(end - clock.now(), either);
  await Promise.race([newLine.wait(either), sleep]);
  woken.abort('woken');
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
  service.wakeOutbox();
  return commit?.result === 'committed';
}
