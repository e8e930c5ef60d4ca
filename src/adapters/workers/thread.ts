// A thread that answers questions one after the other: the asking side, and the answering side. What takes too long or dies is given up, and the next question starts another thread.
import { reasonOf } from '#games/kit/assert.ts';
import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

export interface WorkerThread<Question, Answer> {
  /**
   * Rejects when the thread fails, or has not answered so many milliseconds after it was this question's turn and the thread was up.
   * What is in `given` goes over to the thread instead of being copied.
   */
  readonly ask: (question: Question, latestMs: number, given?: readonly Transferable[]) => Promise<Answer>;
  /** Ends the thread for good; whoever waits or asks later is rejected. */
  readonly close: () => Promise<void>;
}

/** The thread never began to listen: no question is at fault, and none was looked at. */
export class NotStarted extends Error {
  constructor(why: string) {
    super(`the thread did not start: ${why}`);
    this.name = 'NotStarted';
  }
}

/** A thread that is not up by then never will be. Machines under load take seconds. */
const START_MS = 60_000;

/** A timer that rings so much later tells of us, not of the thread. */
const LATE_MS = 500;

/** What a thread says once, when it begins to listen. */
const UP = 'up';

/** `why` is there where there is no answer. */
type Reply<Answer> = { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly why: string };

interface Waiting<Question, Answer> {
  readonly id: number;
  readonly question: Question;
  readonly latestMs: number;
  readonly given: readonly Transferable[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The built file of a thread's code, whether this runs from the sources or from what was built of them: threads run no TypeScript. */
export function threadFile(sources: string, file: string): URL {
  if (!sources.endsWith('.ts')) return new URL(file, sources);
  const root = sources.lastIndexOf('/src/');
  return new URL(file, `${sources.slice(0, root)}/dist${sources.slice(root)}`);
}

/** Those who ask, and the thread that works for the first of them. */
interface Asked<Question, Answer> {
  readonly file: URL;
  readonly resourceLimits: ResourceLimits;
  readonly queue: Waiting<Question, Answer>[];
  worker: Worker | null;
  isUp: boolean;
  timer: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

/** Ends the question whose turn it is, and takes up the next. */
function settle<Question, Answer>(
  asked: Asked<Question, Answer>,
  settled: (first: Waiting<Question, Answer>) => void,
): void {
  clearTimeout(asked.timer);
  const first = asked.queue.shift();
  if (first !== undefined) settled(first);
  putNext(asked);
}

function fail<Question, Answer>(asked: Asked<Question, Answer>, why: string): void {
  const failed = asked.worker;
  const error = asked.isUp ? new Error(why) : new NotStarted(why);
  asked.worker = null;
  failed?.terminate().catch(() => undefined);
  settle(asked, first => {
    first.reject(error);
  });
}

function started<Question, Answer>(asked: Asked<Question, Answer>): Worker {
  const { resourceLimits } = asked;
  // What is built runs as built, whatever condition of imports the process was started with.
  const worker = new Worker(asked.file, { resourceLimits, execArgv: [] });
  asked.isUp = false;
  // Nobody stays alive for a thread; the timer of a question under way is another matter.
  worker.unref();
  worker.on('message', (reply: Reply<Answer> | typeof UP) => {
    if (asked.worker !== worker) return;
    if (reply === UP) {
      asked.isUp = true;
      setTimer(asked);
      return;
    }
    if (asked.queue[0]?.id !== reply.id) return;
    settle(asked, first => {
      if ('answer' in reply) first.resolve(reply.answer);
      else first.reject(new Error(reply.why));
    });
  });
  worker.on('error', error => {
    if (asked.worker === worker) fail(asked, error.message);
  });
  worker.on('exit', code => {
    if (asked.worker === worker) fail(asked, `the thread ended with ${code}`);
  });
  return worker;
}

function setTimer<Question, Answer>(asked: Asked<Question, Answer>): void {
  clearTimeout(asked.timer);
  const first = asked.queue[0];
  if (first === undefined) return;
  const patience = asked.isUp ? first.latestMs : START_MS;
  const due = performance.now() + patience;
  asked.timer = setTimeout(() => {
    // A process that was stopped for a while finds its timers due, and perhaps the answer behind them.
    if (performance.now() - due > LATE_MS) setTimer(asked);
    else fail(asked, 'no answer in time');
  }, patience);
}

function putNext<Question, Answer>(asked: Asked<Question, Answer>): void {
  const first = asked.queue[0];
  if (first === undefined) return;
  try {
    asked.worker ??= started(asked);
  } catch (error) {
    // The system gives no thread now. Later, so that nobody is answered before the question is asked.
    asked.isUp = false;
    setImmediate(fail, asked, reasonOf(error));
    return;
  }
  setTimer(asked);
  asked.worker.postMessage({ id: first.id, question: first.question }, first.given);
}

export function thread<Question, Answer>(
  file: URL,
  resourceLimits: ResourceLimits = {},
): WorkerThread<Question, Answer> {
  const asked: Asked<Question, Answer> = {
    ...{ file, resourceLimits, queue: [], worker: null },
    ...{ isUp: false, timer: undefined, isClosed: false },
  };
  let questions = 0;
  return {
    ask: (question, latestMs, given = []) =>
      new Promise((resolve, reject) => {
        if (asked.isClosed) {
          reject(new Error('the thread was ended'));
          return;
        }
        asked.queue.push({ id: (questions += 1), question, latestMs, given, resolve, reject });
        if (asked.queue.length === 1) putNext(asked);
      }),
    close: async () => {
      const running = asked.worker;
      asked.worker = null;
      asked.isClosed = true;
      clearTimeout(asked.timer);
      for (const each of asked.queue.splice(0)) each.reject(new Error('the thread was ended'));
      await running?.terminate();
    },
  };
}

/** In the thread: answers what is asked. */
export function answerRequests(answer: (question: unknown) => unknown): void {
  parentPort?.on('message', ({ id, question }: { readonly id: number; readonly question: unknown }) => {
    parentPort?.postMessage(replied(id, () => answer(question)));
  });
  parentPort?.postMessage(UP);
}

function replied(id: number, answered: () => unknown): Reply<unknown> {
  try {
    return { id, answer: answered() };
  } catch (error) {
    return { id, why: reasonOf(error) };
  }
}
