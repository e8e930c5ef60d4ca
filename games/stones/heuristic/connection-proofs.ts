// Finds moves that win or lose by virtual connections, in games won by joining edges.
import { type Game, matchEveryMove } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { boardOf, type Cell, otherSide, type PlaceMove, STONE, type StoneGame, type StonePosition } from '../stone-game.ts'; // prettier-ignore
import { type ConnectingMove, isConnected, iterateConnectingMoves } from './virtual-connections.ts';

/** The cells that all of these moves need, their own included. null: there is no move. */
function findMustPlay(moves: Iterable<ConnectingMove>): ReadonlySet<Cell> | null {
  let common: readonly Cell[] | null = null;
  for (const { cell, pairs } of moves) {
    const needed: readonly Cell[] = [cell, ...pairs];
    common = common === null ? needed : common.filter(each => needed.includes(each));
  }
  return common && new Set(common);
}

/** Creates the members of a plain game without captures that is won by joining edges on hexagons. */
export function createConnectionProofs(
  game: StoneGame,
): Pick<Game<StonePosition, PlaceMove>, 'forcedWin' | 'forcedLosses'> {
  const read = (position: StonePosition) => {
    const board = boardOf(game, position);
    return { net: must(board.edgeNet, 'a board with edges to join'), filling: board.fill(position.cells) };
  };
  return {
    forcedWin: (position, nodes) => {
      if (position.end !== null) return null;
      const { net, filling } = read(position);
      const [win] = iterateConnectingMoves(net, filling, STONE[position.turn], nodes);
      return win === undefined ? null : { cell: win.cell };
    },
    forcedLosses: (position, nodes) => {
      if (position.end !== null) return null;
      const { net, filling } = read(position);
      const enemy = STONE[otherSide(position.turn)];
      if (isConnected(net, filling, enemy)) return matchEveryMove;
      const mustPlay = findMustPlay(iterateConnectingMoves(net, filling, enemy, nodes));
      return mustPlay && (({ cell }) => !mustPlay.has(cell));
    },
  };
}
