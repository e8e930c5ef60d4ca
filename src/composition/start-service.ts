// The composition root of the service: settings → adapters → loops, and an orderly end.
import { games } from '#games/registry/index.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { systemClock } from '#adapters/clock.ts';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import { openControl } from '#adapters/control.ts';
import { createAlert } from '#adapters/alert.ts';
import { loadLanguages } from '#adapters/language/guess.ts';
import { type Metrics, createMetrics } from '#adapters/metrics.ts';
import { startMimeThread } from '#adapters/mime/thread.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import type { ServiceSettings } from '#adapters/settings/schema.ts';
import { type WebServices, startWeb } from '#adapters/web/thread.ts';
import { type WebServer, listen, webLimits } from '#adapters/web/guard.ts';
import { type Monitored, createMonitorApp } from '#adapters/web/monitor-routes.ts';
import { threadFile } from '#adapters/workers/thread.ts';
import { readListToken } from '#core/writing/compose-context.ts';
import { DEFINITIONS } from '#core/features.ts';
import { readLogFile } from '#service/sealing.ts';
import { findFeedOwner } from '#core/features/calendar/index.ts';
import { executeCommand } from '#service/control.ts';
import { type Ports, type Service, createService } from '#service/create-service.ts';
import { type ProcessNotes, type ProcessWatch, watchProcess, watchSmtp } from '#service/process-signs.ts';
import type { Role } from '#service/shared-ports.ts';
import { queryState } from '#service/load.ts';
import { runIntake } from '#service/intake.ts';
import { type Operator, createOperatorReports } from '#service/operator.ts';
import type { Clock, Log, Mime } from '#service/ports.ts';
import { postFromPage, unsubscribe } from '#service/unsubscribe.ts';
import { type MailboxHeartbeat, commitHeartbeat } from '#service/mailbox-heartbeat.ts';
import {
  FAST_SWEEP_SECONDS,
  HOST,
  SWEEP_SECONDS,
  addConfiguredTournaments,
  createQueuedMailReader,
  createServiceSettings,
  createVerifier,
  hashText,
} from './service-settings.ts';
import { SWEEP_MS } from './incoming-mail.ts';
import { type MailAccess, openMail } from './mail-access.ts';
import { type MonitoringOptions, createMonitoring } from './monitoring.ts';
import { hasPart, startLoops, waitAtMost } from './service-loops.ts';
import { type Storage, type StorageOptions, openStorage } from './storage.ts';

interface ServiceOptions extends Omit<StorageOptions, 'followsServers'> {
  /** `all` where there is no database. */
  readonly role: Role;
  readonly smtpPort: number;
  readonly imapPort: number;
  /** null: the usual port if this process shows pages, and none otherwise. */
  readonly httpPort: number | null;
  readonly httpHost: string;
  /** null: run on the embedded servers. */
  readonly settings: ServiceSettings | null;
}

export interface RunningService {
  readonly address: string;
  /** The embedded servers' ports. null on real servers. */
  readonly smtp: number | null;
  readonly imap: number | null;
  /** The port of the pages, or of `/health` and `/metrics` alone. null: there is none. */
  readonly http: number | null;
  /** The address of the inbox in the browser, with its key. null: there is none. */
  readonly inbox: string | null;
  /** null: the machine's, or the database's. */
  readonly clock: { readonly start: string; readonly speed: number } | null;
  /** Resolves once every mail server this process needs takes it. */
  readonly ready: Promise<void>;
  /** Finishes the mails in flight, sends what can be sent at once, and closes everything. */
  readonly stop: () => Promise<void>;
}

