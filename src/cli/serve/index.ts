// `nexpost serve`: runs the whole service, without a configuration on embedded servers.
import { resolve } from 'node:path';
import { LOG_FORMATS, LOG_LEVELS, createLog } from '#adapters/log.ts';
import { findDoubtfulSettings, refuseUnfilled } from '#adapters/settings/read.ts';
import type { ServiceSettings } from '#adapters/settings/schema.ts';
import { isPostgres } from '#adapters/store/postgres/database.ts';
import { notifyReady } from '#adapters/systemd/systemd.ts';
import { type RunningService, startService } from '#composition/start-service.ts';
import { HOST } from '#composition/service-settings.ts';
import type { Log } from '#service/ports.ts';
import { ROLES, type Role } from '#service/shared-ports.ts';
import type { ClockOptions } from '#composition/storage.ts';
import { type OptionTable, PORT, createVerb } from '../shell/command-line.ts';
import { PLACE, readGivenSettings, readGivenStore, switchToOwner } from '../shell/store-place.ts';
import { type Io, Misuse, isTerminal, stopSignal } from '../shell/verb.ts';

const OPTIONS = {
  ...{ data: PLACE.data, store: PLACE.store },
  role: { kind: ROLES, default: 'all', sentence: 'what this process does of a service that has a database' },
  'smtp-port': { kind: PORT, default: '2525', sentence: 'embedded SMTP submission; 0: any free port' },
  'imap-port': { kind: PORT, default: '1143', sentence: 'embedded IMAP; 0: any free port' },
  'http-port': {
    kind: PORT,
    sentence: 'pages, /health and /metrics; 0: any free port. Without it 8025 where the process shows pages',
  },
  'http-host': {
    kind: 'text',
    value: 'ADDRESS',
    default: HOST,
    sentence: 'the address of that port; 0.0.0.0 in a container',
  },
  config: { kind: 'text', value: 'FILE', sentence: 'a file like config/service.example.json: run on real servers' },
  'clock-start': {
    kind: 'text',
    value: 'INSTANT',
    sentence: 'embedded servers only: an instant such as 2026-12-01T09:00:00Z at which the service’s own clock begins',
  },
  'clock-speed': {
    kind: 'text',
    value: 'N',
    sentence: 'embedded servers only: how many times as fast as the world that clock runs, 1 to 1000000',
  },
  'log-level': { kind: LOG_LEVELS, sentence: 'what is written to stderr. Without it info, and warn in a terminal' },
  'log-format': {
    kind: LOG_FORMATS,
    sentence: 'JSON lines, or text for people. Without it json, and text in a terminal',
  },
} as const satisfies OptionTable;

const LINGER_MS = 200;

/** The clock of the service. null: the real time. */
function parseClock(start: string, speed: string, isReal: boolean): ClockOptions | null {
  if (start === '' && speed === '') return null;
  if (isReal) throw new Misuse('--clock-start and --clock-speed are for the embedded servers only');
  const at = start === '' ? Date.now() : Date.parse(start);
  const times = speed === '' ? 1 : Number(speed);
  if (Number.isNaN(at) || !/^\d{4}-\d{2}-\d{2}/.test(start === '' ? '2026-01-01' : start))
    throw new Misuse(`--clock-start is an instant such as 2026-12-01T09:00:00Z, not '${start}'`);
  if (!(times >= 1 && times <= MAX_SPEED))
    throw new Misuse(`--clock-speed is a number from 1 to ${MAX_SPEED}, not '${speed}'`);
  return { start: at, speed: times };
}

const MAX_SPEED = 1_000_000;

type Ready = Pick<RunningService, 'smtp' | 'imap' | 'http' | 'inbox' | 'address' | 'clock'>;

