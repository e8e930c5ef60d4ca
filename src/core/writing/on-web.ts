// Decides which boards and players are on the web, and what all pages are made of.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import { type Match, userids } from '../board/match-document.ts';
import { type LoadedMatch, openMatch } from '../board/match.ts';
import { type DocumentKey, type MatchRef, matchRefOf } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account } from '../players/account.ts';
import { ANY_ROBOT, isRobot } from '../players/robots.ts';
import type { SpeakContext } from './compose-context.ts';

// Pages only read: they decide nothing, and read no secrets.

export interface PageContext extends SpeakContext {
  readonly state: State;
  readonly now: Instant;
}

/** `domain`: of the service's address. `webUrl`: where the pages are reached from outside; '' if that is not known. */
export interface SiteContext extends PageContext {
  readonly domain: string;
  readonly webUrl: string;
}

/** A part of the site, as its head and foot name it. */
export type SitePart = 'play' | 'watch' | 'players' | 'rules' | 'standings' | 'tournaments' | 'inbox';

/** The frame around every page. */
export interface Frame {
  readonly title: string;
  /** The part the page belongs to. Absent: none. */
  readonly part?: SitePart;
  /** The page's own path, if the head or the foot leads to it. */
  readonly path?: string;
  readonly feed?: string;
  /** What other programs show where they link to this page: a sentence, and the path of a picture. */
  readonly description?: string;
  readonly image?: string;
  /** A page without a head, for a frame. */
  readonly bare?: 'embed' | 'play';
}

/** A page: a template of templates/web, and what it shows. */
export interface Page {
  readonly template: string;
  readonly frame: Frame;
  readonly view: object;
}

/** The parameters that pages read. No other part of the query changes an answer. */
export const PAGE_QUERY = ['before', 'first', 'page', 'ply', 'robot', 'round', 'size', 'theme'] as const;

/** What a visitor asks for: parts of the path and of the query. */
export interface PageRequest {
  readonly param: (name: string) => string;
  readonly query: (name: (typeof PAGE_QUERY)[number]) => string | undefined;
}

/** A page of the site. */
export interface PageDefinition<Shared = unknown> {
  /** As a route: `/standings/:game`. */
  readonly path: string;
  /** Lists players, so search engines are asked to stay away. */
  readonly listsPlayers?: true;
  /** What all visitors of a minute share. `keyOf` null: there is no such page. Absent: nothing. */
  readonly shared?: {
    readonly keyOf: (games: readonly AnyGame[], request: PageRequest) => string | null;
    readonly find: (state: State, key: string, now: Instant) => Shared;
  };
  /** null: there is no such page. */
  readonly build: (context: PageContext, request: PageRequest, shared: Shared) => Page | null;
  /** Texts for other programs, by name: `games.csv` stands at the page's path and `/games.csv`. null: there is none. */
  readonly files?: Readonly<Record<string, (context: SiteContext, request: PageRequest) => string | null>>;
}

/** A page with an answer that its visitors share. The site passes each page only its own answers. */
export const sharePage = <Shared>(
  page: PageDefinition<Shared> & Required<Pick<PageDefinition<Shared>, 'shared'>>,
): PageDefinition => page as PageDefinition;

