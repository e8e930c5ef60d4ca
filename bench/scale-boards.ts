// The documents of a club of any size, for measuring: players, their addresses and ratings, boards that are played and boards that are over.
import { silentAccount } from '#core/players/robots.ts';
import type { Account } from '#core/players/account.ts';
import type { Match } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';

/** As many moves as a board that is over has, and one that is played. */
const OVER = 40;
export const PLAYED = 20;
/** Far away: no clock ends while it is measured. */
const LATER = Date.UTC(2100, 0, 1);

/** A legal one on a board of 11 by 11 where all before it are of this kind, for a hundred plies. */
export const moveAt = (ply: number): string => {
  const letter = 'abcdefghij'.charAt(ply % 10);
  return `${letter}${1 + (ply >> 3)},${letter}${11 - (ply >> 3)}`;
};

/** Whose board it is: with every round of the players each has another opponent. */
export const seatsOf = (index: number, players: number): readonly [number, number] => [
  index % players,
  ((index % players) + players / 2 + Math.floor(index / players)) % players,
];

export const addressOf = (userid: string): string => `${userid}@example.test`;

/** How players want their mail: as it is usual, or as whoever measures something else wants it, which is less work. */
export type Manner = 'html' | 'text';

export const accountOf = (userid: string, mail: Manner = 'html'): Account => {
  const account = silentAccount(userid);
  return { ...account, addresses: [addressOf(userid)], settings: { ...account.settings, mail } };
};

export const ratingOf = (userid: string): PlayerRating => ({
  ...{ game: 'nex', userid, value: 1500.25, deviation: 80.5, volatility: 0.06, won: 20, lost: 20, drawn: 0 },
  ...{ late: 1, absent: 0, at: 0, robots: { month: '2026-11', games: {} } },
});

export const boardOf = (number: number, userids: readonly [string, string], isOver: boolean): Match => ({
  ...{ game: 'nex', number, setup: { size: '11x11', endgame: 'neto' }, swap: false },
  ...{ challenger: userids[0], state: isOver ? 'over' : 'active', comment: null, threads: [null, null], opened: 0 },
  ...(isOver ? {} : { wake: LATER }),
  players: userids.map(userid => ({ kind: 'account', userid })),
  record: Array.from({ length: isOver ? OVER : PLAYED }, (_, ply) => ({ kind: 'move', text: moveAt(ply), at: ply })),
});