/** Rejects with one sentence if something cannot start, and closes what had started. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse().splice(0)) await close().catch(() => undefined);
  };
  const { role, settings } = options;
  // Without settings the embedded servers are used, which have IMAP.
  const needed = [
    ...(hasPart(role, 'inbox') && (settings === null || settings.imap !== undefined) ? (['imap'] as const) : []),
    ...(hasPart(role, 'outbox') ? (['smtp'] as const) : []),
  ];
  try {
    let clock: Pick<Clock, 'now'> = systemClock;
    const metrics = createMetrics();
    const watch = watchProcess(options.log, () => clock.now(), needed, metrics.noteCommit);
    const alert = createAlert(options.settings?.alert ?? '', watch.log);
    const told = createOperatorReports(watch.log, systemClock, alert);
    const useClock = (serviceClock: Clock): void => {
      clock = serviceClock;
    };
    return await start({ ...options, log: told.log }, { told, watch, metrics, useClock }, { closers, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** How long a stopping service waits for a store that does not answer. */
const LAST_NOTE_MS = 500;

type Closers = (() => Promise<void>)[];

interface Watchers {
  readonly told: Operator;
  readonly watch: ProcessWatch;
  readonly metrics: Metrics;
  /** Sets the clock of the signs, which is known once the storage is open. */
  readonly useClock: (clock: Clock) => void;
}

async function start(
  options: ServiceOptions,
  { told, watch, metrics, useClock }: Watchers,
  { closers, closeAll }: { readonly closers: Closers; readonly closeAll: () => Promise<void> },
): Promise<RunningService> {
  const { data, role, log } = options;
  const opened = await openStorage({
    ...options,
    followsServers: options.settings === null && !hasPart(role, 'inbox'),
  });
  closers.push(opened.close);
  useClock(opened.clock);
  const storage: Storage = { ...opened, store: watch.watchStore(opened.store) };
  const { clock, ownClock, shared } = storage;
  const mail = await openMail({
    ...{
      ...options,
      shared,
      leases: storage.leases,
      // A copy of the data on another machine has the same id.
      owner: createSecrets(storage.signingKey).sign('owner of the mailbox').slice(0, 8),
      isReceiver: hasPart(role, 'inbox'),
    },
    sweepSeconds: options.clock === null ? SWEEP_SECONDS : FAST_SWEEP_SECONDS,
  });
  closers.push(mail.close);
  const { robots } = mail.settings;
  let heartbeat: MailboxHeartbeat | null = null;
  const readNotes = (): ProcessNotes => {
    const { signs, counts } = watch.notes();
    return { counts, signs: { ...signs, readAt: heartbeat?.readAt() ?? null } };
  };
  const monitoring = createMonitoring({
    readNotes,
    ...{ storage, metrics, role, log, hasRobots: robots, ...describeReading(mail.settings) },
  });
  closers.push(monitoring.close);
  let noteService: (service: Service) => void = () => undefined;
  const whenOpened = new Promise<Service>(resolve => {
    noteService = resolve;
  });
  const { pages, http } = await openWeb(options, mail, storage, {
    ...{ health: monitoring.report, metrics: monitoring.renderMetrics },
    visitorActs: createVisitorActs(storage, whenOpened),
  });
  if (http !== null) closers.push(http.close);
  const { ports } = mail;
  const settings = withOwnPages(mail, pages);
  const service = await openService({ mail, settings, storage, role, log }, closers);
  noteService(service);
  heartbeat = service.heartbeat;
  const runBackgroundTasks = (signal: AbortSignal): Promise<unknown> =>
    Promise.all([
      // Without an address errors are only logged.
      settings.operator === '' ? undefined : told.run({ ...service.context, address: settings.operator }, signal),
      isSmtpNeeded(role) ? watchSmtp(watch, mail.smtpStanding, systemClock.sleep, signal) : undefined,
      monitoring.run(signal),
    ]);
  if (shared === null) await openControlSocket(data, service, closers);
  const intake = intakeOf(service, { storage, mail, log });
  const { leases } = storage;
  const stopLoops = startLoops(service, {
    ...{ role, clock, leases, intake, ready: watch.ready, archive: mail.archive },
    beside: runBackgroundTasks,
  });
  return {
    address: settings.address,
    ...{ smtp: ports?.smtpPort ?? null, imap: ports?.imapPort ?? null, http: http?.port ?? null },
    inbox: formatInboxAddress(pages, mail, storage),
    ready: watch.ready,
    clock: ownClock === null ? null : { start: new Date(ownClock.start).toISOString(), speed: ownClock.speed },
    stop: async () => {
      await stopLoops();
      // The clock continues from here at the next start.
      if (ownClock !== null) await waitAtMost(LAST_NOTE_MS, commitHeartbeat(ownClock.now(), service.context));
      await closeAll();
    },
  };
}

