// The composition root of the thread that serves the web pages: templates, pictures, server.
// It reaches the service by messages alone.
import { DEFINITIONS } from '#core/features.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { games } from '#games/registry/index.ts';
import { must, reasonOf } from '#games/kit/assert.ts';
import { createFastClock, systemClock } from '#adapters/clock.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { createApp } from '#adapters/web/app.ts';
import { addInboxRoutes, findInboxServers } from '#trial/inbox/routes.ts';
import { listen, webLimits } from '#adapters/web/guard.ts';
import { type WebSettings, openServiceLink } from '#adapters/web/messages.ts';
import { loadPageTemplates } from '#adapters/web/page-templates.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import { robots } from '#core/players/robots.ts';
import { queryState } from '#service/load.ts';

const settings = workerData as WebSettings;
const { address, webUrl, connect, trustedProxies, clock } = settings;
const link = openServiceLink(must(parentPort, 'this runs in a thread'));
const { calls } = link;
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
    ...calls,
    visitorActs: calls,
    webUrl,
    templates: words,
  },
  query: question => queryState(calls, catalogue, question),
  render: loadPageTemplates(root, words, { address, webUrl, connect, hasInbox: inboxServers !== null }),
  raster: startRasterThread(link.log),
  clock:
    clock === null
      ? systemClock
      : createFastClock(clock.start, clock.speed, { world: systemClock, begun: clock.begun }),
  domain: must(address.split('@')[1], 'an address has a domain'),
});

listen(app, settings).then(
  ({ port }) => link.send({ kind: 'listening', port }),
  (error: unknown) => link.send({ kind: 'failed', why: reasonOf(error) }),
);
