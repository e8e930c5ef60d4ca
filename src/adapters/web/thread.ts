// Runs the web pages in a worker thread, and gives it only the public view of documents.
// Pages in a thread do not delay mail. This file answers the thread's requests for stored data and health, and restarts it when it dies.
import { Worker } from 'node:worker_threads';
import { publicView } from '#core/features.ts';
import type { Log, PagePort } from '#service/ports.ts';
import type { FromThread, VisitorActs, ServiceCall, ServiceCalls, ToThread, WebSettings } from './messages.ts';
import type { Monitored } from './monitor-routes.ts';
import type { WebServer } from './guard.ts';

export interface WebServices extends Monitored, Pick<ServiceCalls, 'findFeedOwner'> {
  readonly store: PagePort;
  readonly visitorActs: VisitorActs;
  readonly log: Log;
}

/** Pause before a dead thread is restarted. */
const RESTART_MS = 2_000;
const HEAP_MB = 256;
/** A page leaves little behind: space for more would be kept for nothing. */
const YOUNG_MB = 12;

/** What the thread may ask. Private fields are stripped, so that they never leave this thread. */
const createCalls = ({ store, visitorActs, findFeedOwner, health, metrics }: WebServices): ServiceCalls => ({
  ...visitorActs,
  ...{ findFeedOwner, health, metrics },
  ...{ list: store.list, newest: store.newest, accounts: store.accounts, version: store.version },
  read: async keys => {
    const { documents, ...others } = await store.read(keys);
    const views = [...documents].map(([key, document]) => [key, document && publicView(key, document)] as const);
    return { ...others, documents: new Map(views) };
  },
});

const answerCall = async (calls: ServiceCalls, { call, args }: ServiceCall): Promise<unknown> =>
  (calls[call] as (...args: readonly unknown[]) => Promise<unknown>)(...args);

/** Starts a thread and answers its requests until it ends. Resolves once it accepts connections, or ends the thread and rejects. */
function startThread(
  file: URL,
  settings: WebSettings,
  services: WebServices,
  onDeath: () => void,
): Promise<{ readonly worker: Worker; readonly port: number }> {
  const { log } = services;
  const calls = createCalls(services);
  return new Promise((resolve, reject) => {
    let isListening = false;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB };
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
          answerCall(calls, message).then(
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
