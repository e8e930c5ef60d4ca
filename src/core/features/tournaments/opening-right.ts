// Decides whether a player may open a tournament.
import { limits } from '#core/kernel/limits.ts';
import { VOID } from '#core/matches/list.ts';
import { requireGame, matchStateOf } from '#core/board/match.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { matchKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';

/** Why this player may not open one now; null: they may. */
export function findOpeningRefusal(state: State, userid: string): Refused | null {
  const [own] = state.listed(`tournaments/organiser/${userid}`);
  if (own !== undefined) return refused('tournament-own', { number: own.slice('tournament/'.length) });
  const finished = gamesAgainstPeople(state, userid);
  const least = limits.tournamentGames;
  return finished < least ? refused('tournament-games', { least, finished }) : null;
}

/** Looks at the newest alone: only a replay tells which of them are void. */
function gamesAgainstPeople(state: State, userid: string): number {
  const boards = state.boards(`over/people/${userid}`).slice(0, limits.tournamentGamesLookedAt);
  state.want(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  return boards.filter(ref => {
    const match = state.match(ref);
    return match !== null && matchStateOf(requireGame(state, match), match).outcome?.reason !== VOID;
  }).length;
}
