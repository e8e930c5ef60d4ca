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
import { Misuse, stopSignal } from '../shell/verb.ts';

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
  'log-level': { kind: LOG_LEVELS, default: 'info', sentence: 'what is written to stderr' },
  'log-format': { kind: LOG_FORMATS, default: 'json', sentence: 'JSON lines, or text for people' },
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

/** One address, to be opened in a browser. */
const pageAddress = ({ http, inbox }: Pick<RunningService, 'http' | 'inbox'>): string => {
  if (http === null) return 'Another of its processes shows the pages.';
  return inbox === null ? `Its pages: http://127.0.0.1:${http}/` : `Play in your browser: ${inbox}`;
};

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
the ports and the process id. A server that is away or refuses the password is a
line on stderr and in /health, and ready comes when it takes the service.
SIGTERM finishes the mail in hand and ends within 5 seconds; a second one a second
later ends at once. SIGHUP changes nothing, unless it runs in a terminal: that is
gone then, and it stops as after SIGTERM.`,
  run: async ({ values: given }, io) => {
    const log = createLog(given['log-level'], given['log-format']);
    const file = given.config === '' ? null : given.config;
    const settings = await readUsableSettings(file, log);
    const { role } = given;
    const data = resolve(given.data);
    const database = await parseDatabase(given, role);
    if (database === '') await switchToOwner(data);
    const { signal } = stopSignal({ togetherMs: 1_000, stopsAtHangup: process.stderr.isTTY });
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
    const { smtp, imap, http, inbox, address, clock } = service;
    // Mail servers may be away for hours: systemd does not wait for them.
    await notifyReady(process.env, `answers ${address}`, log);
    const ready = await Promise.race([service.ready.then(() => true), stopped.then(() => false)]);
    if (ready)
      io.stdout.write(
        `${JSON.stringify({
          ...{ ready: true, pid: process.pid, smtp, imap, http, address },
          ...(inbox === null ? {} : { inbox }),
          ...(clock === null ? {} : { clock }),
          ...(role === 'all' ? {} : { role }),
        })}\n`,
      );
    // Elsewhere stderr is JSON lines alone.
    if (ready && process.stderr.isTTY) io.stderr.write(`nexpost answers ${address}. ${pageAddress(service)}\n`);
    await stopped;
    await service.stop();
    return exitSoon();
  },
});
