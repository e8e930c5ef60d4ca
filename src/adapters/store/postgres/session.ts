// The connection that holds this process's advisory locks.
// The locks end with the connection, however the process ends.
import { Client, type ClientConfig } from 'pg';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log } from '#service/ports.ts';
import type { Leases } from '#service/shared-ports.ts';
import { cutOff, type Query, type ResultRow } from './database.ts';
import { connectWith, requireOwnBackend } from './own-backend.ts';
import { COPY_UNDER_WAY, TAKE_SERVICE } from './service-lock.ts';
import { encodeColumn } from './texts.ts';

export interface StoreSession {
  readonly leases: Leases;
  /** Rejects if the server is unreachable, or a copy has locked out all services. */
  readonly open: () => Promise<void>;
  /** Takes the shared lock of this name. Runs `begin` first if no other process shares it. It is not run again until all sharers have ended. */
  readonly share: (name: string, begin: () => Promise<void>) => Promise<void>;
  /** Does any process hold the shared lock? */
  readonly isShared: (name: string) => Promise<boolean>;
  /** Runs a query on this connection while the claim is ours. Otherwise rejects without running it. */
  readonly queryWith: (claim: string) => Query;
  readonly close: () => Promise<void>;
}

/** Interval of the heartbeat, and the time-outs of a query and of a connection. Milliseconds. */
const BEAT_MS = 2_000;
const PATIENCE_MS = 3_000;
const CONNECT_MS = 5_000;
/** A stopping process waits this long for the connection to close. */
const END_MS = 500;

/**
 * After this silence the process, its machine or the network is considered dead: the server ends the session and frees its locks.
 * Milliseconds.
 */
const SILENCE = 'set idle_session_timeout = 7000';

/**
 * After this silence assume the locks are lost, until the server answers: the process may have been suspended, and the server may have
 * given its locks away. Milliseconds.
 */
const SURE_MS = 6_000;

/** A lock for every name. The seed 1 keeps them apart from the locks of document names. */
const LOCK = 'hashtextextended(name, 1)';

/** Counts the holders of a lock in pg_locks, which lists the halves of its number, and objsubid 1 for a number of 64 bits. */
const SHARERS = `select count(*)::integer as count from pg_locks, hashtextextended($1, 1) as number
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and classid = ((number >> 32) & 4294967295)::oid and objid = (number & 4294967295)::oid`;

/** Held while a process begins what is shared. The others wait. */
const BEGIN = "select pg_advisory_lock(hashtextextended('beginning ' || $1, 1))";
const BEGUN = "select pg_advisory_unlock(hashtextextended('beginning ' || $1, 1))";
const JOIN = 'select pg_advisory_lock_shared(hashtextextended($1, 1))';

/** A connection and the locks held on it. */
interface Link {
  readonly client: Client;
  readonly held: Set<string>;
  /** Requested and not granted yet, so that two parts of this process cannot both get it. */
  readonly asked: Set<string>;
  /** When the last answered query was sent, by the monotonic clock. */
  heard: number;
  /** Settles when the last query is answered: one query at a time. */
  last: Promise<unknown>;
  isLost: boolean;
}

interface Line {
  /** Names of the shared locks, which every new connection takes again. */
  readonly shared: Set<string>;
  /** Connects if there is no connection. */
  readonly link: () => Promise<Link>;
  /** null: there is no connection now. */
  readonly live: () => Link | null;
  readonly query: (on: Link, sql: string, values: readonly unknown[]) => Promise<readonly ResultRow[]>;
  readonly close: () => Promise<void>;
}

