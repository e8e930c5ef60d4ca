// The routes for programs that watch the service: `/health` and `/metrics`.
import { BlockList, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import type { HealthReport } from '#service/shared-ports.ts';
import { type GuardContext, addGuard, removeIpv4Prefix } from './guard.ts';

export interface Monitored {
  readonly health: () => Promise<HealthReport>;
  /** The page for Prometheus. */
  readonly metrics: () => Promise<string>;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Networks that no stranger is in: this machine, and the private networks (RFC 1918, RFC 4193, link-local). */
const PRIVATE = new BlockList();
for (const subnet of [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]) {
  const [network = '', prefix] = subnet.split('/');
  PRIVATE.addSubnet(network, Number(prefix), familyOf(network));
}

/** The headers of requests that come through a proxy: from anywhere. */
const PROXY_HEADERS = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'];

/** Does the request come from this machine or a private network, and through no proxy? */
function isFromInside(c: Context): boolean {
  const [address = ''] = removeIpv4Prefix(getConnInfo(c).remote.address ?? '').split('%');
  const isForwarded = PROXY_HEADERS.some(name => c.req.header(name) !== undefined);
  return !isForwarded && PRIVATE.check(address, familyOf(address));
}

/** Metrics are shown only inside: they tell how much the service is used. */
export function addMonitorRoutes(
  web: Hono,
  { health, metrics }: Monitored,
  sendNotFound: (c: Context) => Response | Promise<Response>,
): void {
  for (const path of ['/health', '/healthz'])
    web.get(path, async c => {
      const report = await health();
      return c.json(report, report.ok ? 200 : 503);
    });
  web.get('/metrics', async c =>
    isFromInside(c) ? c.body(await metrics(), 200, { 'Content-Type': METRICS_TYPE }) : sendNotFound(c),
  );
}

/** A site of these routes alone, for a process that shows no pages. */
export function createMonitorApp(monitored: Monitored, guard: GuardContext): Hono {
  const web = new Hono();
  addGuard(web, guard, () => false);
  const sendNotFound = (c: Context): Response => c.text('There is only /health and /metrics.\n', 404);
  addMonitorRoutes(web, monitored, sendNotFound);
  web.notFound(sendNotFound);
  return web;
}
