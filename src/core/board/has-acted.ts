// Tells whether a player has done anything at a board. Before that, resigning means declining.
import type { Match } from './match-document.ts';
import { countInheritedMoves } from './line.ts';
import type { MatchState } from './match-state.ts';

/** Has this account moved or swapped here, taken back or not? */
export const hasActed = (match: Match, matchState: MatchState, userid: string): boolean => {
  const isTheirs = (index: number): boolean => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid;
  };
  const played = matchState.plies.slice(countInheritedMoves(match));
  const plies = [...played, ...matchState.takeBacks.flatMap(takeBack => takeBack.plies)];
  return plies.some(ply => isTheirs(ply.player)) || isTheirs(matchState.swapped?.by ?? -1);
};
