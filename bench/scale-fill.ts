// A database of a club of any size, written by the server itself from one document of each kind: a million boards in about a minute.
import { postgres, type Query } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { alarmOf, listNames } from '#core/features.ts';
import type { DocumentKey, DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { Client } from 'pg';
import { accountOf, addressOf, boardOf, type Manner, ratingOf } from './scale-boards.ts';

export interface Club {
  readonly boards: number;
  /** How many of them are being played. */
  readonly running: number;
  readonly players: number;
  readonly mail?: Manner;
}

/** What stands in a document in place of its number and of those who play: the server puts in what belongs there. */
const [NUMBER, ONE, OTHER] = [987_654_321, 'first-player', 'second-player'];

/** The template `text` as it is for the row `i`, whose board is `number`, of the players `one` and `other`. */
const filled = (parameter: string): string =>
  `replace(replace(replace(${parameter}, '${NUMBER}', number::text), '${ONE}', 'player' || one), '${OTHER}', 'player' || other)`;

/** `players` is $2, `from` and `to` are $3 and $4; as scale-boards.ts: seatsOf. */
const SERIES = `select i, 101 + i as number, i % $2::integer as one,
  (i % $2::integer + $2::integer / 2 + i / $2::integer) % $2::integer as other
  from generate_series($3::integer, $4::integer - 1) as i`;

interface Series {
  readonly key: DocumentKey;
  readonly document: Documents[DocumentKind];
  readonly from: number;
  readonly to: number;
}

async function putSeries(query: Query, { key, document, from, to }: Series, players: number): Promise<void> {
  await query(
    `insert into documents (key, version, body, alarm)
     select ${filled('$1::text')}, nextval('versions'), ${filled('$5::text')}::json, $6::bigint from (${SERIES}) as series`,
    [key, players, from, to, JSON.stringify(document), alarmOf(key, document)],
  );
  const place = key.startsWith('match/') ? "'match/nex/' || lpad(number::text, 9, '0')" : filled('$1::text');
  for (const name of listNames(key, document))
    await query(
      `insert into lists (name, place, key)
       select ${filled('$5::text')}, ${place}, ${filled('$1::text')} from (${SERIES}) as series`,
      [key, players, from, to, name],
    );
}

/** Fills a new database; what it is to be measured by is as in one that has been used for long. */
export async function fill(url: string, { boards, running, players, mail }: Club): Promise<void> {
  await (await openPostgresStore(postgres(url, () => undefined))).close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const query: Query = async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  await query('set synchronous_commit = off');
  const ofPlayers = (key: DocumentKey, document: Documents[DocumentKind]): Promise<void> =>
    putSeries(query, { key, document, from: 0, to: players }, players);
  await ofPlayers(`account/${ONE}`, accountOf(ONE, mail));
  await ofPlayers(`address/${addressOf(ONE)}`, { userid: ONE });
  await ofPlayers(`rating/nex/${ONE}`, ratingOf(ONE));
  const key = `match/nex/${NUMBER}` as const;
  const [played, over] = [false, true].map(isOver => boardOf(NUMBER, [ONE, OTHER], isOver)) as [Match, Match];
  await putSeries(query, { key, document: played, from: 0, to: running }, players);
  await putSeries(query, { key, document: over, from: running, to: boards }, players);
  await query(
    "insert into documents (key, version, body) values ('counter/nex', nextval('versions'), json_build_object('next', $1::integer))",
    [101 + boards],
  );
  // A mail a board, of those that are remembered.
  await query(
    `insert into seen (cause, at) select 'mail:' || md5(i::text) || md5(-i || ''), $2::bigint - i * 1000::bigint
     from generate_series(1, $1::integer) as i`,
    [boards, Date.now()],
  );
  await query('vacuum analyze');
  await query('checkpoint');
  await client.end();
}
