// Connects the thread of the web pages to the service: stored data, health and log.
import type { MessagePort } from 'node:worker_threads';
import type { Log, ReadPort } from '#service/ports.ts';
import type { Monitored } from './monitor-routes.ts';
import type { FromThread, ReaderLists, StoreQuestion, ToThread } from './messages.ts';

export interface ServiceLink extends Monitored {
  readonly store: ReadPort;
  readonly findFeedOwner: (token: string) => Promise<string | null>;
  readonly readerLists: ReaderLists;
  readonly log: Log;
  readonly send: (message: FromThread) => void;
}

export function openServiceLink(port: MessagePort): ServiceLink {
  const pendingRequests = new Map<
    number,
    { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let lastId = 0;
  const send = (message: FromThread): void => port.postMessage(message);
  port.on('message', (message: ToThread) => {
    const { resolve, reject } = pendingRequests.get(message.id) ?? {};
    pendingRequests.delete(message.id);
    if ('why' in message) reject?.(new Error(message.why));
    else resolve?.(message.answer);
  });
  const ask = <Answer>(question: StoreQuestion): Promise<Answer> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pendingRequests.set(lastId, { resolve: answer => resolve(answer as Answer), reject });
      send({ kind: 'ask', id: lastId, question });
    });
  const write =
    (level: 'info' | 'warn' | 'error'): Log['info'] =>
    (event, facts = {}) =>
      send({ kind: 'log', level, event, facts });
  return {
    send,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    health: () => ask({ what: 'health' }),
    metrics: () => ask({ what: 'metrics' }),
    findFeedOwner: token => ask({ what: 'feed-owner', token }),
    readerLists: {
      find: token => ask({ what: 'reader-list', token }),
      leave: token => ask({ what: 'unsubscribe', token }),
    },
    store: {
      read: keys => ask({ what: 'read', keys }),
      list: (list, from, most) => ask({ what: 'list', list, from, most }),
      newest: (list, before, most) => ask({ what: 'newest', list, before, most }),
      accounts: (after, most) => ask({ what: 'accounts', after, most }),
    },
  };
}
