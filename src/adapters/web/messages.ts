// The messages between the thread of the web pages and the service, and the link that carries them.
import type { MessagePort } from 'node:worker_threads';
import type { PagePost } from '#core/desk/decide/request.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import type { ReaderList } from '#core/writing/compose-context.ts';
import type { Facts, Log, PagePort } from '#service/ports.ts';
import type { Monitored } from './monitor-routes.ts';

/** What visitors of the pages can do, by the tokens in their mails. null: the service did not write this token. */
export interface VisitorActs {
  /** The list of mails that a token ends. */
  readonly find: (token: string) => Promise<ReaderList | null>;
  /** Takes the reader off the list. Resolves when the change is durable. Later calls get the same answer. */
  readonly leave: (token: string) => Promise<ReaderList | null>;
  /** Acts at a board as a reply to a board mail does. Resolves when it is durable, or to the reason why nothing was done. */
  readonly post: (post: Omit<PagePost, 'kind'>) => Promise<Refused | null>;
  /** A file of the game log, by its path. null: there is none. */
  readonly readLog: (path: string) => Promise<string | Uint8Array | null>;
}

/** The settings the thread is started with. */
export interface WebSettings {
  readonly host: string;
  readonly port: number;
  /** The service's own address. */
  readonly address: string;
  /** Where the pages are reached from outside. '': that is not known. */
  readonly webUrl: string;
  /** The ports of the embedded mail servers, and the key of the inbox. null: there are none. */
  readonly connect: { readonly smtp: number; readonly imap: number; readonly key: string } | null;
  readonly hasRobots: boolean;
  readonly trustedProxies: readonly string[];
  /** The service's clock showed `start` when the machine's showed `begun`, and runs `speed` times as fast. null: it is the machine's clock. */
  readonly clock: { readonly begun: number; readonly start: number; readonly speed: number } | null;
}

/** What the thread asks the service. */
export interface ServiceCalls extends PagePort, VisitorActs, Monitored {
  /** The userid of the player whose calendar feed has this token. The thread has no secrets to find it with. */
  readonly findFeedOwner: (token: string) => Promise<string | null>;
}

const CALLS = [
  ...(['read', 'list', 'newest', 'accounts', 'version'] as const),
  ...(['find', 'leave', 'post', 'readLog', 'findFeedOwner', 'health', 'metrics'] as const),
] satisfies readonly (keyof ServiceCalls)[];

export interface ServiceCall {
  readonly kind: 'ask';
  readonly id: number;
  readonly call: keyof ServiceCalls;
  readonly args: readonly unknown[];
}

export type FromThread =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly event: string; readonly facts: Facts }
  | ServiceCall;

/** The answer of the service. `why`: the reason why there is no answer. */
export type ToThread =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly why: string };

/** Connects the thread of the web pages to the service: stored data, health and log. */
export interface ServiceLink {
  readonly calls: ServiceCalls;
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
  const ask =
    (call: keyof ServiceCalls) =>
    (...args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pendingRequests.set(lastId, { resolve, reject });
        send({ kind: 'ask', id: lastId, call, args });
      });
  const write =
    (level: 'info' | 'warn' | 'error'): Log['info'] =>
    (event, facts = {}) =>
      send({ kind: 'log', level, event, facts });
  return {
    send,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    calls: Object.fromEntries(CALLS.map(call => [call, ask(call)])) as unknown as ServiceCalls,
  };
}
