// Answers the operator's queries: accounts, boards and tournaments, a page at a time.
// Reads straight from the store.
import * as z from 'zod';
import type { AnyGame } from '#games/game.ts';
import { type Account, findBan } from '#core/players/account.ts';
import { limits } from '#core/kernel/limits.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import {
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type ListName,
  getDocument,
  isOfKind,
  matchKey,
} from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Match } from '#core/board/match-document.ts';
import { readWholeList } from './load.ts';
import type { Store } from './ports.ts';

const text = z.string().max(500);
const positive = z.number().int().positive();

/** `after`: the `next` of the previous page. */
export const adminQuery = z.discriminatedUnion('query', [
  /** Accounts whose userid or address contains the text. '': all accounts. */
  z.object({ query: z.literal('users'), text, after: text }),
  /** Boards, perhaps only of a game or of a player. Running boards come first. */
  z.object({ query: z.literal('boards'), game: text.nullable(), of: text.nullable(), after: text }),
  z.object({ query: z.literal('board'), game: text, number: positive }),
  /** The operator's acts, the newest first. */
  z.object({ query: z.literal('log'), after: text }),
  z.object({ query: z.literal('tournaments'), after: text }),
  z.object({ query: z.literal('tournament'), number: positive }),
]);

export type AdminQuery = z.infer<typeof adminQuery>;

/** One page of rows. `next`: the `after` of the next page. null: this is the last page. */
export interface AdminPage {
  readonly rows: readonly object[];
  readonly next: string | null;
}

export interface AdminContext {
  readonly store: Pick<Store, 'read' | 'list' | 'newest' | 'accounts'>;
  readonly games: readonly AnyGame[];
  readonly now: Instant;
}

export function buildAdminPage(query: AdminQuery, context: AdminContext): Promise<AdminPage> {
  switch (query.query) {
    case 'users':
      return listUsers(query, context);
    case 'boards':
      return listBoards(query, context);
    case 'board':
      return describeBoard(query, context);
    case 'log':
      return listLog(query, context);
    case 'tournaments':
      return listTournaments(query, context);
    case 'tournament':
      return readDocuments(context, [`tournament/${query.number}`]).then(rows => ({ rows, next: null }));
  }
}

/** Documents that do not exist or cannot be read are left out. */
async function readDocuments<Kind extends DocumentKind>(
  { store }: AdminContext,
  keys: readonly DocumentKey<Kind>[],
): Promise<readonly Documents[Kind][]> {
  const { documents } = await store.read(keys);
  return keys.flatMap(key => getDocument(documents, key) ?? []);
}

const SCAN_BATCH_SIZE = 500;

/** Searches at most `limits.adminAccountsScanned` accounts. The next page continues there. */
async function listUsers({ text, after }: AdminQuery & { query: 'users' }, context: AdminContext): Promise<AdminPage> {
  const rows: object[] = [];
  let last = after;
  for (let scanned = 0; scanned < limits.adminAccountsScanned; scanned += SCAN_BATCH_SIZE) {
    const userids = await context.store.accounts(last, SCAN_BATCH_SIZE);
    const found = await readDocuments(
      context,
      userids.map(userid => `account/${userid}` as const),
    );
    for (const account of found) {
      if (rows.length === limits.adminRows) return { rows, next: last };
      last = account.userid;
      const { userid, addresses } = account;
      if ([userid, ...addresses].some(each => each.toLowerCase().includes(text.toLowerCase())))
        rows.push(userRow(account, context.now));
    }
    last = userids.at(-1) ?? last;
    if (userids.length < SCAN_BATCH_SIZE) return { rows, next: null };
  }
  return { rows, next: last };
}

async function listLog({ after }: AdminQuery & { query: 'log' }, context: AdminContext): Promise<AdminPage> {
  const before = after === '' ? null : (after as DocumentKey);
  const keys = await context.store.newest('kind/audit', before, limits.adminRows + 1);
  const shown = keys.slice(0, limits.adminRows).filter(key => isOfKind('audit', key));
  const entries = await readDocuments(context, shown);
  const rows = entries.map(({ at, by, facts }) => ({ at: formatInstant(at), by, ...facts }));
  return { rows, next: keys.length > limits.adminRows ? (shown.at(-1) ?? null) : null };
}

const formatInstant = (at: Instant): string => new Date(at).toISOString();

