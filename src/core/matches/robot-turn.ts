// Whose turn it is where a robot plays: kept with the board, so that whoever has robots think finds those that wait without playing any board through.
import type { AnyGame } from '#games/game.ts';
import { type Robot, robotNamed } from '../identity/robots.ts';
import type { Catalogue } from '../state/catalogue.ts';
import type { Changes, DocumentKey, DocumentKind, Documents, Match } from '../state/documents.ts';
import type { State } from '../state/state.ts';
import { matchStateOf, playerName, turnOf } from './match.ts';
import type { MatchState } from './match-state.ts';
import { faultOf } from './sound.ts';

/** A robot to move, and everything its move depends on. */
export interface RobotTurn {
  readonly robot: Robot;
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

/** null: no robot is to move. */
export function robotTurnAt({ games, robots }: Catalogue, match: Match | null): RobotTurn | null {
  const game = games.find(each => each.name === match?.game);
  if (match?.state !== 'active' || game === undefined) return null;
  // Nobody waits for a robot at a board that cannot go on.
  if (faultOf(games, match) !== null) return null;
  const matchState = matchStateOf(game, match);
  const turn = turnOf(game, match, matchState);
  const robot = turn === null ? null : robotNamed(robots, playerName(match.players[turn.player]));
  if (robot === null) return null;
  return { robot, game, match, matchState };
}

type Written = readonly [DocumentKey, Documents[DocumentKind]];

/** Every board that was changed says whether a robot is to move. */
export function withRobotTurns(state: State): State {
  const changes: Changes = new Map(
    [...state.changes].flatMap(([key, document]): readonly Written[] => {
      if (document === null || !key.startsWith('match/')) return [];
      const { isRobotsTurn = false, ...match } = document as Match;
      const isNow = robotTurnAt(state, document as Match) !== null;
      if (isNow === isRobotsTurn) return [];
      return [[key, isNow ? { ...match, isRobotsTurn: true } : match]];
    }),
  );
  return changes.size === 0 ? state : state.with(changes);
}
