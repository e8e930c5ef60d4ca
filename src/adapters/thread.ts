// A thread that answers questions one after the other: the asking side, and the answering side. What takes too long or dies is given up, and the next question starts another thread.
import { parentPort, Worker } from 'node:worker_threads';

export interface Thread<Question, Answer> {
  /** Rejects when the thread fails, or has not answered so many milliseconds after it was this question's turn. */
  readonly ask: (question: Question, latestMs: number) => Promise<Answer>;
  /** Ends the thread for good; whoever waits or asks later is rejected. */
  readonly close: () => Promise<void>;
}

/** `why` is there where there is no answer. */
type Reply<Answer> = { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly why: string };

interface Waiting<Question, Answer> {
  readonly id: number;
  readonly question: Question;
  readonly latestMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The built file of a thread's code, whether this runs from the sources or from what was built of them: threads run no TypeScript. */
export function threadFile(sources: string, file: string): URL {
  if (!sources.endsWith('.ts')) return new URL(file, sources);
  const built = sources.replace(/\/src\/(?!.*\/src\/)/, '/dist/src/');
  return new URL(file, built);
}

/** Those who ask, and the thread that works for the first of them. */
interface Asked<Question, Answer> {
  readonly file: URL;
  readonly queue: Waiting<Question, Answer>[];
  worker: Worker | null;
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
  asked.worker = null;
  failed?.terminate().catch(() => undefined);
  settle(asked, first => {
    first.reject(new Error(why));
  });
}

function started<Question, Answer>(asked: Asked<Question, Answer>): Worker {
  const worker = new Worker(asked.file);
  // Nobody stays alive for a thread; the timer of a question under way is another matter.
  worker.unref();
  worker.on('message', (reply: Reply<Answer>) => {
    if (asked.worker !== worker || asked.queue[0]?.id !== reply.id) return;
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

function putNext<Question, Answer>(asked: Asked<Question, Answer>): void {
  const first = asked.queue[0];
  if (first === undefined) return;
  asked.timer = setTimeout(() => {
    fail(asked, 'no answer in time');
  }, first.latestMs);
  asked.worker ??= started(asked);
  asked.worker.postMessage({ id: first.id, question: first.question });
}

export function thread<Question, Answer>(file: URL): Thread<Question, Answer> {
  const asked: Asked<Question, Answer> = { file, queue: [], worker: null, timer: undefined, isClosed: false };
  let questions = 0;
  return {
    ask: (question, latestMs) =>
      new Promise((resolve, reject) => {
        if (asked.isClosed) {
          reject(new Error('the thread was ended'));
          return;
        }
        asked.queue.push({ id: (questions += 1), question, latestMs, resolve, reject });
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
export function answering(answer: (question: unknown) => unknown): void {
  parentPort?.on('message', ({ id, question }: { readonly id: number; readonly question: unknown }) => {
    parentPort?.postMessage(replied(id, () => answer(question)));
  });
}

function replied(id: number, answered: () => unknown): Reply<unknown> {
  try {
    return { id, answer: answered() };
  } catch (error) {
    return { id, why: error instanceof Error ? error.message : String(error) };
  }
}
