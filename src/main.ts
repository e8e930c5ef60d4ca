// The composition root of the service: settings → adapters → loops, and an orderly end.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { games } from '#games/index.ts';
import { signingKey } from '#adapters/crypto/key.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { fastClock, systemClock } from '#adapters/clock.ts';
import { threadEngines } from '#adapters/workers/engines.ts';
import { type EmbeddedServers, startEmbedded } from '#mailserver/index.ts';
import { openControl } from '#adapters/control.ts';
import { imapArchive } from '#adapters/imap/archive.ts';
import { imapMailbox } from '#adapters/imap/mailbox.ts';
import { inHandFile } from '#adapters/in-hand.ts';
import { threadMime } from '#adapters/mime/index.ts';
import { threadRaster } from '#adapters/workers/raster.ts';
import type { ServiceSettings } from '#adapters/settings.ts';
import { smtpSender, smtpStanding } from '#adapters/smtp/sender.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { gapsOf } from '#adapters/templates/gaps.ts';
import { startWeb, type WebServices } from '#adapters/web/thread.ts';
import type { Listening } from '#adapters/web/listen.ts';
import { threadFile } from '#adapters/workers/thread.ts';
import { LANGUAGES } from '#core/languages.ts';
import { limits } from '#core/limits.ts';
import { STOPS } from '#core/clocks/stops.ts';
import type { Stops } from '#core/state/documents.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { soleClaims } from '#service/claims.ts';
import { carryOut } from '#service/control.ts';
import { createService, type Ports, type Service } from '#service/create-service.ts';
import { type Health, health, healthReport, watchSmtp } from '#service/health.ts';
import { inspectBoards } from '#service/inspection.ts';
import { type Operator, operator } from '#service/operator.ts';
import type { Clock, HealthReport, Log, MailArchive, Store } from '#service/ports.ts';
import { note, notePresence } from '#service/presence.ts';
import {
  ACCOUNT,
  configureTournaments,
  DOMAIN,
  embeddedSettings,
  FAST_SWEEP_SECONDS,
  fingerprint,
  HOST,
  serviceSettings,
  SWEEP_SECONDS,
} from '#service-settings.ts';

export interface ServiceOptions {
  readonly data: string;
  readonly smtpPort: number;
  readonly imapPort: number;
  readonly httpPort: number;
  /** null: run on the embedded servers. */
  readonly settings: ServiceSettings | null;
  /** null: the machine's. */
  readonly clock: ClockOptions | null;
  readonly log: Log;
}

/** A clock to try things out with: it begins at an instant, unless the data know a later one, and runs so many times as fast. */
export interface ClockOptions {
  readonly start: Instant;
  readonly speed: number;
}

export interface RunningService {
  readonly address: string;
  /** The embedded servers' ports; null on real servers. */
  readonly smtp: number | null;
  readonly imap: number | null;
  readonly http: number;
  /** null: the machine's. */
  readonly clock: { readonly start: string; readonly speed: number } | null;
  /** Resolves once the mail servers have been tried and neither refuses the password. */
  readonly ready: Promise<void>;
  /** Finishes the mail in hand, sends what can be sent at once, and closes everything. */
  readonly stop: () => Promise<void>;
}

/** How long a stopping service waits for the mailbox, goes on sending, waits for the mail server's last answer: together below 5 seconds. */
const LAST_READING_MS = 1_500;
const LAST_MAILS_MS = 1_500;
const LAST_ANSWER_MS = 500;
const HOUSEKEEPING_MS = 6 * 3_600_000;

/** Rejects with one sentence when something cannot start; what had started is closed again. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse().splice(0)) await close().catch(() => undefined);
  };
  try {
    const told = operator(options.log);
    const stands = health(told.log);
    return await start({ ...options, log: stands.log }, { told, stands }, { closers, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type Closers = (() => Promise<void>)[];

async function start(
  options: ServiceOptions,
  { told, stands }: { readonly told: Operator; readonly stands: Health },
  { closers, closeAll }: { readonly closers: Closers; readonly closeAll: () => Promise<void> },
): Promise<RunningService> {
  const { data, log } = options;
  await mkdir(data, { recursive: true, mode: 0o700 });
  const store = await openJsonStore(data, log);
  closers.push(store.close);
  const embedded = options.settings === null ? await openEmbedded(options) : null;
  if (embedded !== null) closers.push(embedded.close);
  const settings =
    options.settings ?? embeddedSettings(embedded, options.clock === null ? SWEEP_SECONDS : FAST_SWEEP_SECONDS);
  const ownClock = await clockOf(store, options.clock);
  const report = (): Promise<HealthReport> => healthReport(stands, store, Date.now());
  const pages = await openPages(options, settings, { embedded, ownClock }, { store, log, health: report });
  closers.push(pages.close);
  const sender = smtpSender(settings.smtp, log);
  const threads = await openThreads(log, closers);
  const mailbox = imapMailbox(settings.imap, { mailBytes: limits.mailBytes }, systemClock, log);
  closers.push(sender.close, mailbox.close);
  const archive = imapArchive(settings.imap);
  const clock = ownClock ?? systemClock;
  const inHand = inHandFile(join(data, 'in-hand.json'), log);
  warnOfGaps(log);
  const service = createService(
    {
      ...{ ...threads, store, claims: soleClaims(), mailbox, archive, sender, inHand, log },
      ...{ secrets: secrets(await signingKey(data)), clock, fingerprint },
    },
    serviceSettings(settings),
  );
  await configureTournaments(service, settings);
  const beside = (signal: AbortSignal): Promise<unknown> =>
    Promise.all([
      tellOperator(told, service, settings.operator, signal),
      inspect(service, signal),
      watchSmtp(stands, () => smtpStanding(settings.smtp, stands.log), systemClock.sleep, signal),
    ]);
  await openControlSocket(data, service, closers);
  const stopLoops = startLoops(service, { clock, archive }, beside);
  return {
    address: settings.address,
    smtp: embedded?.smtpPort ?? null,
    imap: embedded?.imapPort ?? null,
    http: pages.port,
    ready: stands.ready,
    clock: ownClock === null ? null : { start: new Date(ownClock.start).toISOString(), speed: ownClock.speed },
    stop: async () => {
      await stopLoops();
      // So that the clock goes on from here.
      if (ownClock !== null) await note(ownClock.now(), service.context).catch(() => undefined);
      await closeAll();
    },
  };
}

async function openControlSocket(data: string, { context }: Service, closers: Closers): Promise<void> {
  const control = await openControl(data, line => carryOut(line, context));
  if (control === null) context.log.warn('no-control-socket', { why: 'the path of the data folder is too long' });
  else closers.push(control.close);
}

/** What works beside the loop. */
async function openThreads(log: Log, closers: Closers): Promise<Pick<Ports, 'raster' | 'mime' | 'engines'>> {
  const threads = { raster: threadRaster(log), mime: threadMime(log), engines: threadEngines() };
  for (const { close } of Object.values(threads)) closers.push(close);
  // The thread is up before a mail is in hand: a mail that waits for it would look guilty if the process were killed meanwhile.
  await threads.mime.read(new Uint8Array(), 0);
  return threads;
}

