// The thread's side of the messages to the service: stored data, health and log.
import type { MessagePort } from 'node:worker_threads';
import type { HealthReport, Log, ReadPort } from '#service/ports.ts';
import type { Asked, FromThread, ToThread } from './messages.ts';

export interface ServiceLink {
  readonly store: ReadPort;
  readonly health: () => Promise<HealthReport>;
  readonly log: Log;
  readonly tell: (message: FromThread) => void;
}

export function openServiceLink(port: MessagePort): ServiceLink {
  const waiting = new Map<
    number,
    { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let asked = 0;
  const tell = (message: FromThread): void => port.postMessage(message);
  port.on('message', (message: ToThread) => {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if ('why' in message) reject?.(new Error(message.why));
    else resolve?.(message.answer);
  });
  const ask = <Answer>(question: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve: answer => resolve(answer as Answer), reject });
      tell({ kind: 'ask', id: asked, question });
    });
  const write =
    (level: 'info' | 'warn' | 'error'): Log['info'] =>
    (event, facts = {}) =>
      tell({ kind: 'log', level, event, facts });
  return {
    tell,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    health: () => ask({ what: 'health' }),
    store: {
      read: keys => ask({ what: 'read', keys }),
      list: (list, from, most) => ask({ what: 'list', list, from, most }),
      newest: (list, before, most) => ask({ what: 'newest', list, before, most }),
      accounts: (after, most) => ask({ what: 'accounts', after, most }),
    },
  };
}
