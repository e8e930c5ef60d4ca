// Finds wins and losses within one move, on boards of any size.
// Either the next move wins, or every move lets the other side win.
import { listChanges, findMaterial, listMoves, type NeutralMove } from '#games/stones/neutral/moves.ts';
import {
  bitOf,
  boardOf,
  type Cell,
  EMPTY,
  type Filling,
  otherSide,
  STONE,
  type StonePosition,
} from '#games/stones/stone-game.ts';
import { must } from '#games/kit/assert.ts';
import { hexStones } from '#games/hex/stones.ts';
import { findWinInOne } from './win-in-one.ts';

/** A refutation of a move: the cells of the chain the answer finishes, and what the move made of them. */
interface Refutation {
  readonly kind: NeutralMove['kind'];
  readonly chain: readonly Cell[];
  readonly made: string;
}

/** Threats that are checked before giving up: far more than any board has needed. */
const MOST_LOOKS = 20_000;

/** The chain the side to move finishes by its next move; null: none. */
function ownChain(position: StonePosition): readonly Cell[] | null {
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  const board = boardOf(hexStones, position);
  return findWinInOne(
    { board, filling: board.fill(position.cells), side: position.turn },
    { places: empties.length >= 2, converts: neutrals.length >= 2 && own.length > 0 },
  );
}

/** A move that wins at once; null: there is none. Asked of positions in which a regular move is left. */
export function winningMove(position: StonePosition): NeutralMove | null {
  const chain = ownChain(position);
  if (chain === null) return null;
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  const gap = chain.find(cell => empties.includes(cell));
  const isFree = (cell: Cell): boolean => !chain.includes(cell);
  if (gap !== undefined) {
    return { kind: 'place', own: gap, neutral: must(empties.find(isFree), 'two cells are empty') };
  }
  const taken = chain.filter(cell => neutrals.includes(cell));
  const [a, b] = [...taken, ...neutrals.filter(isFree)];
  const [first, second] = [must(a, 'a chain takes a neutral'), must(b, 'there are two neutrals')];
  const given = must(own.find(isFree), 'a stone is left to give');
  return { kind: 'convert', first: Math.min(first, second), second: Math.max(first, second), given };
}

/** What a move makes of these cells: the same text, the same change. */
const madeOf = (filling: Filling, chain: readonly Cell[]): string => chain.map(cell => filling[cell]).join('');

/** Does every move leave the other side a win by its next one? Asked where no move wins at once. */
export function losesAtSight(position: StonePosition): boolean {
  const board = boardOf(hexStones, position);
  const filling = board.fill(position.cells);
  const { empties, neutrals } = findMaterial(hexStones, position);
  const enemy = otherSide(position.turn);
  const hasStone = filling.includes(STONE[enemy]);
  const refutations: Refutation[] = [];
  let looks = 0;
  for (const move of listMoves(hexStones, position)) {
    // Sets the cells of a move; the answer takes them back.
    const changes = listChanges(hexStones, position, move);
    const before = changes.map(([cell]) => filling[cell] ?? EMPTY);
    for (const [cell, letter] of changes) filling[cell] = bitOf(letter);
    const undo = () => changes.forEach(([cell], i) => (filling[cell] = before[i] ?? EMPTY));
    const isPlacement = move.kind === 'place';
    const isKnown = refutations.some(({ kind, chain, made }) => kind === move.kind && madeOf(filling, chain) === made);
    const room = empties.length - (isPlacement ? 2 : 0);
    const converts = hasStone && neutrals.length + (isPlacement ? 1 : -1) >= 2;
    const chain = isKnown ? null : findWinInOne({ board, filling, side: enemy }, { places: room >= 2, converts });
    if (chain !== null) refutations.unshift({ kind: move.kind, chain, made: madeOf(filling, chain) });
    undo();
    looks += isKnown ? 0 : 1;
    if ((!isKnown && chain === null) || looks > MOST_LOOKS) return false;
  }
  return looks > 0;
}

/** Are there two cells to place on, or neutrals to convert? Else conventions fill the last cells, or no move is left. */
export function hasRegularMove(position: StonePosition): boolean {
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  return empties.length >= 2 || (neutrals.length >= 2 && own.length > 0);
}
