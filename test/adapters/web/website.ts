// The pages over the boards of a lab, reached by HTTP: as the service serves them, with nothing private handed to them.
import { stillRaster } from '#test/service/ports.ts';
import { expect } from 'vitest';
import { games } from '#games/registry/index.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { createApp } from '#adapters/web/app.ts';
import { type ListenSettings, listen, webLimits } from '#adapters/web/guard.ts';
import type { Site } from '#adapters/web/site.ts';
import { loadPageTemplates } from '#adapters/web/page-templates.ts';
import { robots } from '#core/players/robots.ts';
import { findFeedOwner } from '#core/features/calendar/index.ts';
import { readListToken } from '#core/writing/compose-context.ts';
import { DEFINITIONS, publicView } from '#core/features.ts';
import type { ReadPort } from '#service/ports.ts';
import type { HealthReport } from '#service/shared-ports.ts';
import { postFromPage, unsubscribe } from '#service/unsubscribe.ts';
import { readLogFile } from '#service/sealing.ts';
import { queryState } from '#service/load.ts';
import type { Lab } from '#test/service/lab.ts';

export interface Website {
  readonly port: number;
  /** Every log line, as `event {facts}`. */
  readonly log: readonly string[];
  readonly get: (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Response>;
  readonly text: (path: string, headers?: Readonly<Record<string, string>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

const root = findPackageRoot();
const words = loadTemplates(games.map(({ name }) => name));
const catalogue = { games, robots, ...DEFINITIONS };
const connect = { smtp: 2525, imap: 1143 };

/** As a service without an inbox or with one has them. */
const pagesOf = (hasInbox: boolean) =>
  loadPageTemplates(root, words, {
    address: 'games@example.test',
    webUrl: 'https://games.example.org',
    connect,
    hasInbox,
  });

/** The store without what is private. */
const publicly = (store: ReadPort): ReadPort => ({
  ...{ list: store.list, newest: store.newest, accounts: store.accounts },
  read: async keys => {
    const found = await store.read(keys);
    const shown = [...found.documents].map(
      ([key, document]) => [key, document === null ? null : publicView(key, document)] as const,
    );
    return { ...found, documents: new Map(shown) };
  },
});

const WELL: HealthReport = {
  ...{ ok: true, imap: 'connected', smtp: 'connected', store: 'ok', waiting: 0, delayed: 0, failed: 0 },
  ...{ undecided: 0, aside: 0, reasons: [] },
};

/** Unless it is said otherwise every request comes from somebody else, by a proxy that is trusted: nobody asks too often. */
export async function website(
  { store, now, context }: Lab,
  {
    trustedProxies = ['127.0.0.1'],
    rate = webLimits.rate,
    addInbox = null,
    raster = stillRaster,
    readTimer = () => 0,
    version = store.version,
    ...listening
  }: Partial<
    Pick<Site, 'trustedProxies' | 'rate' | 'addInbox' | 'raster' | 'readTimer' | 'version'> &
      Pick<ListenSettings, 'silentMs'>
  > = {},
): Promise<Website> {
  let visitors = 0;
  const log: string[] = [];
  const { sign } = context.trust;
  const write = (event: string, facts: object = {}): void => void log.push(`${event} ${JSON.stringify(facts)}`);
  const site = createApp({
    ...{
      catalogue,
      root,
      addInbox,
      trustedProxies,
      rate,
      render: pagesOf(addInbox !== null),
      templates: words,
      raster,
      readTimer,
      clock: { now },
    },
    log: { info: write, warn: write, error: write },
    version,
    query: question => queryState(publicly(store), catalogue, question),
    visitorActs: {
      find: token => Promise.resolve(readListToken(token, sign)?.list ?? null),
      leave: async token => (await unsubscribe(token, context))?.list ?? null,
      post: post => postFromPage(post, context),
      readLog: path => readLogFile(path, context),
    },
    findFeedOwner: token => queryState(store, catalogue, state => findFeedOwner(state, token, sign)),
    webUrl: 'https://nex.example',
    health: () => Promise.resolve(WELL),
    metrics: () => Promise.resolve('nexpost_healthy 1\n'),
    domain: 'example.test',
  });
  const { port, close } = await listen(site, { host: '127.0.0.1', port: 0, trustedProxies, ...listening });
  const get: Website['get'] = (path, headers = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, redirect: 'manual' },
      headers: { 'X-Forwarded-For': `10.0.${(visitors += 1) >> 8}.${visitors & 255}`, ...headers },
    });
  const text: Website['text'] = async (path, headers) => {
    const answer = await get(path, headers);
    expect([200, 404], path).toContain(answer.status);
    return answer.text();
  };
  return { port, log, close, get, text };
}