function userRow(account: Account, now: Instant): object {
  const { userid, addresses, opened, closed, locked, settings, passwordHash } = account;
  const ban = findBan(account, now);
  const until = ban?.until ?? null;
  return {
    ...{ userid, addresses, opened: formatInstant(opened), closed, locked, language: settings.language },
    hasPassword: passwordHash !== null,
    bounces: Object.keys(account.bounced ?? {}),
    banned: ban !== null,
    ...(until === null ? {} : { bannedUntil: formatInstant(until) }),
  };
}

/** `after`: `1@match/nex/101` if the previous page ended with this key of the second list. */
async function listBoards(query: AdminQuery & { query: 'boards' }, context: AdminContext): Promise<AdminPage> {
  const { game, of, after } = query;
  const [firstList = '', afterKey = ''] = after.split('@');
  // The lists to read: running boards first, then finished ones.
  const gameNames = game === null ? context.games.map(({ name }) => name) : [game];
  const listSuffixes = of === null ? gameNames.map(name => `game/${name}` as const) : ([`player/${of}`] as const);
  const lists = (['running', 'over'] as const).flatMap(state =>
    listSuffixes.map((name): ListName => `${state}/${name}`),
  );
  const foundBoards: { readonly list: number; readonly key: DocumentKey }[] = [];
  // One board more than the page holds shows whether there is a next page.
  for (const [list, name] of lists.entries()) {
    if (list < Number(firstList) || foundBoards.length > limits.adminRows) continue;
    const start = list === Number(firstList) && afterKey !== '' ? (afterKey as DocumentKey) : null;
    const keys = await context.store.list(name, start, limits.adminRows + 1 - foundBoards.length);
    foundBoards.push(...keys.map(key => ({ list, key })));
  }
  const shownBoards = foundBoards.slice(0, limits.adminRows);
  const matches = await readDocuments(
    context,
    shownBoards.map(({ key }) => key).filter(key => isOfKind('match', key)),
  );
  const rows = matches
    .filter(match => of === null || game === null || match.game === game)
    .map(match => boardRow(match, context.games));
  const last = shownBoards.at(-1);
  return {
    rows,
    next: foundBoards.length > shownBoards.length && last !== undefined ? `${last.list}@${last.key}` : null,
  };
}

/** One row about a board. `fault`: why its record cannot be replayed. */
function boardRow(match: Match, games: readonly AnyGame[]): object {
  const { game: name, number, state, players, opened, tournament, isTutorial } = match;
  const fault = findFault(games, match);
  const game = games.find(each => each.name === name);
  const matchState = fault === null && game !== undefined ? matchStateOf(game, match) : null;
  const turn = matchState === null || game === undefined || state !== 'active' ? null : turnOf(game, match, matchState);
  return {
    ...{ game: name, number, state, players: players.map(playerName), opened: formatInstant(opened) },
    moves: matchState?.plies.length ?? null,
    toMove: turn === null ? null : playerName(players[turn.player]),
    ...(tournament === undefined ? {} : { tournament: tournament.number }),
    ...(isTutorial === true ? { tutorial: true } : {}),
    ...(fault === null ? {} : { fault }),
  };
}

/** Shows a board with its record, but without prepared moves, private notes and invited addresses. */
async function describeBoard(
  { game, number }: AdminQuery & { query: 'board' },
  context: AdminContext,
): Promise<AdminPage> {
  const found = await readDocuments(context, [matchKey({ game, number })]);
  const rows = found.map(match => ({
    ...boardRow(match, context.games),
    ...{ setup: match.setup, swap: match.swap, time: match.time ?? null, rated: match.isUnrated !== true },
    record: match.record.slice(-limits.adminEntries).map(entry => ({ ...entry, at: formatInstant(entry.at) })),
  }));
  return { rows, next: null };
}

const STATES = ['open', 'running', 'over', 'cancelled'] as const;

/** Newest first. */
async function listTournaments(
  { after }: AdminQuery & { query: 'tournaments' },
  context: AdminContext,
): Promise<AdminPage> {
  const keys = await Promise.all(STATES.map(each => readWholeList(context.store, `tournaments/state/${each}`)));
  const numbers = keys
    .flat()
    .map(key => Number(key.slice('tournament/'.length)))
    .toSorted((a, b) => b - a)
    .filter(number => after === '' || number < Number(after));
  const shownNumbers = numbers.slice(0, limits.adminRows);
  const found = await readDocuments(
    context,
    shownNumbers.map(number => `tournament/${number}` as const),
  );
  return {
    rows: found.map(({ number, game, name, kind, state, entrants, organiser }) => ({
      ...{ number, game, name, kind, state, organiser },
      entered: entrants.length,
    })),
    next: numbers.length > shownNumbers.length ? String(shownNumbers.at(-1)) : null,
  };
}