/** A line for a person, if one of the streams is a terminal. Programs read the line of JSON. */
export function tellReady({ smtp, imap, http, inbox, address, clock }: Ready, role: Role, io: Io): void {
  const ready = { ready: true, pid: process.pid, smtp, imap, http, address };
  const optional = { ...(inbox && { inbox }), ...(clock && { clock }), ...(role !== 'all' && { role }) };
  if (!isTerminal(io.stdout)) io.stdout.write(`${JSON.stringify({ ...ready, ...optional })}\n`);
  const pages =
    http === null ? 'another of its processes shows the pages' : `open ${inbox ?? `http://127.0.0.1:${http}/`}`;
  const screen = [io.stdout, io.stderr].find(isTerminal);
  screen?.write(`nexpost is ready and answers ${address}: ${pages} (Ctrl+C ends it)\n`);
}

/** '': none. A service in a data folder is one process. */
async function parseDatabase(
  { store, config }: { readonly store: string; readonly config: string },
  role: Role,
): Promise<string> {
  const database = store === '' ? await readGivenStore(config) : store;
  if (database === '' && role !== 'all')
    throw new Misuse(
      `--role ${role} is for a service whose processes share a database (--store postgres://…): in a data folder one process does everything`,
    );
  if (database !== '' && !(isPostgres(database) && URL.canParse(database)))
    throw new Misuse(
      '--store is a database such as postgres://user:password@host:5432/name; a folder is given by --data',
    );
  return database;
}

/** All data is on disk. A client that keeps its half of a connection open cannot delay the exit. */
function exitSoon(): 0 {
  setTimeout(() => process.exit(0), LINGER_MS).unref();
  return 0;
}

/** Rejects if settings are wrong or of the example. Doubtful ones are logged. */
async function readUsableSettings(file: string | null, log: Log): Promise<ServiceSettings | null> {
  const settings = await readGivenSettings(file ?? '');
  if (settings === null) return null;
  refuseUnfilled(settings, file);
  for (const { where, what } of await findDoubtfulSettings(settings, file))
    log.warn('settings-finding', { where, what });
  return settings;
}

export const serve = createVerb({
  name: 'serve',
  options: OPTIONS,
  help: `
Every setting of the configuration can come from the environment instead:
NEXPOST_ADDRESS, NEXPOST_IMAP_HOST, NEXPOST_IMAP_PASSWORD, NEXPOST_SMTP_PORT, …

When both mail servers take the service, stdout prints one JSON line with ready,
the ports and the process id, or in a terminal a sentence with the address. A server
that is away or refuses the password is a line on stderr and in /health, and ready
comes when it takes the service.
SIGTERM finishes the mail in hand and ends within 5 seconds; a second one a second
later ends at once. SIGHUP changes nothing, unless it runs in a terminal: that is
gone then, and it stops as after SIGTERM.`,
  run: async ({ values: given }, io) => {
    const isWatched = isTerminal(io.stderr);
    const log = createLog(
      given['log-level'] ?? (isWatched ? 'warn' : 'info'),
      given['log-format'] ?? (isWatched ? 'text' : 'json'),
    );
    const file = given.config === '' ? null : given.config;
    const settings = await readUsableSettings(file, log);
    const { role } = given;
    const data = resolve(given.data);
    const database = await parseDatabase(given, role);
    if (database === '') await switchToOwner(data);
    const { signal } = stopSignal({ togetherMs: 1_000, stopsAtHangup: isWatched });
    const stopped = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null), { once: true }));
    const starting = startService({
      ...{ data, database, role },
      smtpPort: given['smtp-port'],
      imapPort: given['imap-port'],
      httpPort: given['http-port'],
      httpHost: given['http-host'],
      settings,
      clock: parseClock(given['clock-start'], given['clock-speed'], settings !== null),
      log,
    });
    const service = await Promise.race([starting, stopped]);
    // Whatever it waited for, it has nothing in hand.
    if (service === null) return exitSoon();
    // Mail servers may be away for hours: systemd does not wait for them.
    await notifyReady(process.env, `answers ${service.address}`, log);
    if (await Promise.race([service.ready.then(() => true), stopped.then(() => false)])) tellReady(service, role, io);
    await stopped;
    await service.stop();
    return exitSoon();
  },
});
