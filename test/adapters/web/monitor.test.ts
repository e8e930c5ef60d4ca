// /health and /metrics: on the pages and on a port of their own, and metrics only for visitors from inside.
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics, type Measured } from '#adapters/metrics.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { listen, type WebServer } from '#adapters/web/guard.ts';
import { createMonitorApp } from '#adapters/web/monitor-routes.ts';
import { watchProcess } from '#service/process-signs.ts';
import type { Store } from '#service/ports.ts';
import type { HealthReport } from '#service/shared-ports.ts';
import { silent } from '#test/service/ports.ts';

const REPORT: HealthReport = {
  ...{ ok: false, imap: 'connected', smtp: 'unreachable', store: 'ok', waiting: 2, delayed: 3, failed: 1 },
  ...{ undecided: 4, aside: 5, reasons: [{ what: 'smtp', why: 'The SMTP server cannot be reached.' }] },
};

const MEASURED: Measured = {
  report: REPORT,
  counts: { log_lines: {}, mails_in: {}, mails_out: {} },
  roles: [],
  oldestMailMs: 61_000,
  oldestIncomingMs: 0,
  robotBoards: 7,
};

const opened: WebServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

async function monitor(report = REPORT): Promise<string> {
  const monitored = { health: () => Promise.resolve(report), metrics: () => Promise.resolve('nexpost_healthy 1\n') };
  const app = createMonitorApp(monitored, { log: silent, trustedProxies: [], rate: { requests: 100, seconds: 10 } });
  const server = await listen(app, { host: '127.0.0.1', port: 0, trustedProxies: [] });
  opened.push(server);
  return `http://127.0.0.1:${server.port}`;
}

describe('a process without pages', () => {
  it('tells its health, with 503 and the reasons while it is ill', async () => {
    const ill = await fetch(`${await monitor()}/health`);
    expect(ill.status).toBe(503);
    expect(await ill.json()).toEqual(REPORT);
    expect((await fetch(`${await monitor({ ...REPORT, ok: true, reasons: [] })}/healthz`)).status).toBe(200);
  });

  it('shows metrics, and nothing else', async () => {
    const address = await monitor();
    const metrics = await fetch(`${address}/metrics`);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await metrics.text()).toBe('nexpost_healthy 1\n');
    expect((await fetch(`${address}/players`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  it.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])(
    'hides metrics from requests through a proxy (%s)',
    async name => {
      const headers = { [name]: '192.0.2.1' };
      expect((await fetch(`${await monitor()}/metrics`, { headers })).status).toBe(404);
    },
  );
});

/** The samples of a page of metrics. Each line must have the form of Prometheus. */
function parseSamples(page: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  for (const line of page.split('\n').filter(each => each !== '' && !each.startsWith('# '))) {
    const [, name = '', value = ''] =
      /^([a-z_0-9]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)$/.exec(line) ?? [];
    expect([line, name === '', value !== 'Nan' && Number.isNaN(Number(value))]).toEqual([line, false, false]);
    samples.set(name, Number(value));
  }
  return samples;
}

describe('metrics', () => {
  it('count mails by what became of them, and tries to send', async () => {
    const { log, notes } = watchProcess(silent, () => 0);
    const { render } = createMetrics();
    log.info('mail-done', { result: 'committed' });
    log.info('mail-done', { result: 'committed' });
    log.info('mail-silent', { reason: 'auto-submitted' });
    log.info('mail-sent', { mail: 'm1' });
    log.warn('mail-delayed', { mail: 'm2' });
    log.error('mail-given-up', { mail: 'm3' });
    const samples = parseSamples(await render({ ...MEASURED, counts: notes().counts }));
    const found = (name: string): number | undefined => samples.get(`nexpost_${name}`);
    expect(found('mails_in_total{verdict="done"}')).toBe(2);
    expect(found('mails_in_total{verdict="auto-submitted"}')).toBe(1);
    expect(found('mails_out_total{result="sent"}')).toBe(1);
    expect(found('mails_out_total{result="delayed"}')).toBe(1);
    expect(found('mails_out_total{result="given-up"}')).toBe(1);
    expect(found('log_lines_total{level="error"}')).toBe(1);
  });

  it('show the queues, the servers and the reasons', async () => {
    const { render } = createMetrics();
    const samples = parseSamples(await render(MEASURED));
    expect(Object.fromEntries([...samples].filter(([name]) => name.startsWith('nexpost_')))).toMatchObject({
      nexpost_healthy: 0,
      'nexpost_ill{what="smtp"}': 1,
      'nexpost_mail_server_up{server="imap"}': 1,
      'nexpost_mail_server_up{server="smtp"}': 0,
      'nexpost_outbox_mails{state="due"}': 2,
      'nexpost_outbox_mails{state="delayed"}': 3,
      'nexpost_outbox_mails{state="failed"}': 1,
      'nexpost_queue_mails{state="undecided"}': 4,
      'nexpost_queue_mails{state="aside"}': 5,
      nexpost_outbox_oldest_seconds: 61,
      nexpost_queue_oldest_seconds: 0,
      nexpost_robot_boards: 7,
    });
    expect(samples.has('process_resident_memory_bytes')).toBe(true);
    // A reason that has passed is gone.
    const later = parseSamples(await render({ ...MEASURED, report: { ...REPORT, ok: true, reasons: [] } }));
    expect(later.has('nexpost_ill{what="smtp"}')).toBe(false);
  });

  it('are named after their kind, as Prometheus demands', async () => {
    const { render } = createMetrics();
    await render(MEASURED);
    const text = await render(MEASURED);
    const kinds = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => ({ name, kind }));
    expect(kinds.length).toBeGreaterThan(15);
    for (const { name, kind } of kinds) expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter']);
    // The second reading is no sum of both.
    const { user, system } = process.cpuUsage();
    expect(parseSamples(text).get('process_cpu_seconds_total')).toBeLessThanOrEqual((user + system) / 1e6);
  });

  it('measure commits by their result', async () => {
    const { noteCommit, render } = createMetrics();
    const { watchStore } = watchProcess(silent, () => 0, [], noteCommit);
    const memory = createMemoryStore();
    const change: Parameters<Store['commit']>[0] = {
      ...{ cause: 'c1', expect: new Map(), documents: new Map(), outgoing: [], at: 0 },
    };
    const store = watchStore(memory);
    await (
      await store.commit(change)
    ).durable;
    await (
      await store.commit(change)
    ).durable;
    const full = watchStore({ ...memory, commit: () => Promise.reject(new Error('no space left')) });
    await expect(full.commit(change)).rejects.toThrow('no space left');
    const samples = parseSamples(await render(MEASURED));
    for (const result of ['committed', 'already-seen', 'failed'])
      expect(samples.get(`nexpost_commit_seconds_count{result="${result}"}`)).toBe(1);
  });
});
