// Lists what a player can do at a board besides a move: answer, offer, resign, play again.
import { lookUp } from '#games/kit/look-up.ts';
import { findMissingAnswers, findPerson } from '../board/proposals.ts';
import { type LoadedMatch, playerName, turnOf } from '../board/match.ts';
import { findSoleWinner } from '../matches/list.ts';
import { findProposalObstacle } from '../matches/propose.ts';
import { maySwap } from '../matches/swap.ts';
import type { State } from '../kernel/state.ts';

/** The words that do something at the board, each as the first line of a reply. `player`: an index among the players. */
export function listBoardActs(state: Pick<State, 'robots'>, board: LoadedMatch, player: number): readonly string[] {
  const { game, match, matchState } = board;
  if (match.state === 'over') return ['rematch'];
  if (match.state !== 'active') return [];
  const { holders, retired } = matchState;
  const isPlaying = holders.some((holder, seat) => holder === player && !retired.includes(seat));
  const by = findPerson(match, player);
  const isVoter = findMissingAnswers(match, matchState).includes(by);
  const mayPropose = (what: 'undo' | 'draw'): boolean =>
    isPlaying && findProposalObstacle(state, { ...board, by }, what) === null;
  const words: readonly (readonly [string, boolean])[] = [
    ['accept', isVoter],
    ['reject', isVoter],
    ['swap', turnOf(game, match, matchState)?.player === player && maySwap(board)],
    ['undo', mayPropose('undo')],
    ['draw', mayPropose('draw')],
    ['resign', isPlaying],
  ];
  return words.flatMap(([word, isPossible]) => (isPossible ? [word] : []));
}

/** A challenge to a weaker robot, for the loser of a game against one. */
export interface EasierGame {
  readonly robot: string;
  /** `hex challenge -size=7 me robot1` */
  readonly command: string;
}

/** null: the player has not lost to a robot, or to the weakest. */
export function findEasierGame(
  { robots }: Pick<State, 'robots'>,
  { game, match, matchState }: LoadedMatch,
  player: number,
): EasierGame | null {
  const { outcome, holders } = matchState;
  if (match.state !== 'over' || outcome === null || match.players.length !== 2 || match.isTutorial === true)
    return null;
  const winner = holders[findSoleWinner(outcome.ranks)] ?? player;
  const level = robots.findIndex(({ userid }) => userid === playerName(match.players[winner]));
  const easier = robots[level - 1];
  if (winner === player || easier === undefined) return null;
  const options = game.options.flatMap(({ name, default: usual }) => {
    const value = lookUp(match.setup, name) ?? usual;
    // `5x5` is typed as `5`.
    return value === usual ? [] : [`-${name}=${value.replace(/^(\d+)x\1$/, '$1')}`];
  });
  return { robot: easier.userid, command: [game.name, 'challenge', ...options, 'me', easier.userid].join(' ') };
}
