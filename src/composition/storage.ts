// Opens the storage of a service: its data folder, or a database shared with other processes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFastClock, systemClock } from '#adapters/clock.ts';
import { openInFlightFile } from '#adapters/in-flight.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { makeFolder, openSigningKey } from '#adapters/store/json/folder.ts';
import { type Database, type Query, connectPostgres, hidePassword } from '#adapters/store/postgres/database.ts';
import {
  type OwnProcess,
  type SharedValues,
  createPresence,
  getShared,
  loadDatabaseKey,
  setShared,
  startDatabaseClock,
} from '#adapters/store/postgres/shared-values.ts';
import {
  type QueuedMailReader,
  createMailQueue,
  createStoredQuarantine,
  openStoredInbox,
} from '#adapters/store/postgres/inbox.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { type StoreSession, openSession } from '#adapters/store/postgres/session.ts';
import { STOPS } from '#core/board/clocks/stops.ts';
import { getDocument } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { MAILBOX_LEASE } from '#service/intake.ts';
import { type Leases, type MailQueue, type Presence, createInMemoryLeases } from '#service/shared-ports.ts';
import type { Clock, InFlight, Log, Mailbox, Quarantine, Store } from '#service/ports.ts';
import { HOST } from './service-settings.ts';
import { waitAtMost } from './service-loops.ts';

/** The ports of the embedded servers, and the password of the service. */
type MailServers = SharedValues['mailbox'];

/** Time-out and polling interval of the wait for another process's servers. */
const WAIT_MS = 60_000;
const LOOK_MS = 500;

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  const connected = await once(socket, 'connect').catch(() => null);
  socket.destroy();
  return connected !== null;
}

/** null: no process runs them now. The entry in the database may be of a process that has ended. */
export async function findRunningServers(known: () => Promise<MailServers | null>): Promise<MailServers | null> {
  const servers = await known();
  return servers !== null && (await canConnect(servers.imapPort)) ? servers : null;
}

/** Polls until `look` finds something. Rejects with a sentence after a minute. */
export async function waitFor<Value>(look: () => Promise<Value | null>): Promise<Value> {
  for (const since = Date.now(); Date.now() - since < WAIT_MS;) {
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_MS);
  }
  throw new Error(
    'Nobody runs the mail servers of this service: start a process with --role inbox, or give all of them a configuration.',
  );
}

/** A fast clock for trials: it begins at `start`, unless the data know a later instant, and runs `speed` times as fast. */
export interface ClockOptions {
  readonly start: Instant;
  readonly speed: number;
}

/** The service's clock, if it is not the real-time clock. */
type OwnClock = Clock & ClockOptions;

/** The state that several processes of one service share through their database. */
export interface Shared {
  readonly queue: MailQueue;
  /** The mails in the queue, as a mailbox for the processes that work on them. */
  readonly waiting: Mailbox;
  readonly createQuarantine: (reader: QueuedMailReader) => Quarantine;
  readonly createPresence: (own: Omit<OwnProcess, 'began'>) => Presence;
  /** The embedded mail servers, for processes that do not run them. */
  readonly mailServers: {
    readonly tell: (servers: MailServers) => Promise<void>;
    /** null: no process has run them yet. */
    readonly known: () => Promise<MailServers | null>;
  };
}

export interface Storage {
  readonly store: Store;
  readonly leases: Leases;
  readonly inFlight: InFlight;
  readonly signingKey: Buffer;
  readonly clock: Clock;
  /** null: the clock is the real-time clock. */
  readonly ownClock: OwnClock | null;
  /** null: this process is the only one. */
  readonly shared: Shared | null;
  readonly close: () => Promise<void>;
}

export interface StorageOptions {
  /** A folder, created if absent. */
  readonly data: string;
  /** `postgres://…`: several processes share it. '': everything is in the folder. */
  readonly database: string;
  /** null: real time, or the clock of the processes already running. */
  readonly clock: ClockOptions | null;
  /** Does the process that reads the mailbox run the embedded mail servers? That process has also chosen the clock. */
  readonly followsServers: boolean;
  readonly log: Log;
}

/** A stopping process waits this long until its mails in flight are given back, so that no crash is attributed to them. */
const LAST_WORD_MS = 500;

