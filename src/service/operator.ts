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
/** Lines of one mail. The rest is only counted. */
const LINES = 50;
/** Characters. A stack trace is longer, and is in the log. */
const LINE_LENGTH = 500;

/** Lines that are not yet mailed. */
interface Untold {
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly unlisted: number;
}

interface Notebook {
  readonly add: (line: string) => void;
  readonly isEmpty: () => boolean;
  readonly something: (signal: AbortSignal) => Promise<void>;
  readonly take: () => Untold;
  readonly putBack: (untold: Untold) => void;
}

function notebook(): Notebook {
  let lines: readonly string[] = [];
  let unlisted = 0;
  const arrival = createSignal();
  const put = (more: readonly string[]): void => {
    unlisted += Math.max(0, lines.length + more.length - LINES);
    lines = [...lines, ...more].slice(0, LINES);
  };
  return {
    add: line => {
      put([line]);
      arrival.ring();
    },
    isEmpty: () => lines.length === 0,
    something: async signal => {
      if (lines.length === 0) await arrival.rung(signal);
    },
    take: () => {
      const untold = { lines, unlisted };
      [lines, unlisted] = [[], 0];
      return untold;
    },
    putBack: untold => {
      const newer = lines;
      lines = untold.lines;
      unlisted += untold.unlisted;
      put(newer);
    },
  };
}

export function createOperatorReports(log: Log): Operator {
  const notes = notebook();

  /**
   * Sends the mail of the day. Resolves to the instant when the next mail may be sent. If the mail of the day was sent already, for
   * instance before a restart, the lines wait for the next one.
   */
  const post = async (service: OperatorContext): Promise<Instant> => {
    const now = service.clock.now();
    const untold = notes.take();
    const isTold = await report(service, `operator:${dayOf(now)}`, untold).catch((error: unknown) => {
      notes.putBack(untold);
      throw error;
    });
    if (!isTold) notes.putBack(untold);
    return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  };

  /** The fault may be the store's own. It is then only logged. */
  const posted = (service: OperatorContext): Promise<Instant> =>
    post(service).catch((error: unknown) => {
      log.warn('operator-not-told', { why: reasonOf(error) });
      return service.clock.now() + GATHER_MS;
    });

  return {
    log: {
      ...log,
      error: (event, facts = {}) => {
        log.error(event, facts);
        notes.add(`${event} ${JSON.stringify(facts)}`.slice(0, LINE_LENGTH));
      },
    },
    run: async (service, signal) => {
      const { clock } = service;
      while (!signal.aborted) {
        await notes.something(signal);
        await clock.sleep(GATHER_MS, signal);
        const next = notes.isEmpty() ? 0 : await posted(service);
        await clock.sleep(Math.max(0, next - clock.now()), signal);
      }
    },
  };
}

/** The mail and its seen-mark are one commit, so that two processes or two starts send one mail a day. */
async function report(service: OperatorContext, cause: string, untold: Untold): Promise<boolean> {
  const done = await commitRequest({ kind: 'operator-report', address: service.address, ...untold }, cause, service);
  await done?.durable;
  service.wakeOutbox();
  return done?.result === 'committed';
}
