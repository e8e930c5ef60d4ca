// Answers the operator's queries: accounts, boards and tournaments, a page at a time.
// Reads straight from the store.
import type { AnyGame } from '#games/game.ts';
import { findBan } from '#core/players/ban.ts';
import { limits } from '#core/kernel/limits.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { findFault } from '#core/board/validate-match.ts';
import type { Account } from '#core/players/account.ts';
import {
  type DocumentKey,
  type DocumentKind,
  type Documents,
  getDocument,
  isOfKind,
  matchKey,
} from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import type { ListName } from '#core/kernel/lists.ts';
import type { Store } from './ports.ts';

export type AdminQuery =
  /** Accounts whose userid or address contains the text. '': all accounts. `after`: a userid. */
  | { readonly query: 'users'; readonly text: string; readonly after: string }
  /** Boards filtered by game, by player, by both, or by neither. Running boards come first. `after`: the key a page ended with. */
  | { readonly query: 'boards'; readonly game: string | null; readonly of: string | null; readonly after: string }
  | { readonly query: 'board'; readonly game: string; readonly number: number }
  | { readonly query: 'tournaments'; readonly after: string }
  | { readonly query: 'tournament'; readonly number: number };

/** Rows, and the start of the next page. null: this is the last page. */
export interface AdminPage {
  readonly rows: readonly object[];
  readonly next: string | null;
}

export interface AdminContext {
  readonly store: Pick<Store, 'read' | 'list' | 'accounts'>;
  readonly games: readonly AnyGame[];
  readonly now: Instant;
}

export function buildAdminPage(asked: AdminQuery, context: AdminContext): Promise<AdminPage> {
  switch (asked.query) {
    case 'users':
      return users(asked, context);
    case 'boards':
      return boards(asked, context);
    case 'board':
      return board(asked, context);
    case 'tournaments':
      return tournaments(asked, context);
    case 'tournament':
      return oneOf(documentsOf(context, [`tournament/${asked.number}`]));
  }
}

const oneOf = async (found: Promise<readonly object[]>): Promise<AdminPage> => ({ rows: await found, next: null });

/** Documents that do not exist or cannot be read are left out. */
async function documentsOf<Kind extends DocumentKind>(
  { store }: AdminContext,
  keys: readonly DocumentKey<Kind>[],
): Promise<readonly Documents[Kind][]> {
  const { documents } = await store.read(keys);
  return keys.flatMap(key => getDocument(documents, key) ?? []);
}

const SCAN = 500;

/** Searches at most `limits.adminAccountsScanned` accounts. The next page goes on from there. */
async function users({ text, after }: AdminQuery & { query: 'users' }, context: AdminContext): Promise<AdminPage> {
  const rows: object[] = [];
  let last = after;
  for (let scanned = 0; scanned < limits.adminAccountsScanned; scanned += SCAN) {
    const userids = await context.store.accounts(last, SCAN);
    const found = await documentsOf(
      context,
      userids.map(userid => `account/${userid}` as const),
    );
    for (const account of found) {
      if (rows.length === limits.adminRows) return { rows, next: last };
      last = account.userid;
      if (isMeant(account, text)) rows.push(userRow(account, context.now));
    }
    last = userids.at(-1) ?? last;
    if (userids.length < SCAN) return { rows, next: null };
  }
  return { rows, next: last };
}

const isMeant = ({ userid, addresses }: Account, text: string): boolean =>
  [userid, ...addresses].some(each => each.toLowerCase().includes(text.toLowerCase()));

const day = (at: Instant): string => new Date(at).toISOString();

function userRow(account: Account, now: Instant): object {
  const { userid, addresses, opened, closed, locked, settings, passwordHash } = account;
  const ban = findBan(account, now);
  const until = ban?.until ?? null;
  return {
    ...{ userid, addresses, opened: day(opened), closed, locked, language: settings.language },
    hasPassword: passwordHash !== null,
    bounces: Object.keys(account.bounced ?? {}),
    banned: ban !== null,
    ...(until === null ? {} : { bannedUntil: day(until) }),
  };
}

