// The thread of the pages, seen from the service: it is started here, asks here for what is stored and for the health of the service, and is started again when it dies. However many pages are looked at, mails are dealt with beside it.
import { Worker } from 'node:worker_threads';
import { publicView } from '#core/pages/public-view.ts';
import type { HealthReport, Log, ReadPort, Snapshot } from '#service/ports.ts';
import type { FromThread, ToThread, WebSettings } from './messages.ts';
import type { Listening } from './listen.ts';

export interface WebServices {
  readonly store: ReadPort;
  readonly health: () => Promise<HealthReport>;
  readonly log: Log;
}

/** A thread that dies is started again, not at once and not for ever faster. */
const AGAIN_MS = 2_000;
const HEAP_MB = 256;

/** What is private never leaves this thread. */
async function publicSnapshot(store: ReadPort, keys: Parameters<ReadPort['read']>[0]): Promise<Snapshot> {
  const { documents, versions, damaged } = await store.read(keys);
  return {
    ...{ versions, damaged },
    documents: new Map(
      [...documents].map(([key, document]) => [key, document === null ? null : publicView(key, document)]),
    ),
  };
}

async function answerTo(
  message: Extract<FromThread, { readonly kind: 'ask' }>,
  services: WebServices,
): Promise<unknown> {
  const { store, health } = services;
  const { question } = message;
  switch (question.what) {
    case 'read':
      return publicSnapshot(store, question.keys);
    case 'list':
      return store.list(question.list, question.from, question.most);
    case 'newest':
      return store.newest(question.list, question.before, question.most);
    case 'accounts':
      return store.accounts(question.after, question.most);
    case 'health':
      return health();
  }
}

/** A thread that listens. */
interface Running {
  readonly worker: Worker;
  readonly port: number;
}

/** Starts a thread and hands it answers until it ends; rejects, with nothing left running, where it does not come to listen. */
function started(file: URL, settings: WebSettings, services: WebServices, died: () => void): Promise<Running> {
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
          answerTo(message, services).then(
            answer => send({ id: message.id, answer }),
            (error: unknown) => send({ id: message.id, why: String(error) }),
          );
      }
    });
    worker.on('error', error => log.error('web-thread-failed', { why: error.message }));
    worker.on('exit', code => {
      if (isListening) died();
      else reject(new Error(`the thread of the pages ended with ${code} before it listened`));
    });
  });
}

/** Rejects with one sentence where the port is taken. `againMs`: how long after its end a thread is started again. */
export async function startWeb(
  file: URL,
  settings: WebSettings,
  services: WebServices,
  againMs = AGAIN_MS,
): Promise<Listening> {
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;
  const died = (): void => {
    if (isClosed) return;
    again = setTimeout(() => {
      started(file, { ...settings, port: running.port }, services, died).then(fresh => {
        running = fresh;
        if (isClosed) void fresh.worker.terminate();
      }, died);
    }, againMs);
  };
  let running = await started(file, settings, services, died);
  return {
    port: running.port,
    close: async () => {
      isClosed = true;
      clearTimeout(again);
      await running.worker.terminate();
    },
  };
}
