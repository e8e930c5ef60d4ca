// The composition root of the service: settings → adapters → loops, and an orderly end.
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { games } from '#games/index.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { signingKey } from '#adapters/crypto/key.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { fastClock, systemClock } from '#adapters/clock.ts';
import { threadEngines } from '#adapters/workers/engines.ts';
import { type EmbeddedServers, startEmbedded } from '#mailserver/index.ts';
import { openControl } from '#adapters/control.ts';
import { imapMailbox } from '#adapters/imap/mailbox.ts';
import { inHandFile } from '#adapters/in-hand.ts';
import { threadMime } from '#adapters/mime/index.ts';
import { threadRaster } from '#adapters/workers/raster.ts';
import type { ServiceSettings } from '#adapters/settings.ts';
import { smtpSender } from '#adapters/smtp/sender.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { templates, webPage } from '#adapters/templates/templates.ts';
import { type StatusPage, statusPage } from '#adapters/web/status.ts';
import { robots } from '#core/identity/robots.ts';
import { limits } from '#core/limits.ts';
import { STOPS } from '#core/clocks/stops.ts';
import type { Stops } from '#core/state/documents.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import { createService, type Service, type Settings } from '#service/create-service.ts';
import { inspectBoards } from '#service/inspection.ts';
import { type Operator, operator } from '#service/operator.ts';
import type { Clock, Log, Store } from '#service/ports.ts';
import { note, notePresence } from '#service/presence.ts';

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
  /** Finishes the mail in hand, sends what can be sent at once, and closes everything. */
  readonly stop: () => Promise<void>;
}

const HOST = '127.0.0.1';
const DOMAIN = 'example.test';
const ACCOUNT = 'games';
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
    return await start({ ...options, log: told.log }, told, { closers, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type Closers = (() => Promise<void>)[];

async function start(
  options: ServiceOptions,
  told: Operator,
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
  const page = await openStatusPage(options, settings.address, embedded);
  closers.push(page.close);
  const sender = smtpSender(settings.smtp, log);
  closers.push(sender.close);
  const key = await signingKey(data);
  const raster = threadRaster(log);
  closers.push(raster.close);
  const mime = threadMime(log);
  closers.push(mime.close);
  // The thread is up before a mail is in hand: a mail that waits for it would look guilty if the process were killed meanwhile.
  await mime.read(new Uint8Array(), 0);
  const engines = threadEngines();
  closers.push(engines.close);
  const mailbox = imapMailbox(settings.imap, { mailBytes: limits.mailBytes }, systemClock, log);
  closers.push(mailbox.close);
  const ownClock = await clockOf(store, options.clock);
  const clock = ownClock ?? systemClock;
  const inHand = inHandFile(join(data, 'in-hand.json'), log);
  const service = createService(
    {
      ...{ store, mailbox, sender, mime, raster, engines, inHand, log },
      ...{ secrets: secrets(key), clock, fingerprint },
    },
    serviceSettings(settings),
  );
  const beside = (signal: AbortSignal): Promise<unknown> =>
    Promise.all([tellOperator(told, service, settings.operator, signal), inspect(service, signal)]);
  const control = await openControl(data, line => carriedOut(line, service, clock));
  if (control === null) log.warn('no-control-socket', { why: 'the path of the data folder is too long' });
  else closers.push(control.close);
  const stopLoops = startLoops(service, clock, beside);
  return {
    address: settings.address,
    smtp: embedded?.smtpPort ?? null,
    imap: embedded?.imapPort ?? null,
    http: page.port,
    clock: ownClock === null ? null : { start: new Date(ownClock.start).toISOString(), speed: ownClock.speed },
    stop: async () => {
      await stopLoops();
      // So that the clock goes on from here.
      if (ownClock !== null) await note(ownClock.now(), service.context).catch(() => undefined);
      await closeAll();
    },
  };
}

/** What an operator's verb asks of a running service, and what it is answered. */
async function carriedOut(line: string, { context }: Service, clock: Clock): Promise<string> {
  const act = /^\{"act":"(pause|resume)"\}$/.exec(line)?.[1];
  if (act === undefined) return JSON.stringify({ why: 'This service does not know what it was asked to do.' });
  try {
    const cause = `operator:${clock.now()}:${act}`;
    const done = await commitRequest({ kind: 'clocks-switch', paused: act === 'pause' }, cause, context);
    await done?.durable;
    return JSON.stringify({ done: true });
  } catch (error) {
    return JSON.stringify({ why: reasonOf(error) });
  }
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

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex');

function serviceSettings(settings: ServiceSettings): Settings {
  const [local = '', domain = ''] = settings.address.toLowerCase().split('@');
  return {
    own: { local, domain },
    name: settings.name,
    pictures: settings.pictures,
    servers: settings.trustedAuthservIds.map(id => id.toLowerCase()),
    games,
    robots: settings.robots ? robots : [],
    templates: templates(games.map(game => game.name)),
  };
}

/** Starts reading, sending and housekeeping; what it returns ends them in that order. */
function startLoops(
  { inbox, outbox, robots: atBoards, alarms, sightings, context }: Service,
  clock: Clock,
  beside: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const { store, log } = context;
  const forget = (): void => {
    store.forget(clock.now() - limits.seenDays * DAY_MS).catch((error: unknown) => {
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

/** The service reads and sends through the embedded servers as it would through any others. */
/** How often the mailbox is looked at though nothing is announced. Where days pass in seconds nobody's time ends before such a look. */
const SWEEP_SECONDS = 30;
const FAST_SWEEP_SECONDS = 1;

function embeddedSettings(embedded: EmbeddedServers | null, sweepSeconds: number): ServiceSettings {
  const address = `${ACCOUNT}@${DOMAIN}`;
  const login = { host: HOST, secure: false, user: address, password: embedded?.servicePassword ?? '' };
  return {
    address,
    name: 'nexpost',
    pictures: true,
    robots: true,
    operator: '',
    trustedAuthservIds: [DOMAIN],
    imap: {
      ...login,
      port: embedded?.imapPort ?? 0,
      inbox: 'INBOX',
      processed: 'Processed',
      quarantine: 'Quarantine',
      sweepSeconds,
    },
    smtp: { ...login, port: embedded?.smtpPort ?? 0, connections: 5 },
  };
}

const openStatusPage = (
  { httpPort }: ServiceOptions,
  address: string,
  embedded: EmbeddedServers | null,
): Promise<StatusPage> => {
  const page = webPage('status.html');
  const facts = { address, embedded: embedded === null ? null : { smtp: embedded.smtpPort, imap: embedded.imapPort } };
  return statusPage(HOST, httpPort, () => page(facts));
};