/** The servers that the health of the service needs, and where mail comes in. */
const describeReading = ({
  imap,
  delivery: { maildir },
}: ServiceSettings): Pick<MonitoringOptions, 'servers' | 'sweepMs' | 'maildir'> =>
  imap === undefined
    ? { maildir, servers: ['smtp'], sweepMs: SWEEP_MS }
    : { maildir, servers: ['imap', 'smtp'], sweepMs: imap.sweepSeconds * 1_000 + SWEEP_MS };

/** On the embedded servers mails link to the pages of this process, if it has any. */
const withOwnPages = ({ settings, ports }: MailAccess, pages: WebServer | null): ServiceSettings =>
  ports === null || pages === null ? settings : { ...settings, webUrl: `http://${HOST}:${pages.port}` };

interface ServiceParts {
  readonly mail: MailAccess;
  readonly settings: ServiceSettings;
  readonly storage: Storage;
  readonly role: Role;
  readonly log: Log;
}

async function openService({ mail, settings, storage, role, log }: ServiceParts, closers: Closers): Promise<Service> {
  const { shared, signingKey } = storage;
  const threads = openThreads(settings, log, closers);
  const works = hasPart(role, 'worker');
  const service = createService(
    {
      ...{ ...threads, ...storage, log, secrets: createSecrets(signingKey), fingerprint: hashText },
      ...{ archive: mail.archive, sender: mail.sender, mailbox: shared?.waiting ?? mail.mailbox },
      quarantine: shared?.createQuarantine(createQueuedMailReader(settings)) ?? mail.quarantine,
      ...(shared === null ? {} : { queue: shared.queue }),
    },
    // The tests allow no missing text, but an operator's own changes may have some. They are shown in the first language.
    createServiceSettings(settings, what => log.warn('translation-missing', { what })),
  );
  if (works) await addConfiguredTournaments(service, settings);
  return service;
}

/** Processes that send, and those that show the health of the service, probe the SMTP server. */
const isSmtpNeeded = (role: Role): boolean => hasPart(role, 'outbox') || hasPart(role, 'web');

/** The pages open before the service. A click in between waits. */
const createVisitorActs = ({ signingKey }: Storage, whenOpened: Promise<Service>): WebServices['visitorActs'] => {
  const { sign } = createSecrets(signingKey);
  return {
    find: token => Promise.resolve(readListToken(token, sign)?.list ?? null),
    leave: async token => (await unsubscribe(token, (await whenOpened).context))?.list ?? null,
    post: async post => postFromPage(post, (await whenOpened).context),
    readLog: async path => readLogFile(path, (await whenOpened).context),
  };
};

/** Finds the players of calendar feeds. The thread of the pages has neither secrets nor private fields. */
const feedOwnerOf = ({ store, signingKey }: Storage): WebServices['findFeedOwner'] => {
  const { sign } = createSecrets(signingKey);
  const catalogue = { games, robots: [], ...DEFINITIONS };
  return token => queryState(store, catalogue, state => findFeedOwner(state, token, sign));
};

/** null: this process works on what it reads. */
function intakeOf(
  { context, heartbeat }: Service,
  { storage, mail, log }: Pick<ServiceParts, 'storage' | 'mail' | 'log'>,
): ((signal: AbortSignal) => Promise<void>) | null {
  const { leases, clock, shared } = storage;
  if (shared === null) return null;
  const { mime, games: catalogue, trust, storeHeartbeat } = context;
  const parts = {
    ...{ leases, clock, log, mime, games: catalogue, fingerprint: hashText, storeHeartbeat, own: trust.own },
    ...{ mailbox: mail.mailbox, queue: shared.queue },
    ...{ beginLook: heartbeat.beginLook, emptyAt: heartbeat.emptyAt },
  };
  return signal => runIntake(parts, signal);
}