/** `1@match/nex/101`: the page before ended with this key of the second list. */
async function boards(asked: AdminQuery & { query: 'boards' }, context: AdminContext): Promise<AdminPage> {
  const { game, of, after } = asked;
  const [first = '', from = ''] = after.split('@');
  const lists = listsOf(asked, context.games);
  const found: { readonly list: number; readonly key: DocumentKey }[] = [];
  // One more than is shown tells whether there is a next page.
  for (const [list, name] of lists.entries()) {
    if (list < Number(first) || found.length > limits.adminRows) continue;
    const start = list === Number(first) && from !== '' ? (from as DocumentKey) : null;
    const keys = await context.store.list(name, start, limits.adminRows + 1 - found.length);
    found.push(...keys.map(key => ({ list, key })));
  }
  const shown = found.slice(0, limits.adminRows);
  const matches = await documentsOf(
    context,
    shown.map(({ key }) => key).filter(key => isOfKind('match', key)),
  );
  const rows = matches
    .filter(match => of === null || game === null || match.game === game)
    .map(match => boardRow(match, context.games));
  const last = shown.at(-1);
  return { rows, next: found.length > shown.length && last !== undefined ? `${last.list}@${last.key}` : null };
}

/** Running boards before those that are over. */
function listsOf({ game, of }: AdminQuery & { query: 'boards' }, games: readonly AnyGame[]): readonly ListName[] {
  const asked = game === null ? games.map(({ name }) => name) : [game];
  const names = of === null ? asked.map(name => `game/${name}` as const) : ([`player/${of}`] as const);
  return (['running', 'over'] as const).flatMap(state => names.map((name): ListName => `${state}/${name}`));
}

/** A board in a line. If it no longer replays, `fault` says why. */
function boardRow(match: Match, games: readonly AnyGame[]): object {
  const { game: name, number, state, players, opened, tournament, isTutorial } = match;
  const fault = findFault(games, match);
  const game = games.find(each => each.name === name);
  const matchState = fault === null && game !== undefined ? matchStateOf(game, match) : null;
  const turn = matchState === null || game === undefined || state !== 'active' ? null : turnOf(game, match, matchState);
  return {
    ...{ game: name, number, state, players: players.map(playerName), opened: day(opened) },
    moves: matchState?.plies.length ?? null,
    toMove: turn === null ? null : playerName(players[turn.player]),
    ...(tournament === undefined ? {} : { tournament: tournament.number }),
    ...(isTutorial === true ? { tutorial: true } : {}),
    ...(fault === null ? {} : { fault }),
  };
}

/** With its record, but without the players' prepared moves and private notes, and without an invited address. */
async function board({ game, number }: AdminQuery & { query: 'board' }, context: AdminContext): Promise<AdminPage> {
  const found = await documentsOf(context, [matchKey({ game, number })]);
  const rows = found.map(match => ({
    ...boardRow(match, context.games),
    ...{ setup: match.setup, swap: match.swap, time: match.time ?? null, rated: match.isUnrated !== true },
    record: match.record.slice(-limits.adminEntries).map(entry => ({ ...entry, at: day(entry.at) })),
  }));
  return { rows, next: null };
}

const STATES = ['open', 'running', 'over', 'cancelled'] as const;

/** Newest first. */
async function tournaments(
  { after }: AdminQuery & { query: 'tournaments' },
  context: AdminContext,
): Promise<AdminPage> {
  const keys = await Promise.all(STATES.map(each => allOf(context, `tournaments/state/${each}`)));
  const numbers = keys
    .flat()
    .map(key => Number(key.slice('tournament/'.length)))
    .toSorted((a, b) => b - a)
    .filter(number => after === '' || number < Number(after));
  const shown = numbers.slice(0, limits.adminRows);
  const found = await documentsOf(
    context,
    shown.map(number => `tournament/${number}` as const),
  );
  return { rows: found.map(tournamentRow), next: numbers.length > shown.length ? String(shown.at(-1)) : null };
}

const tournamentRow = ({ number, game, name, kind, state, entrants, organiser }: Tournament): object => ({
  ...{ number, game, name, kind, state, organiser },
  entered: entrants.length,
});

async function allOf({ store }: AdminContext, list: ListName): Promise<readonly DocumentKey[]> {
  const keys: DocumentKey[] = [];
  for (;;) {
    const more = await store.list(list, keys.at(-1) ?? null, SCAN);
    keys.push(...more);
    if (more.length < SCAN) return keys;
  }
}
