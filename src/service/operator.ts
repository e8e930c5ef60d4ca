// Mails error log lines to the operator, at most one mail a day.
// To tell the operator something, write an error line to the log.
import { reasonOf } from '#games/kit/assert.ts';
import { DAY_MS, dayOf, type Instant } from '#core/kernel/time.ts';
import { createSignal } from './signal.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Log } from './ports.ts';

export interface OperatorContext extends ServiceContext {
  readonly wakeOutbox: () => void;
  /** The operator's mail address. */
  readonly address: string;
}

export interface Operator {
  /** Wraps the log. Its error lines are also mailed to the operator. */
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

/** Lines that are not yet mailed. */
interface UnsentLines {
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
}

interface LineBuffer {
  readonly add: (line: string) => void;
  readonly isEmpty: () => boolean;
  readonly waitForLine: (signal: AbortSignal) => Promise<void>;
  readonly take: () => UnsentLines;
  readonly putBack: (unsent: UnsentLines) => void;
}

function createLineBuffer(): LineBuffer {
  let lines: readonly string[] = [];
  let unlisted = 0;
  const newLineSignal = createSignal();
  const put = (newLines: readonly string[]): void => {
    unlisted += Math.max(0, lines.length + newLines.length - MAX_LINES);
    lines = [...lines, ...newLines].slice(0, MAX_LINES);
  };
  return {
    add: line => {
      put([line]);
      newLineSignal.notify();
    },
    isEmpty: () => lines.length === 0,
    waitForLine: async signal => {
      if (lines.length === 0) await newLineSignal.wait(signal);
    },
    take: () => {
      const unsent = { lines, unlisted };
      [lines, unlisted] = [[], 0];
      return unsent;
    },
    putBack: unsent => {
      const newerLines = lines;
      lines = unsent.lines;
      unlisted += unsent.unlisted;
      put(newerLines);
    },
  };
}

export function createOperatorReports(log: Log): Operator {
  const buffer = createLineBuffer();

  /**
   * Sends the mail of the day. Resolves to the instant when the next mail may be sent. If the mail of the day was sent already, for
   * instance before a restart, the lines wait for the next one.
   */
  const sendReport = async (service: OperatorContext): Promise<Instant> => {
    const now = service.clock.now();
    const unsent = buffer.take();
    const isSent = await commitReport(service, `operator:${dayOf(now)}`, unsent).catch((error: unknown) => {
      buffer.putBack(unsent);
      throw error;
    });
    if (!isSent) buffer.putBack(unsent);
    return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  };

  /** If the store fails, the fault is only logged. */
  const trySendReport = (service: OperatorContext): Promise<Instant> =>
    sendReport(service).catch((error: unknown) => {
      log.warn('operator-not-told', { why: reasonOf(error) });
      return service.clock.now() + GATHER_MS;
    });

  return {
    log: {
      ...log,
      error: (event, facts = {}) => {
        log.error(event, facts);
        buffer.add(`${event} ${JSON.stringify(facts)}`.slice(0, MAX_LINE_LENGTH));
      },
    },
    run: async (service, signal) => {
      const { clock } = service;
      while (!signal.aborted) {
        await buffer.waitForLine(signal);
        await clock.sleep(GATHER_MS, signal);
        const nextMailAt = buffer.isEmpty() ? 0 : await trySendReport(service);
        await clock.sleep(Math.max(0, nextMailAt - clock.now()), signal);
      }
    },
  };
}

/** The mail and its seen mark are one commit, so that two processes or two starts send one mail a day. */
async function commitReport(service: OperatorContext, cause: string, unsent: UnsentLines): Promise<boolean> {
  const commit = await commitRequest({ kind: 'operator-report', address: service.address, ...unsent }, cause, service);
  await commit?.durable;
  service.wakeOutbox();
  return commit?.result === 'committed';
}