/** JSON for a script element. It cannot end the element. */
export const formatScriptData = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The number of `?page=2`; without one, `otherwise`. undefined: not a number from 1. */
export function parseNumber<Otherwise>(text: string | undefined, otherwise: Otherwise): number | Otherwise | undefined {
  if (text === undefined) return otherwise;
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/** The board in a path, which may use any name of the game. null: there is no such game, or the number is invalid. */
export function findBoardInPath(games: readonly AnyGame[], game: string, number: string): MatchRef | null {
  const found = findNamedGame(games, game)?.game;
  return found === undefined || !/^[1-9]\d{0,8}$/.test(number) ? null : { game: found.name, number: Number(number) };
}

/** Paths of pages. */
export const boardPath = (game: string, number: number): string => `/${game}/${number}`;
export const gamePath = (game: string): string => `/games/${game}`;
export const standingsPath = (game: string): string => `/standings/${game}`;
export const tournamentPath = (number: number): string => `/tournaments/${number}`;
export const clubPath = (name: string): string => `/clubs/${name}`;
export const playerPath = (userid: string): string => `/players/${userid}`;
export const calendarPath = (token: string): string => `/calendar/${token}.ics`;

// A board is not on the web if one of its players wants no page, or if it was opened so.

/**
 * A player without an account is being forgotten: their boards do not bear another name yet. The settings of an account that cannot be read
 * are unknown.
 */
function isHidden(state: State, userid: string): boolean {
  if (isRobot(state, userid)) return false;
  return state.isAccountDamaged(userid) || state.account(userid)?.settings.web !== 'on';
}

export const isOnWeb = (state: State, match: Match): boolean =>
  match.state !== 'removed' && match.isOffWeb !== true && !userids(match).some(userid => isHidden(state, userid));

/** The board; null: there is none, or it is not on the web. */
export function findBoardOnWeb(state: State, ref: MatchRef): LoadedMatch | null {
  const match = state.match(ref);
  if (match === null || !isOnWeb(state, match)) return null;
  return openMatch(state, match);
}

/** Those of these boards that are on the web, in this order; loaded together. */
export function findBoardsOnWeb(state: State, keys: readonly DocumentKey[]): readonly LoadedMatch[] {
  state.requireDocuments(keys);
  const players = new Set(keys.flatMap(key => userids(state.match(matchRefOf(key)) ?? NO_PLAYERS)));
  state.requireAccounts([...players].filter(userid => !isRobot(state, userid)));
  return keys.flatMap(key => findBoardOnWeb(state, matchRefOf(key)) ?? []);
}

const NO_PLAYERS: Pick<Match, 'players'> = { players: [] };

/** Those that have a page, in this order; loaded together. */
export function filterShownPlayers<Player extends { readonly userid: string }>(
  state: State,
  players: readonly Player[],
): readonly Player[] {
  const people = players.filter(({ userid }) => !isRobot(state, userid));
  state.requireAccounts(people.map(({ userid }) => userid));
  return players.filter(({ userid }) => findPlayerOnWeb(state, userid) !== null);
}

/** Those that have a page and can be played with: players who have left are in no list of players. */
export const filterOpenPlayers: typeof filterShownPlayers = (state, players) =>
  filterShownPlayers(state, players).filter(({ userid }) => state.account(userid)?.closed === false);

/** The account behind a page of a player; null: there is none, or they want no page. */
export function findPlayerOnWeb(state: State, userid: string): Account | null {
  return isHidden(state, userid) ? null : state.account(userid);
}

/** The options of a first game by name, where the usual board is large for one. */
const FIRST_OPTIONS: ReadonlyMap<string, string> = new Map([['size', '7'], ['radius', '5']]); // prettier-ignore

/** What a player chooses before a game against a robot. `size`: '' as the game has it. */
type FirstGame = Readonly<Record<'robot' | 'size', string> & { isRobotFirst: boolean }>;

/** The name of the option that says how large the board is. undefined: the game has none. */
export const nameSize = ({ options }: AnyGame): string | undefined =>
  options.find(({ name }) => FIRST_OPTIONS.has(name))?.name;

/** The usual size of a first game. '': as the game has it. */
export const findFirstSize = (game: AnyGame): string =>
  LARGE.has(game.name) ? '' : (FIRST_OPTIONS.get(nameSize(game) ?? '') ?? '');

/** The command that opens a board against a robot, by itself the one that fits. null: the service has no robots. */
export function findFirstGame(
  { robots }: Pick<State, 'robots'>,
  game: AnyGame,
  { robot = ANY_ROBOT, size = findFirstSize(game), isRobotFirst = false }: Partial<FirstGame> = {},
): string | null {
  if (robots.length === 0) return null;
  const options = size === '' ? [] : [`-${nameSize(game) ?? ''}=${size}`];
  return [game.name, 'challenge', ...options, ...(isRobotFirst ? [robot, 'me'] : ['me', robot])].join(' ');
}

/** On a small board a line of five is hardly a game. */
const LARGE: ReadonlySet<string> = new Set(['gomoku', 'neugomoku']);