/** Once there are data their clock goes on where it stood. */
async function clockOf(
  store: Store,
  given: ClockOptions | null,
): Promise<(Clock & { readonly start: Instant; readonly speed: number }) | null> {
  if (given === null) return null;
  const key = `stops/${STOPS}` as const;
  const stops = (await store.read([key])).documents.get(key) as Stops | null | undefined;
  const start = stops?.read ?? given.start;
  return { ...fastClock(start, given.speed), start, speed: given.speed };
}

/** Texts that a language lacks are said in the first one; the tests let none through, an operator's own changes may. */
function warnOfGaps(log: Log): void {
  const names = games.map(({ name }) => name);
  for (const what of LANGUAGES.flatMap(language => gapsOf(language, names))) log.warn('translation-missing', { what });
}

/** Starts reading, sending and housekeeping; what it returns ends them in that order. */
function startLoops(
  { inbox, outbox, robots: atBoards, alarms, sightings, context }: Service,
  { clock, archive }: { readonly clock: Clock; readonly archive: MailArchive },
  beside: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const { store, log } = context;
  const forget = (): void => {
    store.forget(clock.now() - limits.seenDays * DAY_MS).catch((error: unknown) => {
      log.warn('housekeeping-failed', { why: String(error) });
    });
    // Mail servers have a clock of their own.
    archive.erase({ before: systemClock.now() - limits.mailboxDays * DAY_MS }).catch((error: unknown) => {
      log.warn('housekeeping-failed', { why: String(error) });
    });
  };
  forget();
  const housekeeping = setInterval(forget, HOUSEKEEPING_MS);
  const reading = new AbortController();
  const sending = new AbortController();
  const loops = {
    reading: inbox.run(reading.signal),
    playing: atBoards.run(reading.signal),
    alarms: alarms.run(reading.signal),
    presence: notePresence(sightings, context, systemClock.sleep, reading.signal),
    beside: beside(reading.signal),
    sending: outbox.run(sending.signal),
  };
  const hasMail = async (): Promise<boolean> => ((await store.nextDue()) ?? Infinity) <= clock.now();
  return async () => {
    clearInterval(housekeeping);
    reading.abort();
    await within(LAST_READING_MS, loops.reading);
    const late = Date.now() + LAST_MAILS_MS;
    while (Date.now() < late && (await hasMail())) await systemClock.sleep(20, sending.signal);
    sending.abort();
    await within(LAST_ANSWER_MS, loops.sending);
  };
}

/** Without an address the log alone is told. */
const tellOperator = async (
  told: Operator,
  { context }: Service,
  address: string,
  signal: AbortSignal,
): Promise<void> => (address === '' ? undefined : told.run({ ...context, address }, signal));

const inspect = ({ context }: Service, signal: AbortSignal): Promise<void> =>
  inspectBoards(context, signal).catch((error: unknown) => {
    context.log.warn('inspection-failed', { why: String(error) });
  });

/** Waits for it, but not for ever: what a dead server leaves undone now comes again, and is recognised. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, systemClock.sleep(ms, late.signal)]);
  late.abort();
  work.catch(() => undefined);
}

const openEmbedded = ({ data, smtpPort, imapPort, log }: ServiceOptions): Promise<EmbeddedServers> =>
  startEmbedded({
    dir: join(data, 'mail'),
    smtpPort,
    imapPort,
    domain: DOMAIN,
    service: ACCOUNT,
    host: HOST,
    log: log.info,
  });

interface PagesFacts {
  readonly embedded: EmbeddedServers | null;
  readonly ownClock: (Clock & { readonly speed: number }) | null;
}

const openPages = (
  { httpPort }: ServiceOptions,
  { address, robots, trustedProxies }: ServiceSettings,
  { embedded, ownClock }: PagesFacts,
  services: WebServices,
): Promise<Listening> =>
  startWeb(
    threadFile(import.meta.url, './web-thread.js'),
    {
      ...{ host: HOST, port: httpPort, address, trustedProxies, hasRobots: robots },
      connect: embedded === null ? null : { smtp: embedded.smtpPort, imap: embedded.imapPort },
      clock: ownClock === null ? null : { begun: systemClock.now(), start: ownClock.now(), speed: ownClock.speed },
    },
    services,
  );
