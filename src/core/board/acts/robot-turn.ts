// Tells whether a robot is to move at a board.
// The board stores this as a flag, so that boards that wait for a robot are found without replaying any.
import type { AnyGame } from '#games/game.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import type { Catalogue, State } from '#core/kernel/state.ts';
import { findRobot } from '#core/players/robots.ts';
import { type Changes, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '../match-document.ts';
import { matchStateOf, playerName, turnOf } from '../match.ts';
import type { MatchState } from '../match-state.ts';
import { findFault } from '../summary.ts';

/** A robot to move, and everything its move depends on. */
export interface RobotTurn {
  readonly robot: Robot;
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

/** null: no robot is to move. */
export function findRobotTurn({ games, robots }: Catalogue, match: Match | null): RobotTurn | null {
  const game = games.find(each => each.name === match?.game);
  if (match?.state !== 'active' || game === undefined) return null;
  // A board that fails validation cannot go on, so no robot is to move there.
  if (findFault(games, match) !== null) return null;
  const matchState = matchStateOf(game, match);
  const turn = turnOf(game, match, matchState);
  const robot = turn === null ? null : findRobot(robots, playerName(match.players[turn.player]));
  if (robot === null) return null;
  return { robot, game, match, matchState };
}

/** Stores on each changed board whether a robot is to move. */
export function noteRobotTurns(state: State): State {
  const changes: Changes = new Map(
    state.changedOfKind('match').flatMap(changed => {
      const { isRobotsTurn = false, ...match } = changed;
      const isNow = findRobotTurn(state, changed) !== null;
      if (isNow === isRobotsTurn) return [];
      return [[matchKey(match), isNow ? { ...match, isRobotsTurn: true } : match] as const];
    }),
  );
  return changes.size === 0 ? state : state.with(changes);
}
