// Tells whether a player has done anything at a board. Before that, resigning means declining.
import type { Match } from './match-document.ts';
import { countInheritedMoves } from './line.ts';
import type { MatchState } from './match-state.ts';

/** Has the account moved or swapped at the board? Acts that were taken back count. */
export const hasActed = (match: Match, matchState: MatchState, userid: string): boolean => {
  const isOwnSeat = (index: number): boolean => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid;
  };
  const ownPlies = matchState.plies.slice(countInheritedMoves(match));
  const plies = [...ownPlies, ...matchState.takeBacks.flatMap(takeBack => takeBack.plies)];
  return plies.some(ply => isOwnSeat(ply.player)) || isOwnSeat(matchState.swapped?.by ?? -1);
};