/** Rejects if a copy holds the service lock. */
async function begin(client: Client, config: ClientConfig, shared: Iterable<string>): Promise<void> {
  await client.connect();
  try {
    await requireOwnBackend(client, connectWith(config));
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.query(SILENCE);
  const { rows } = await client.query<{ readonly held: boolean }>(TAKE_SERVICE.shared);
  if (rows[0]?.held !== true) {
    await client.end();
    throw new Error(COPY_UNDER_WAY);
  }
  for (const name of shared) await client.query(JOIN, [name]);
}

const newLink = (config: ClientConfig): Link => ({
  ...{ client: new Client(config), held: new Set(), asked: new Set() },
  ...{ heard: performance.now(), last: Promise.resolve(), isLost: false },
});

function answered(on: Link, sql: string, values: readonly unknown[]): Promise<readonly ResultRow[]> {
  const answer = on.last.then(async () => {
    const asked = performance.now();
    const { rows } = await on.client.query<ResultRow>(sql, [...values]);
    on.heard = asked;
    return rows;
  });
  on.last = answer.catch(() => undefined);
  return answer;
}

/** Keeps one connection at a time. A lost or silent one is replaced, and its locks are gone. */
function lineTo(config: ClientConfig, log: Log): Line {
  let current: Promise<Link> | null = null;
  let live: Link | null = null;
  let isClosed = false;
  const shared = new Set<string>();

  const lose = (link: Link, why: string): void => {
    if (link.isLost) return;
    link.isLost = true;
    if (live === link) [live, current] = [null, null];
    if (!isClosed) log.warn('store-session-lost', { why });
    cutOff(link.client);
  };

  const connected = async (): Promise<Link> => {
    const link = newLink(config);
    const { client } = link;
    client.on('error', error => lose(link, reasonOf(error)));
    client.on('end', () => lose(link, 'the connection has ended'));
    await begin(client, config, shared);
    live = link;
    return link;
  };

  const query: Line['query'] = async (on, sql, values) => {
    try {
      return await answered(on, sql, values);
    } catch (error) {
      // An error from the server proves that the connection works.
      if ((error as { readonly severity?: unknown }).severity === undefined) lose(on, reasonOf(error));
      throw error;
    }
  };

  const beat = setInterval(() => {
    if (live !== null) query(live, 'select 1', []).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();

  return {
    shared,
    query,
    live: () => live,
    link: () => {
      if (isClosed) return Promise.reject(new Error('the session is closed'));
      current ??= connected().catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    },
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      if (live !== null) await ended(live);
    },
  };
}

async function ended(on: Link): Promise<void> {
  const late = setTimeout(() => cutOff(on.client), END_MS);
  await on.client.end().catch(() => undefined);
  clearTimeout(late);
}

function claimsOn({ link, live, query }: Line): Leases {
  const granted = async (on: Link, wanted: readonly string[]): Promise<readonly string[]> => {
    const rows = await query(
      on,
      `select place from unnest($1::text[]) with ordinality as wanted (name, place) where pg_try_advisory_lock(${LOCK})`,
      [wanted.map(encodeColumn)],
    );
    return rows.map(({ place }) => wanted[Number(place) - 1] ?? '');
  };
  return {
    take: async names => {
      const on = await link();
      const wanted = [...new Set(names)].filter(name => !on.held.has(name) && !on.asked.has(name));
      if (wanted.length === 0) return [];
      for (const name of wanted) on.asked.add(name);
      try {
        const taken = await granted(on, wanted);
        if (on.isLost) return [];
        for (const name of taken) on.held.add(name);
        return taken;
      } catch (error) {
        // It is unknown which locks were granted. They end with the connection.
        cutOff(on.client);
        throw error;
      } finally {
        for (const name of wanted) on.asked.delete(name);
      }
    },
    drop: async names => {
      const on = live();
      const own = names.filter(name => on?.held.delete(name) === true);
      if (on === null || own.length === 0) return;
      const sql = `select pg_advisory_unlock(${LOCK}) from unnest($1::text[]) as own (name)`;
      // A lost connection has released them already.
      await query(on, sql, [own.map(encodeColumn)]).catch(() => undefined);
    },
    holds: name => {
      const on = live();
      return on !== null && on.held.has(name) && performance.now() - on.heard < SURE_MS;
    },
  };
}

async function isShared({ link, query }: Line, name: string): Promise<boolean> {
  const [row] = await query(await link(), SHARERS, [name]);
  return row?.['count'] !== 0;
}

async function share(line: Line, name: string, begin: () => Promise<void>): Promise<void> {
  const on = await line.link();
  await line.query(on, BEGIN, [name]);
  try {
    if (!(await isShared(line, name))) await begin();
    await line.query(on, JOIN, [name]);
    line.shared.add(name);
  } finally {
    await line.query(on, BEGUN, [name]);
  }
}

export function openSession(url: string, log: Log): StoreSession {
  const line = lineTo(
    {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      application_name: 'nexpost',
    },
    log,
  );
  const queryWith =
    (claim: string): Query =>
    async (sql, values = []) => {
      const on = line.live();
      if (on?.held.has(claim) !== true) throw new Error(`somebody else may have ${claim} by now`);
      return line.query(on, sql, values);
    };
  return {
    leases: claimsOn(line),
    open: async () => {
      await line.link();
    },
    share: (name, begin) => share(line, name, begin),
    isShared: name => isShared(line, name),
    queryWith,
    close: line.close,
  };
}
