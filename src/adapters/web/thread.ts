// Runs the web pages in a worker thread, and gives it only the public view of documents.
// Pages in a thread do not delay mail. This file answers the thread's requests for stored data and health, and restarts it when it dies.
import { Worker } from 'node:worker_threads';
import { publicView } from '#core/features.ts';
import type { ReadPort, Snapshot } from '#service/ports.ts';
import type { FromThread, ServiceLink, ToThread, WebSettings } from './messages.ts';
import type { WebServer } from './guard.ts';

export type WebServices = Omit<ServiceLink, 'send'>;

/** Pause before a dead thread is restarted. */
const RESTART_MS = 2_000;
const HEAP_MB = 256;

/** Strips private fields, so that they never leave this thread. */
async function readPublicSnapshot(store: ReadPort, keys: Parameters<ReadPort['read']>[0]): Promise<Snapshot> {
  const { documents, versions, damaged } = await store.read(keys);
  return {
    ...{ versions, damaged },
    documents: new Map(
      [...documents].map(([key, document]) => [key, document === null ? null : publicView(key, document)]),
    ),
  };
}

async function answerRequest(
  message: Extract<FromThread, { readonly kind: 'ask' }>,
  services: WebServices,
): Promise<unknown> {
  const { store, health, metrics, findFeedOwner, readerLists } = services;
  const { question } = message;
  switch (question.what) {
    case 'read':
      return readPublicSnapshot(store, question.keys);
    case 'list':
      return store.list(question.list, question.from, question.most);
    case 'newest':
      return store.newest(question.list, question.before, question.most);
    case 'accounts':
      return store.accounts(question.after, question.most);
    case 'feed-owner':
      return findFeedOwner(question.token);
    case 'reader-list':
      return readerLists.find(question.token);
    case 'unsubscribe':
      return readerLists.leave(question.token);
    case 'health':
      return health();
    case 'metrics':
      return metrics();
  }
}

/** A thread that accepts connections. */
interface RunningThread {
  readonly worker: Worker;
  readonly port: number;
}

/** Starts a thread and answers its requests until it ends. Rejects if the thread does not begin to listen, and ends the thread then. */
function startThread(
  file: URL,
  settings: WebSettings,
  services: WebServices,
  onDeath: () => void,
): Promise<RunningThread> {
  const { log } = services;
  return new Promise((resolve, reject) => {
    let isListening = false;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(file, { workerData: settings, resourceLimits, execArgv: [] });
    const send = (message: ToThread): void => {
      worker.postMessage(message);
    };
    worker.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'listening':
          isListening = true;
          resolve({ worker, port: message.port });
          return;
        case 'failed':
          reject(new Error(message.why));
          void worker.terminate();
          return;
        case 'log':
          log[message.level](message.event, message.facts);
          return;
        case 'ask':
          answerRequest(message, services).then(
            answer => send({ id: message.id, answer }),
            (error: unknown) => send({ id: message.id, why: String(error) }),
          );
      }
    });
    worker.on('error', error => log.error('web-thread-failed', { why: error.message }));
    worker.on('exit', code => {
      if (isListening) onDeath();
      else reject(new Error(`the thread of the pages ended with ${code} before it listened`));
    });
  });
}

/** Rejects with one sentence if the port is taken. `againMs`: pause before an ended thread is restarted. */
export async function startWeb(
  file: URL,
  settings: WebSettings,
  services: WebServices,
  restartMs = RESTART_MS,
): Promise<WebServer> {
  let isClosed = false;
  let restartTimer: NodeJS.Timeout | undefined;
  const onDeath = (): void => {
    if (isClosed) return;
    restartTimer = setTimeout(() => {
      startThread(file, { ...settings, port: thread.port }, services, onDeath).then(newThread => {
        thread = newThread;
        if (isClosed) void newThread.worker.terminate();
      }, onDeath);
    }, restartMs);
  };
  let thread = await startThread(file, settings, services, onDeath);
  return {
    port: thread.port,
    close: async () => {
      isClosed = true;
      clearTimeout(restartTimer);
      await thread.worker.terminate();
    },
  };
}
