// Finds forced wins on lines: each move wins by a row of fours if the other side does not stop it.
// After Thomsen, Lambda-search in game trees (2000).
import type { Game } from '#games/game.ts';
import {
  boardOf,
  type Cell,
  EMPTY,
  otherSide,
  type PlaceMove,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import { lineNetOf } from './evaluation.ts';
import {
  createFourSearch,
  findFour,
  findThreat,
  type FourLimit,
  type FourSearch,
  iterateLines,
  listEmpty,
  NONE,
  place,
  remove,
  SEVERAL,
  threatOf,
} from './fours.ts';

/** The most threats in a row. */
const MAX_DEPTH = 6;

/** Moves that may threaten: they make a four or a three. `forced`: the only cell that the attacker may play on, or NONE. */
function* iterateThreats(search: FourSearch, forced: Cell): Generator<Cell> {
  if (forced !== NONE) {
    yield forced;
    return;
  }
  const fours = listEmpty(search, iterateLines(search, search.attacker, 2));
  yield* fours;
  for (const cell of listEmpty(search, iterateLines(search, search.attacker, 3))) if (!fours.includes(cell)) yield cell;
}

/** Whether the other side, to move, loses after each move that could stop the win by fours that threatens. */
function losesEverywhere(search: FourSearch, depth: number): boolean {
  const answers = findAnswers(search);
  if (answers === null) return false;
  for (const answer of answers) if (search.filling[answer] === EMPTY && !losesWith(search, answer, depth)) return false;
  return true;
}

/** Whether the other side loses after an answer. */
function losesWith(search: FourSearch, answer: Cell, depth: number): boolean {
  place(search, answer, search.defender);
  const threat = threatOf(search, answer, search.defender);
  const loses = threat !== SEVERAL && findThreatWin(search, threat, depth) !== null;
  remove(search, answer, search.defender);
  return loses;
}

/** Whether a move of the attacker wins by threats. */
function winsWithThreat(search: FourSearch, cell: Cell, depth: number): boolean {
  place(search, cell, search.attacker);
  const answer = threatOf(search, cell, search.attacker);
  const wins =
    answer === SEVERAL || (answer === NONE ? losesEverywhere(search, depth - 1) : losesWith(search, answer, depth - 1));
  remove(search, cell, search.attacker);
  return wins;
}

/** The first move of a win by at most `depth` threats, for the attacker to move. */
function findThreatWin(search: FourSearch, forced: Cell, depth: number): Cell | null {
  const four = findFour(search, forced);
  if (four !== null || depth === 0) return four;
  for (const cell of iterateThreats(search, forced)) {
    if (search.nodesLeft <= 0) return null;
    if (winsWithThreat(search, cell, depth)) return cell;
  }
  return null;
}

/** The first move of the shortest forced win. */
function findShortestWin(search: FourSearch): Cell | null {
  const forced = findThreat(search, search.defender);
  if (forced === SEVERAL) return null;
  for (let depth = 0; depth <= MAX_DEPTH && search.nodesLeft > 0; depth++) {
    const cell = findThreatWin(search, forced, depth);
    if (cell !== null) return cell;
  }
  return null;
}

/** The cells where a stone of the other side, to move, may stop the wins by fours that threaten. null: none threatens. */
function findAnswers(search: FourSearch): ReadonlySet<Cell> | null {
  search.zone.clear();
  if (findFour(search, NONE) === null) return null;
  return new Set([...search.zone, ...listEmpty(search, iterateLines(search, search.defender, 2))]);
}

/** Creates the members of a plain game that is won by filling a line. */
export function createLineProofs(game: StoneGame): Pick<Game<StonePosition, PlaceMove>, 'forcedWin' | 'forcedLosses'> {
  const open = (position: StonePosition, attacker: StoneSide, limit: FourLimit): FourSearch => {
    const board = boardOf(game, position);
    return createFourSearch(lineNetOf(board), board.fill(position.cells), attacker, limit);
  };
  return {
    forcedWin: (position, nodes, stop) => {
      if (position.end !== null) return null;
      const cell = findShortestWin(open(position, position.turn, { nodes, stop }));
      return cell === null ? null : { cell };
    },
    forcedLosses: (position, nodes) => {
      if (position.end !== null) return null;
      const search = open(position, otherSide(position.turn), { nodes });
      const threat = findThreat(search, search.attacker);
      if (threat !== NONE) return ({ cell }) => cell !== threat;
      const answers = findAnswers(search);
      return answers && (({ cell }) => !answers.has(cell));
    },
  };
}