/** Rejects with one sentence if the folder is in use, or the database cannot be reached or is of a newer version. */
export const openStorage = (options: StorageOptions): Promise<Storage> =>
  options.database === '' ? openFolder(options) : openDatabase(options);

async function openFolder({ data, clock: given, log }: StorageOptions): Promise<Storage> {
  await makeFolder(data);
  const store = await openJsonStore(data, log);
  try {
    const ownClock = given === null ? null : await continueClock(store, given);
    return {
      ...{ store, leases: createInMemoryLeases(), signingKey: await openSigningKey(data), shared: null },
      inFlight: openInFlightFile(join(data, 'in-flight.json'), log),
      ...{ clock: ownClock ?? systemClock, ownClock },
      close: store.close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** If there are data, their clock continues from its last instant. */
async function continueClock(store: Store, { start: given, speed }: ClockOptions): Promise<OwnClock> {
  const start = (await readLastInstant(store)) ?? given;
  return { ...createFastClock(start, speed), start, speed };
}

/** The last instant of the clock in the data. null: there is none. */
async function readLastInstant(store: Store): Promise<Instant | null> {
  const key = `stops/${STOPS}` as const;
  const stops = getDocument((await store.read([key])).documents, key);
  return stops?.read ?? null;
}

async function openDatabase({ database: url, clock: given, followsServers, log }: StorageOptions): Promise<Storage> {
  const database = connectPostgres(url, why => {
    log.warn('store-connection-lost', { why });
  });
  const session = openSession(url, log);
  try {
    const opened = session.open().then(() => openPostgresStore(database));
    const store = await opened.catch((error: unknown) => {
      throw new Error(`The database ${hidePassword(url)} cannot be used: ${reasonOf(error)}.`, { cause: error });
    });
    const { query } = database;
    const world = await startDatabaseClock(query, systemClock.sleep, log);
    const readMailServers = (): Promise<MailServers | null> => getShared(query, 'mailbox');
    if (followsServers) await waitFor(() => findRunningServers(readMailServers));
    const ownClock = await openSharedClock({ store, session, query, world }, given);
    const parts = { query, leases: session.leases, clock: ownClock ?? world, log };
    const { mailbox: waiting, inFlight } = openStoredInbox(parts);
    return {
      ...{ store, inFlight, ownClock, leases: session.leases, clock: parts.clock },
      signingKey: await loadDatabaseKey(query),
      shared: createSharedParts(database, {
        waiting,
        queue: createMailQueue(query, session.queryWith(MAILBOX_LEASE), world),
        world,
      }),
      close: async () => {
        world.close();
        await waitAtMost(LAST_WORD_MS, waiting.close());
        await session.close();
        await store.close();
      },
    };
  } catch (error) {
    await session.close();
    await database.close();
    throw error;
  }
}

interface SharedClockParts {
  readonly store: Store;
  readonly session: StoreSession;
  readonly query: Query;
  readonly world: Clock;
}

const CLOCK = 'clock';

/** One clock for all processes. The first process starts it from its last instant. The others follow it, with or without the option. */
async function openSharedClock(
  { store, session, query, world }: SharedClockParts,
  given: ClockOptions | null,
): Promise<OwnClock | null> {
  if (given === null && !(await session.isLocked(CLOCK))) return null;
  await session.lockShared(CLOCK, async () => {
    if (given === null) return;
    await setShared(query, CLOCK, {
      ...given,
      begun: world.now(),
      start: (await readLastInstant(store)) ?? given.start,
    });
  });
  const clock = await getShared(query, CLOCK);
  if (clock === null) return null;
  return { ...createFastClock(clock.start, clock.speed, { world, begun: clock.begun }), ...clock };
}

const createSharedParts = (
  database: Database,
  { waiting, queue, world }: Pick<Shared, 'waiting' | 'queue'> & { readonly world: Clock },
): Shared => {
  const { query } = database;
  return {
    ...{ waiting, queue },
    createQuarantine: reader => createStoredQuarantine(database, reader, world),
    createPresence: own => createPresence(query, { ...own, began: world.now() }, world),
    mailServers: {
      tell: servers => setShared(query, 'mailbox', servers),
      known: () => getShared(query, 'mailbox'),
    },
  };
};
