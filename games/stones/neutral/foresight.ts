// Wins and losses by the next move in a neutral-stone game.
// A move wins at once, or hands a win to the enemy.
import {
  boardOf,
  type Cell,
  type Filling,
  NEUTRAL,
  other,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import {
  changesOf,
  convention,
  type Material,
  materialOf,
  movesOf,
  type NeutralMove,
  play,
  regularMoves,
} from './moves.ts';
import { type Foresight, losesByAnswer, mayEndStuck, wouldComplete } from '../foresight.ts';
import { legalityOf } from '../legality.ts';
import { memoize } from '#games/kit/remember.ts';

/** A board with its stones, and the side whose wins are looked for. */
interface Outlook {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly side: StoneSide;
}

const completes = ({ board, filling, side }: Outlook, cell: Cell): boolean =>
  wouldComplete(board, filling, cell, STONE[side]);

/** Asks while these cells hold stones of the side; the filling is as before afterwards. */
function withStones<Answer>({ filling, side }: Outlook, cells: readonly Cell[], ask: () => Answer): Answer {
  const before = cells.map(cell => filling[cell] ?? 0);
  for (const cell of cells) filling[cell] = STONE[side];
  const answer = ask();
  cells.forEach((cell, i) => (filling[cell] = before[i] ?? 0));
  return answer;
}

/** Has the side won when these two become its own and this stone of its own is given? */
function winsBy(outlook: Outlook, pair: readonly [Cell, Cell], given: Cell): boolean {
  const { board, filling, side } = outlook;
  return withStones(outlook, pair, () => {
    filling[given] = NEUTRAL;
    const won = board.wins(filling, side);
    filling[given] = STONE[side];
    return won;
  });
}

/** Do all these cells together complete anything? Where they do not, no two of them do. */
const hasHope = (outlook: Outlook, cells: readonly Cell[]): boolean =>
  withStones(outlook, cells, () => outlook.board.wins(outlook.filling, outlook.side));

/** The cells among these that win together with this one, if any stone can be spared. */
const partnersOf = (outlook: Outlook, cell: Cell, among: readonly Cell[]): Cell[] =>
  withStones(outlook, [cell], () => {
    const isEnough = outlook.board.completes(outlook.filling, cell);
    return among.filter(each => isEnough || completes(outlook, each));
  });

/** The pairs of neutrals that win when they become own stones, if any stone can be spared. */
function* winningPairs(outlook: Outlook, neutrals: readonly Cell[]): Generator<readonly [Cell, Cell]> {
  if (neutrals.length < 2 || !hasHope(outlook, neutrals)) return;
  for (const [i, cell] of neutrals.entries()) {
    for (const partner of partnersOf(outlook, cell, neutrals.slice(i + 1))) yield [cell, partner];
  }
}

/** The moves that win by what stands on the board afterwards, legal or not where stones are captured. */
function* completingMoves(outlook: Outlook, { empties, neutrals, own }: Material): Generator<NeutralMove> {
  for (const cell of empties) {
    if (empties.length < 2 || !completes(outlook, cell)) continue;
    for (const neutral of empties) if (neutral !== cell) yield { kind: 'place', own: cell, neutral };
  }
  if (own.length === 0) return;
  for (const [first, second] of winningPairs(outlook, neutrals)) {
    for (const given of own)
      if (winsBy(outlook, [first, second], given)) yield { kind: 'convert', first, second, given };
  }
}

/** With more fitting moves than these, a side always has a legal one. */
const MANY = 600;

function firstOf<Item>(items: Iterable<Item>, suits: (item: Item) => boolean): Item | null {
  for (const item of items) if (suits(item)) return item;
  return null;
}

function winningMove(game: StoneGame, position: StonePosition): NeutralMove | null {
  if (position.end !== null) return null;
  const material = materialOf(game, position);
  const wins = (move: NeutralMove): boolean => play(game, position, move).end?.winner === position.turn;
  const last = convention(position, material);
  if (last !== null) return wins(last) ? last : null;
  const board = boardOf(game, position);
  const outlook = { board, filling: board.fill(position.cells), side: position.turn };
  const { isFree, captured } = legalityOf(game, position);
  const isLegal = (move: NeutralMove): boolean => isFree || captured(changesOf(game, position, move)).ok;
  const completing = firstOf(completingMoves(outlook, material), isLegal);
  if (completing !== null) return completing;
  const isCrowded =
    mayEndStuck(game, position, board) &&
    regularMoves(material.empties.length, material.neutrals.length, material.own.length) <= MANY;
  return isCrowded ? firstOf(movesOf(game, position), wins) : null;
}

/** What the enemy would win by if it were to move. */
interface Threats {
  /** The empty cells on which a stone completes a win. */
  readonly cells: readonly Cell[];
  /** The pairs of neutrals that win when they are turned, a stone being given for them. */
  readonly pairs: readonly (readonly [Cell, Cell])[];
  /** The neutrals that win together with this cell, should it become neutral. */
  readonly partners: (cell: Cell) => readonly Cell[];
}

function threatsOf(game: StoneGame, position: StonePosition, { empties, neutrals }: Material): Threats {
  const board = boardOf(game, position);
  const side = other(position.turn);
  const outlook: Outlook = { board, filling: board.fill(position.cells), side };
  const stones = materialOf(game, { ...position, turn: side }).own;
  const isSpared = (pair: readonly [Cell, Cell]): boolean => stones.some(given => winsBy(outlook, pair, given));
  return {
    cells: empties.filter(cell => completes(outlook, cell)),
    pairs: [...winningPairs(outlook, neutrals)].filter(isSpared),
    partners: memoize(cell =>
      hasHope(outlook, [cell, ...neutrals])
        ? partnersOf(outlook, cell, neutrals).filter(partner => isSpared([cell, partner]))
        : [],
    ),
  };
}

const losesByRules = (game: StoneGame): Foresight<StonePosition, NeutralMove>['losesAtOnce'] =>
  losesByAnswer(
    (position: StonePosition, move: NeutralMove) => play(game, position, move),
    position => winningMove(game, position),
  );

/** Where nothing is captured a move changes no enemy stone: it can only take from a win what is still missing, or make new neutrals. */
function losesToThreats(game: StoneGame, position: StonePosition): (move: NeutralMove) => boolean {
  const material = materialOf(game, position);
  const byAnswer = losesByRules(game)(position);
  const { cells, pairs, partners } = threatsOf(game, position, material);
  const [empties, neutrals] = [material.empties.length, material.neutrals.length];
  const enemies = materialOf(game, { ...position, turn: other(position.turn) }).own.length;
  const placing = (own: Cell, neutral: Cell): boolean =>
    (empties >= 4 && cells.some(cell => cell !== own && cell !== neutral)) ||
    pairs.length > 0 ||
    partners(neutral).length > 0;
  const converting = (first: Cell, second: Cell, given: Cell): boolean => {
    const isLeft = (cell: Cell): boolean => cell !== first && cell !== second;
    const isPlaced = empties >= 2 && cells.length > 0;
    return isPlaced || pairs.some(([a, b]) => isLeft(a) && isLeft(b)) || partners(given).some(isLeft);
  };
  // The last cells are filled by conventions.
  const leavesRegular = (empty: number, turned: number): boolean => regularMoves(empty, turned, enemies) > 0;
  return move => {
    if (move.kind === 'place' && leavesRegular(empties - 2, neutrals + 1)) return placing(move.own, move.neutral);
    if (move.kind === 'convert' && leavesRegular(empties, neutrals - 1)) {
      return converting(move.first, move.second, move.given);
    }
    return byAnswer(move);
  };
}

export const neutralForesight = (game: StoneGame): Foresight<StonePosition, NeutralMove> => ({
  winningMove: position => winningMove(game, position),
  losesAtOnce: position =>
    legalityOf(game, position).isFree ? losesToThreats(game, position) : losesByRules(game)(position),
});
