// Decides which boards and players are on the web, and what all pages are made of.
import { type Match, userids } from '../board/match-document.ts';
import { type LoadedMatch, openMatch, requireGame } from '../board/match.ts';
import { type DocumentKey, type MatchRef, matchRefOf } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account } from '../players/account.ts';
import { isRobot } from '../players/robots.ts';
import type { SpeakContext } from './compose-context.ts';

// Pages only read: they decide nothing, and read no secrets.

export interface PageContext extends SpeakContext {
  readonly state: State;
  readonly now: Instant;
}

/** Paths of pages. */
export const boardPath = (game: string, number: number): string => `/${game}/${number}`;
export const gamePath = (game: string): string => `/games/${game}`;
export const standingsPath = (game: string): string => `/standings/${game}`;
export const tournamentPath = (number: number): string => `/tournaments/${number}`;
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
  return openMatch(requireGame(state, match), match);
}

/** Those of these boards that are on the web, in this order; loaded together. */
export function findBoardsOnWeb(state: State, keys: readonly DocumentKey[]): readonly LoadedMatch[] {
  state.requireLoaded(keys.map(key => ({ kind: 'document', key })));
  const players = new Set(keys.flatMap(key => userids(state.match(matchRefOf(key)) ?? NO_PLAYERS)));
  state.requireLoaded(
    [...players]
      .filter(userid => !isRobot(state, userid))
      .map(userid => ({ kind: 'document', key: `account/${userid}` })),
  );
  return keys.flatMap(key => findBoardOnWeb(state, matchRefOf(key)) ?? []);
}

const NO_PLAYERS: Pick<Match, 'players'> = { players: [] };

/** Those that have a page, in this order; loaded together. */
export function filterShownPlayers<Player extends { readonly userid: string }>(
  state: State,
  players: readonly Player[],
): readonly Player[] {
  const people = players.filter(({ userid }) => !isRobot(state, userid));
  state.requireLoaded(people.map(({ userid }) => ({ kind: 'document', key: `account/${userid}` })));
  return players.filter(({ userid }) => findPlayerOnWeb(state, userid) !== null);
}

/** Those that have a page and can be played with: players who have left are in no list of players. */
export const filterOpenPlayers: typeof filterShownPlayers = (state, players) =>
  filterShownPlayers(state, players).filter(({ userid }) => state.account(userid)?.closed === false);

/** The account behind a page of a player; null: there is none, or they want no page. */
export function findPlayerOnWeb(state: State, userid: string): Account | null {
  return isHidden(state, userid) ? null : state.account(userid);
}