async function openControlSocket(data: string, { context }: Service, closers: Closers): Promise<void> {
  const control = await openControl(data, line => executeCommand(line, context));
  if (control === null) context.log.warn('no-control-socket', { why: 'the path of the data folder is too long' });
  else closers.push(control.close);
}

/** The worker threads. Each one starts with its first request. The first mail loads what guesses languages. */
function openThreads(
  settings: ServiceSettings,
  log: Log,
  closers: Closers,
): Pick<Ports, 'raster' | 'mime' | 'engines'> {
  const mime = startMimeThread(log, { verifier: createVerifier(settings) });
  const threads = { raster: startRasterThread(log), mime, engines: startEngineThreads() };
  for (const { close } of Object.values(threads)) closers.push(close);
  const read: Mime['read'] = async (raw, size) => {
    await loadLanguages();
    return mime.read(raw, size);
  };
  return { ...threads, mime: { ...mime, read } };
}

/** The same at each start, so that bookmarks continue to work. */
const inboxKeyOf = ({ signingKey }: Storage): string => createSecrets(signingKey).sign('inbox');

const formatInboxAddress = (pages: WebServer | null, { ports }: MailAccess, storage: Storage): string | null =>
  pages === null || ports === null ? null : `http://${HOST}:${pages.port}/inbox?key=${inboxKeyOf(storage)}`;

const PAGES_PORT = 8_025;

/** Opens the pages, or `/health` and `/metrics` alone in a process that shows no pages. */
async function openWeb(
  options: ServiceOptions,
  mail: MailAccess,
  storage: Storage,
  { visitorActs, ...monitored }: Monitored & Pick<WebServices, 'visitorActs'>,
): Promise<{ readonly pages: WebServer | null; readonly http: WebServer | null }> {
  const { role, log, httpPort, httpHost } = options;
  if (hasPart(role, 'web')) {
    const services = { store: storage.store, log, ...monitored, visitorActs, findFeedOwner: feedOwnerOf(storage) };
    const pages = await openPages(options, mail, storage, services);
    return { pages, http: pages };
  }
  if (httpPort === null) return { pages: null, http: null };
  const { trustedProxies } = mail.settings;
  const app = createMonitorApp(monitored, { log, trustedProxies, rate: webLimits.rate });
  return { pages: null, http: await listen(app, { host: httpHost, port: httpPort, trustedProxies }) };
}

/** If the mail servers restart on other ports, the web server restarts on its own port. */
async function openPages(
  { httpPort, httpHost }: ServiceOptions,
  { settings, ports, onMoved }: MailAccess,
  storage: Storage,
  services: WebServices,
): Promise<WebServer> {
  const { ownClock } = storage;
  const { address, webUrl, robots, trustedProxies } = settings;
  const openInbox = (port: number, mail: MailAccess['ports']): Promise<WebServer> =>
    startWeb(
      threadFile('composition/web-thread.js'),
      {
        ...{ host: httpHost, port, address, webUrl, trustedProxies, hasRobots: robots },
        connect: mail === null ? null : { smtp: mail.smtpPort, imap: mail.imapPort, key: inboxKeyOf(storage) },
        clock: ownClock === null ? null : { begun: systemClock.now(), start: ownClock.now(), speed: ownClock.speed },
      },
      services,
    );
  let pages = openInbox(httpPort ?? PAGES_PORT, ports);
  const { port } = await pages;
  onMoved(moved => {
    pages = pages.then(async before => {
      await before.close();
      return openInbox(port, moved);
    });
    pages.catch((error: unknown) => services.log.error('pages-failed', { why: String(error) }));
  });
  return { port, close: async () => (await pages).close() };
}
