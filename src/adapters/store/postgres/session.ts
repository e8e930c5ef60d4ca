// The connection that holds this process's advisory locks, and the lock of the service.
import { Client, type ClientConfig } from 'pg';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log } from '#service/ports.ts';
import type { Leases } from '#service/shared-ports.ts';
import { type Query, type ResultRow, closeConnection, connectWith, requireOwnBackend } from './database.ts';
import { encodeColumn } from './shared-values.ts';

interface ServiceLock {
  /** Rejects if the connection is lost: other processes may hold the lock by now. */
  readonly assert: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** The lock of the service is taken at the start, and has more time. Milliseconds. */
const LOCK_CONNECT_MS = 10_000;

/** Every process of a service holds the lock shared. A copy takes it exclusively. */
const TAKE_LOCK = {
  shared: "select pg_try_advisory_lock_shared(hashtextextended('service', 1)) as held",
  exclusive: "select pg_try_advisory_lock(hashtextextended('service', 1)) as held",
} as const;

/** Shares the lock for one transaction, since a process that has lost its session may not know that a copy has begun. */
export const SHARE_LOCK = "select pg_try_advisory_xact_lock_shared(hashtextextended('service', 1)) as held";

/** The error message of a process that cannot share the lock. */
export const COPY_UNDER_WAY = 'a copy of this store is under way';

/** Connects, and takes the lock of the service. False: another connection holds the lock in a mode that excludes this one. */
async function connectWithLock(client: Client, config: ClientConfig, mode: keyof typeof TAKE_LOCK): Promise<boolean> {
  let isHeld = false;
  await client.connect();
  try {
    await requireOwnBackend(client, connectWith(config));
    const { rows } = await client.query<{ readonly held: boolean }>(TAKE_LOCK[mode]);
    isHeld = rows[0]?.held === true;
  } finally {
    if (!isHeld) await client.end().catch(() => undefined);
  }
  return isHeld;
}

/** null: another connection holds the lock in a mode that excludes this one. */
export async function takeServiceLock(url: string, mode: keyof typeof TAKE_LOCK): Promise<ServiceLock | null> {
  const config = {
    ...{
      connectionString: url,
      connectionTimeoutMillis: LOCK_CONNECT_MS,
      keepAlive: true,
      application_name: 'nexpost',
    },
  };
  const client = new Client(config);
  // The next query rejects with the error.
  client.on('error', () => undefined);
  if (!(await connectWithLock(client, config, mode))) return null;
  return {
    assert: async () => {
      await client.query('select 1').catch((error: unknown) => {
        throw new Error('The connection to the database was lost. Run the same again.', { cause: error });
      });
    },
    release: () => client.end().catch(() => undefined),
  };
}

// The locks end with their connection, even if the process crashes.

export interface StoreSession {
  readonly leases: Leases;
  /** Rejects if the server is unreachable, or a copy has locked out all services. */
  readonly open: () => Promise<void>;
  /** Takes the shared lock of this name. If no other process holds it, runs `initialise` first. */
  readonly lockShared: (name: string, initialise: () => Promise<void>) => Promise<void>;
  /** Does any process hold the shared lock? */
  readonly isLocked: (name: string) => Promise<boolean>;
  /** Runs a query on this connection if we hold the lease. Otherwise rejects. */
  readonly queryWith: (leaseName: string) => Query;
  readonly close: () => Promise<void>;
}

/** Interval of the heartbeat, and the time-outs of a query and of a connection. Milliseconds. */
const HEARTBEAT_MS = 2_000;
const QUERY_TIMEOUT_MS = 3_000;
const CONNECT_MS = 5_000;
/** A stopping process waits this long for the connection to close. */
const END_MS = 500;

/**
 * After this silence the process, its machine or the network is considered dead: the server ends the session and frees its locks.
 * Milliseconds.
 */
const SET_IDLE_TIMEOUT = 'set idle_session_timeout = 7000';

/**
 * After this silence assume the locks are lost, until the server answers: the process may have been suspended, and the server may have
 * given its locks away. Milliseconds.
 */
const LOCKS_VALID_MS = 6_000;

/** The number of the lock of a name. The seed 1 keeps these locks apart from the locks of document names. */
const LOCK = 'hashtextextended(name, 1)';

/** Counts the holders of a lock in pg_locks, which lists the halves of its number, and objsubid 1 for a number of 64 bits. */
const COUNT_HOLDERS = `select count(*)::integer as count from pg_locks, hashtextextended($1, 1) as number
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and classid = ((number >> 32) & 4294967295)::oid and objid = (number & 4294967295)::oid`;

/** A process holds this lock while it runs `initialise`. The other processes wait. */
const LOCK_BEGINNING = "select pg_advisory_lock(hashtextextended('beginning ' || $1, 1))";
const UNLOCK_BEGINNING = "select pg_advisory_unlock(hashtextextended('beginning ' || $1, 1))";
const LOCK_SHARED = 'select pg_advisory_lock_shared(hashtextextended($1, 1))';

/** A connection and the locks held on it. */
interface Session {
  readonly client: Client;
  readonly heldNames: Set<string>;
  /** Names that are requested and not granted yet, so that two parts of this process cannot both get one. */
  readonly requestedNames: Set<string>;
  /** When the last answered query was sent, by the monotonic clock. */
  answeredAt: number;
  /** Settles when the last query is answered: one query at a time. */
  lastQuery: Promise<unknown>;
  isLost: boolean;
}

interface SessionManager {
  /** Names of the shared locks, which every new connection takes again. */
  readonly sharedNames: Set<string>;
  /** Connects if there is no connection. */
  readonly open: () => Promise<Session>;
  /** The current connection. null: there is none. */
  readonly current: () => Session | null;
  readonly query: (session: Session, sql: string, values: readonly unknown[]) => Promise<readonly ResultRow[]>;
  readonly close: () => Promise<void>;
}

function runQuery(session: Session, sql: string, values: readonly unknown[]): Promise<readonly ResultRow[]> {
  const answer = session.lastQuery.then(async () => {
    const sentAt = performance.now();
    const { rows } = await session.client.query<ResultRow>(sql, [...values]);
    session.answeredAt = sentAt;
    return rows;
  });
  session.lastQuery = answer.catch(() => undefined);
  return answer;
}

/** Keeps one connection at a time. A lost or silent connection is replaced, and its locks are lost. */
function createSessionManager(config: ClientConfig, log: Log): SessionManager {
  let opening: Promise<Session> | null = null;
  let current: Session | null = null;
  let isClosed = false;
  const sharedNames = new Set<string>();

  const drop = (session: Session, why: string): void => {
    if (session.isLost) return;
    session.isLost = true;
    if (current === session) [current, opening] = [null, null];
    if (!isClosed) log.warn('store-session-lost', { why });
    closeConnection(session.client);
  };

  const connect = async (): Promise<Session> => {
    const client = new Client(config);
    const session: Session = {
      ...{ client, heldNames: new Set(), requestedNames: new Set() },
      ...{ answeredAt: performance.now(), lastQuery: Promise.resolve(), isLost: false },
    };
    client.on('error', error => drop(session, reasonOf(error)));
    client.on('end', () => drop(session, 'the connection has ended'));
    // Connects and takes the shared locks. Rejects if a copy holds the service lock.
    if (!(await connectWithLock(client, config, 'shared'))) throw new Error(COPY_UNDER_WAY);
    await client.query(SET_IDLE_TIMEOUT);
    for (const name of sharedNames) await client.query(LOCK_SHARED, [name]);
    current = session;
    return session;
  };

  const query: SessionManager['query'] = async (session, sql, values) => {
    try {
      return await runQuery(session, sql, values);
    } catch (error) {
      // An error from the server proves that the connection works.
      if ((error as { readonly severity?: unknown }).severity === undefined) drop(session, reasonOf(error));
      throw error;
    }
  };

  const heartbeat = setInterval(() => {
    if (current !== null) query(current, 'select 1', []).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    sharedNames,
    query,
    current: () => current,
    open: () => {
      if (isClosed) return Promise.reject(new Error('the session is closed'));
      opening ??= connect().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      if (current === null) return;
      const { client } = current;
      const timer = setTimeout(() => closeConnection(client), END_MS);
      await client.end().catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

function createLeases({ open, current, query }: SessionManager): Leases {
  const requestLocks = async (session: Session, newNames: readonly string[]): Promise<readonly string[]> => {
    const rows = await query(
      session,
      `select place from unnest($1::text[]) with ordinality as wanted (name, place) where pg_try_advisory_lock(${LOCK})`,
      [newNames.map(encodeColumn)],
    );
    return rows.map(({ place }) => newNames[Number(place) - 1] ?? '');
  };
  return {
    take: async names => {
      const session = await open();
      const newNames = [...new Set(names)].filter(
        name => !session.heldNames.has(name) && !session.requestedNames.has(name),
      );
      if (newNames.length === 0) return [];
      for (const name of newNames) session.requestedNames.add(name);
      try {
        const grantedNames = await requestLocks(session, newNames);
        if (session.isLost) return [];
        for (const name of grantedNames) session.heldNames.add(name);
        return grantedNames;
      } catch (error) {
        // It is unknown which locks were granted. They end with the connection.
        closeConnection(session.client);
        throw error;
      } finally {
        for (const name of newNames) session.requestedNames.delete(name);
      }
    },
    drop: async names => {
      const session = current();
      const ownNames = names.filter(name => session?.heldNames.delete(name) === true);
      if (session === null || ownNames.length === 0) return;
      const sql = `select pg_advisory_unlock(${LOCK}) from unnest($1::text[]) as own (name)`;
      // A lost connection has released them already.
      await query(session, sql, [ownNames.map(encodeColumn)]).catch(() => undefined);
    },
    holds: name => {
      const session = current();
      return session !== null && session.heldNames.has(name) && performance.now() - session.answeredAt < LOCKS_VALID_MS;
    },
  };
}

async function isLocked({ open, query }: SessionManager, name: string): Promise<boolean> {
  const [row] = await query(await open(), COUNT_HOLDERS, [name]);
  return row?.['count'] !== 0;
}

async function lockShared(manager: SessionManager, name: string, initialise: () => Promise<void>): Promise<void> {
  const session = await manager.open();
  await manager.query(session, LOCK_BEGINNING, [name]);
  try {
    if (!(await isLocked(manager, name))) await initialise();
    await manager.query(session, LOCK_SHARED, [name]);
    manager.sharedNames.add(name);
  } finally {
    await manager.query(session, UNLOCK_BEGINNING, [name]);
  }
}

export function openSession(url: string, log: Log): StoreSession {
  const manager = createSessionManager(
    {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'nexpost',
    },
    log,
  );
  const queryWith =
    (leaseName: string): Query =>
    async (sql, values = []) => {
      const session = manager.current();
      if (session?.heldNames.has(leaseName) !== true) throw new Error(`somebody else may have ${leaseName} by now`);
      return manager.query(session, sql, values);
    };
  return {
    leases: createLeases(manager),
    open: async () => {
      await manager.open();
    },
    lockShared: (name, initialise) => lockShared(manager, name, initialise),
    isLocked: name => isLocked(manager, name),
    queryWith,
    close: manager.close,
  };
}
