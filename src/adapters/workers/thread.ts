// A worker thread that answers requests one at a time: the caller's side and the thread's side.
// A request that takes too long, or a thread that dies, is given up. The next request starts a new thread.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '#games/kit/assert.ts';
import { findPackageRoot } from '../package-root.ts';
import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/** The thread never began to listen. No request was read, so none is at fault. */
export class NotStarted extends Error {
  constructor(why: string) {
    super(`the thread did not start: ${why}`);
    this.name = 'NotStarted';
  }
}

/** Time-out of the start of a thread. Machines under load take seconds. */
const START_MS = 60_000;

/** A timer that fires this late shows that this process was suspended, not that the thread is slow. */
const LATE_MS = 500;

/** The message of a thread when it begins to listen. */
const UP = 'up';

/** `why`: there is no answer. */
type Reply<Answer> = { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly why: string };

interface Waiting<Question, Answer> {
  readonly id: number;
  readonly question: Question;
  readonly latestMs: number;
  readonly given: readonly Transferable[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The built file of a thread's code, also when this runs from the sources: threads run no TypeScript. `file`: below src/. */
export const threadFile = (file: string): URL => pathToFileURL(join(findPackageRoot(), 'dist', 'program', file));

/** A queue of requests, and the thread that works on the first one. */
class WorkerThread<Question, Answer> {
  readonly #file: URL;
  readonly #resourceLimits: ResourceLimits;
  readonly #queue: Waiting<Question, Answer>[] = [];
  #worker: Worker | null = null;
  #isUp = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #questions = 0;

  constructor(file: URL, resourceLimits: ResourceLimits) {
    this.#file = file;
    this.#resourceLimits = resourceLimits;
  }

  /**
   * Rejects if the thread fails, or has not answered within `latestMs` after it was this request's turn and the thread was up.
   * The objects in `given` are transferred to the thread instead of copied.
   */
  readonly ask = (question: Question, latestMs: number, given: readonly Transferable[] = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('the thread was ended'));
        return;
      }
      this.#queue.push({ id: (this.#questions += 1), question, latestMs, given, resolve, reject });
      if (this.#queue.length === 1) this.#putNext();
    });

  /** Ends the thread. Waiting and later requests are rejected. */
  readonly close = async (): Promise<void> => {
    const running = this.#worker;
    this.#worker = null;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const each of this.#queue.splice(0)) each.reject(new Error('the thread was ended'));
    await running?.terminate();
  };

  #putNext(): void {
    const [first] = this.#queue;
    if (first === undefined) return;
    try {
      this.#worker ??= this.#started();
    } catch (error) {
      // The system cannot start a thread now. Deferred, so that the rejection does not come before the caller has its promise.
      this.#isUp = false;
      setImmediate(() => this.#fail(reasonOf(error)));
      return;
    }
    this.#setTimer();
    this.#worker.postMessage({ id: first.id, question: first.question }, first.given);
  }

  #started(): Worker {
    // Built code runs as built, whatever import conditions the process was started with.
    const worker = new Worker(this.#file, { resourceLimits: this.#resourceLimits, execArgv: [] });
    this.#isUp = false;
    // An idle thread does not keep the process alive. The timer of a running request does.
    worker.unref();
    worker.on('message', (reply: Reply<Answer> | typeof UP) => {
      if (this.#worker === worker) this.#heard(reply);
    });
    worker.on('error', error => {
      if (this.#worker === worker) this.#fail(error.message);
    });
    worker.on('exit', code => {
      if (this.#worker === worker) this.#fail(`the thread ended with ${code}`);
    });
    return worker;
  }

  #heard(reply: Reply<Answer> | typeof UP): void {
    if (reply === UP) {
      this.#isUp = true;
      this.#setTimer();
      return;
    }
    if (this.#queue[0]?.id !== reply.id) return;
    this.#settle(first => {
      if ('answer' in reply) first.resolve(reply.answer);
      else first.reject(new Error(reply.why));
    });
  }

  #fail(why: string): void {
    const failed = this.#worker;
    const error = this.#isUp ? new Error(why) : new NotStarted(why);
    this.#worker = null;
    failed?.terminate().catch(() => undefined);
    this.#settle(first => first.reject(error));
  }

  /** Settles the current request and starts the next. */
  #settle(settled: (first: Waiting<Question, Answer>) => void): void {
    clearTimeout(this.#timer);
    const first = this.#queue.shift();
    if (first !== undefined) settled(first);
    this.#putNext();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const [first] = this.#queue;
    if (first === undefined) return;
    const patience = this.#isUp ? first.latestMs : START_MS;
    const due = performance.now() + patience;
    this.#timer = setTimeout(() => {
      // After a suspension of the process its timers are due, and the answer may be waiting behind them.
      if (performance.now() - due > LATE_MS) this.#setTimer();
      else this.#fail('no answer in time');
    }, patience);
  }
}

export const thread = <Question, Answer>(
  file: URL,
  resourceLimits: ResourceLimits = {},
): WorkerThread<Question, Answer> => new WorkerThread(file, resourceLimits);

/** In the thread: answers requests. The caller sends the next one after the answer. */
export function answerRequests(answer: (question: unknown) => unknown): void {
  parentPort?.on('message', ({ id, question }: { readonly id: number; readonly question: unknown }) => {
    void createReply(id, () => answer(question)).then(reply => parentPort?.postMessage(reply));
  });
  parentPort?.postMessage(UP);
}

async function createReply(id: number, answer: () => unknown): Promise<Reply<unknown>> {
  try {
    return { id, answer: await answer() };
  } catch (error) {
    return { id, why: reasonOf(error) };
  }
}
