// A thread that answers questions one after the other: the asking side, and the answering side. What takes too long or dies is given up, and the next question starts another thread.
import { reasonOf } from '#games/kit/assert.ts';
import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

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
   * Rejects when the thread fails, or has not answered so many milliseconds after it was this question's turn and the thread was up.
   * What is in `given` goes over to the thread instead of being copied.
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

  /** Ends the thread for good; whoever waits or asks later is rejected. */
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
      // The system gives no thread now. Later, so that nobody is answered before the question is asked.
      this.#isUp = false;
      setImmediate(() => this.#fail(reasonOf(error)));
      return;
    }
    this.#setTimer();
    this.#worker.postMessage({ id: first.id, question: first.question }, first.given);
  }

  #started(): Worker {
    // What is built runs as built, whatever condition of imports the process was started with.
    const worker = new Worker(this.#file, { resourceLimits: this.#resourceLimits, execArgv: [] });
    this.#isUp = false;
    // Nobody stays alive for a thread; the timer of a question under way is another matter.
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

  /** Ends the question whose turn it is, and takes up the next. */
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
      // A process that was stopped for a while finds its timers due, and perhaps the answer behind them.
      if (performance.now() - due > LATE_MS) this.#setTimer();
      else this.#fail('no answer in time');
    }, patience);
  }
}

export const thread = <Question, Answer>(
  file: URL,
  resourceLimits: ResourceLimits = {},
): WorkerThread<Question, Answer> => new WorkerThread(file, resourceLimits);

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
