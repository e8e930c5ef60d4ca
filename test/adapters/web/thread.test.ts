// The thread of the pages as the service starts it: it answers, hands on what it has to say, comes again when it dies, and ends with the service.
import { afterEach, expect, it } from 'vitest';
import { startWeb, type WebServices } from '#adapters/web/thread.ts';
import type { WebServer } from '#adapters/web/guard.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { threadFile } from '#adapters/workers/thread.ts';
import type { HealthReport } from '#service/shared-ports.ts';
import { withResolvers } from '#test/with-resolvers.ts';

const FILE = threadFile('composition/web-thread.js');
const SETTINGS = {
  ...{ host: '127.0.0.1', port: 0, address: 'games@example.test', webUrl: '', connect: null, hasRobots: true },
  ...{ trustedProxies: [], clock: null },
};
const opened: WebServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

const report: HealthReport = {
  ...{ ok: false, imap: 'refused', smtp: 'connected', store: 'ok', waiting: 3, delayed: 0, failed: 0 },
  ...{ undecided: 0, aside: 0, reasons: [{ what: 'imap', why: 'The IMAP server refuses the login.' }] },
};

/** A token that the service does not know is on no list. */
const NO_LISTS: WebServices['visitorActs'] = {
  find: () => Promise.resolve(null),
  leave: () => Promise.resolve(null),
  post: () => Promise.resolve(null),
  readLog: () => Promise.resolve(null),
};

async function started(log: string[] = [], port = 0, tokens: string[] = []): Promise<WebServer> {
  const write = (event: string, facts: object = {}): void => void log.push(`${event} ${JSON.stringify(facts)}`);
  const services: WebServices = {
    store: createMemoryStore(),
    health: () => Promise.resolve(report),
    metrics: () => Promise.resolve('nexpost_healthy 0\n'),
    findFeedOwner: token => {
      tokens.push(token);
      return Promise.resolve(null);
    },
    visitorActs: {
      find: token => {
        tokens.push(`find ${token}`);
        return Promise.resolve({ kind: 'digest' });
      },
      leave: token => {
        tokens.push(`leave ${token}`);
        return Promise.resolve({ kind: 'digest' });
      },
      post: ({ token }) => {
        tokens.push(`post ${token}`);
        return Promise.resolve(null);
      },
      readLog: path => Promise.resolve(Buffer.from(path)),
    },
    log: { info: write, warn: write, error: write },
  };
  const listening = await startWeb(FILE, { ...SETTINGS, port }, services);
  opened.push(listening);
  return listening;
}

it('serves pages and the health of the service, and hands its log on', async () => {
  const log: string[] = [];
  const { port } = await started(log);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([health.status, await health.json()]).toEqual([503, report]);
  expect(log.some(line => line.startsWith('web {"method":"GET","path":"/","status":200'))).toBe(true);
});

it('asks the service whose calendar an address is, since it has no secrets', async () => {
  const [log, tokens]: [string[], string[]] = [[], []];
  const { port } = await started(log, 0, tokens);
  expect((await fetch(`http://127.0.0.1:${port}/calendar/abcdefghijklmnop.ics`)).status).toBe(404);
  expect(tokens).toEqual(['abcdefghijklmnop']);
  expect(log.join('\n')).not.toContain('abcdefghijklmnop');
});

it('asks the service which list a token is of, and to leave it', async () => {
  const [log, tokens]: [string[], string[]] = [[], []];
  const { port } = await started(log, 0, tokens);
  const url = `http://127.0.0.1:${port}/unsubscribe/digest.alice.abc`;
  expect((await fetch(url)).status).toBe(200);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
  expect(tokens).toEqual(['find digest.alice.abc', 'leave digest.alice.abc']);
  expect(log.join('\n')).not.toContain('alice');
});

it('says in a sentence that a port is taken', async () => {
  const { port } = await started();
  await expect(started([], port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`);
});

/** A thread that listens on nothing, tells on which port, and ends: the first two times. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const { port } = workerData;
    parentPort.postMessage({ kind: 'log', level: 'info', event: 'begun', facts: { port } });
    parentPort.postMessage({ kind: 'listening', port: port + 1 });
    if (port < 3) setImmediate(() => process.exit(1));
    else setInterval(() => undefined, 1000);
  `)}`,
);

it('is started again on its port when it dies, as often as it takes, and not once the service has ended', async () => {
  const begun: number[] = [];
  const settled = withResolvers();
  const log = {
    ...{ warn: () => undefined, error: () => undefined },
    info: (_: string, facts: object = {}): void => {
      begun.push((facts as { readonly port: number }).port);
      if (begun.length === 4) settled.resolve();
    },
  };
  const services: WebServices = {
    store: createMemoryStore(),
    health: () => Promise.resolve(report),
    metrics: () => Promise.resolve('nexpost_healthy 0\n'),
    findFeedOwner: () => Promise.resolve(null),
    visitorActs: NO_LISTS,
    log,
  };
  const listening = await startWeb(MORTAL, SETTINGS, services, 1);
  await settled.promise;
  await listening.close();
  expect(begun).toEqual([0, 1, 2, 3]);
});
