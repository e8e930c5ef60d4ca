// The one connection of a process that the server knows it by: what is claimed on it ends with it, however the process ends.
import { Client, type ClientConfig } from 'pg';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log } from '#service/ports.ts';
import type { Claims } from '#service/shared-ports.ts';
import type { Query, ResultRow } from './database.ts';
import { toColumn } from './texts.ts';

export interface Session {
  readonly claims: Claims;
  /** Runs on this very connection, as long as the claim is ours; rejects otherwise, and nothing is done. */
  readonly queryWith: (claim: string) => Query;
  readonly close: () => Promise<void>;
}

/** How often it is looked whether the server is still there, and how long it may take to answer. Milliseconds. */
const BEAT_MS = 2_000;
const PATIENCE_MS = 3_000;
const CONNECT_MS = 5_000;

/** A machine that died without a word is noticed by the server within these seconds, and its claims are free. */
const KEEPALIVE = 'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3';

/** A lock of its own for every name; 1 keeps them apart from the locks of names of documents. */
const LOCK = 'hashtextextended(name, 1)';

/** A connection, and what was claimed on it. */
interface Link {
  readonly client: Client;
  readonly held: Set<string>;
  /** Asked for and not granted yet: two parts of this process cannot both have it. */
  readonly asked: Set<string>;
  isLost: boolean;
}

/** Nothing is asked of the server before the first claim; a connection that is lost is made anew for the next one. */
export function openSession(url: string, log: Log): Session {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PATIENCE_MS,
    keepAlive: true,
    application_name: 'nexpost',
  };
  let current: Promise<Link> | null = null;
  let live: Link | null = null;
  let isClosed = false;

  const lose = (link: Link, why: string): void => {
    if (link.isLost) return;
    link.isLost = true;
    if (live === link) [live, current] = [null, null];
    if (!isClosed) log.warn('store-session-lost', { why });
    // Not `end`: it would wait for a server that says nothing.
    void link.client.end().catch(() => undefined);
    (link.client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  };

  const connected = async (): Promise<Link> => {
    const client = new Client(config);
    const link: Link = { client, held: new Set(), asked: new Set(), isLost: false };
    client.on('error', error => {
      lose(link, reasonOf(error));
    });
    client.on('end', () => {
      lose(link, 'the connection has ended');
    });
    await client.connect();
    await client.query(KEEPALIVE);
    live = link;
    return link;
  };

  const link = (): Promise<Link> => {
    if (isClosed) return Promise.reject(new Error('the session is closed'));
    current ??= connected().catch((error: unknown) => {
      current = null;
      throw error;
    });
    return current;
  };

  const queryOn = async (on: Link, sql: string, values: readonly unknown[]): Promise<readonly ResultRow[]> => {
    try {
      return (await on.client.query<ResultRow>(sql, [...values])).rows;
    } catch (error) {
      // What the server refuses it has heard; a lost connection, or one that does not answer, is given up.
      if ((error as { readonly severity?: unknown }).severity === undefined) lose(on, reasonOf(error));
      throw error;
    }
  };

  const beat = setInterval(() => {
    if (live !== null) queryOn(live, 'select 1', []).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();

  const claims: Claims = {
    take: async names => {
      const on = await link();
      const wanted = [...new Set(names)].filter(name => !on.held.has(name) && !on.asked.has(name));
      if (wanted.length === 0) return [];
      for (const name of wanted) on.asked.add(name);
      try {
        const rows = await queryOn(
          on,
          `select place from unnest($1::text[]) with ordinality as wanted (name, place) where pg_try_advisory_lock(${LOCK})`,
          [wanted.map(toColumn)],
        );
        if (on.isLost) return [];
        const taken = rows.map(({ place }) => wanted[Number(place) - 1] ?? '');
        for (const name of taken) on.held.add(name);
        return taken;
      } finally {
        for (const name of wanted) on.asked.delete(name);
      }
    },
    drop: async names => {
      const on = live;
      const own = names.filter(name => on?.held.delete(name) === true);
      if (on === null || own.length === 0) return;
      // A lost connection has dropped them already.
      await queryOn(on, `select pg_advisory_unlock(${LOCK}) from unnest($1::text[]) as own (name)`, [
        own.map(toColumn),
      ]).catch(() => undefined);
    },
    holds: name => live?.held.has(name) === true,
  };

  return {
    claims,
    queryWith:
      claim =>
      async (sql, values = []) => {
        const on = live;
        if (on?.held.has(claim) !== true) throw new Error(`somebody else may have ${claim} by now`);
        return queryOn(on, sql, values);
      },
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      const on = live;
      live = null;
      if (on !== null) await Promise.race([on.client.end(), new Promise(done => setTimeout(done, CONNECT_MS).unref())]);
    },
  };
}
