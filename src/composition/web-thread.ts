// The composition root of the thread that serves the web pages: templates, pictures, server.
// It reaches the service by messages alone.
import { DEFINITIONS } from '#core/features.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { games } from '#games/registry/index.ts';
import { must, reasonOf } from '#games/kit/assert.ts';
import { systemClock } from '#adapters/clock.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { createApp } from '#adapters/web/app.ts';
import { addInboxRoutes, findInboxServers } from '#trial/inbox/routes.ts';
import { webLimits } from '#adapters/web/guard.ts';
import { listen } from '#adapters/web/listen.ts';
import { type WebSettings, openServiceLink } from '#adapters/web/messages.ts';
import { loadPageTemplates } from '#adapters/web/page-templates.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import { robots } from '#core/players/robots.ts';
import { queryState } from '#service/load.ts';
import type { Clock } from '#service/ports.ts';

const settings = workerData as WebSettings;
const { address, webUrl, connect, trustedProxies } = settings;
const link = openServiceLink(must(parentPort, 'this runs in a thread'));
const root = findPackageRoot();
const words = loadTemplates(games.map(({ name }) => name));
const catalogue = { games, robots: settings.hasRobots ? robots : [], ...DEFINITIONS };

const inboxServers = findInboxServers(settings);

const app = createApp({
  ...{
    catalogue,
    root,
    addInbox: inboxServers && ((web, site, replies) => addInboxRoutes(web, site, replies, inboxServers)),
    trustedProxies,
    rate: webLimits.rate,
    log: link.log,
    health: link.health,
    metrics: link.metrics,
    findFeedOwner: link.findFeedOwner,
    readerLists: link.readerLists,
    webUrl,
    templates: words,
  },
  query: question => queryState(link.store, catalogue, question),
  render: loadPageTemplates(root, words, { address, webUrl, connect, hasInbox: inboxServers !== null }),
  raster: startRasterThread(link.log),
  clock: clockOf(settings),
  domain: must(address.split('@')[1], 'an address has a domain'),
});

function clockOf({ clock }: WebSettings): Pick<Clock, 'now'> {
  if (clock === null) return systemClock;
  const { begun, start, speed } = clock;
  return { now: () => Math.floor(start + (systemClock.now() - begun) * speed) };
}

listen(app, settings).then(
  ({ port }) => link.send({ kind: 'listening', port }),
  (error: unknown) => link.send({ kind: 'failed', why: reasonOf(error) }),
);
