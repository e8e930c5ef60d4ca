// The moves of a neutral-stone game: legality, count and order.
// Placements come first, then conversions, each by cells in reading order. Conversions fill no empty cell, so nothing is captured.
import { matchEveryMove } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { createRefuse } from '#games/kit/refusal.ts';
import { memoize, makeOnce } from '#games/kit/remember.ts';
import { applyMove, createLegality, fitsBoard } from '../legality.ts';
import { STONE_REFUSALS } from '../notation.ts';
import type { Candidates } from '../rejection-sampling.ts';
import {
  type Cell,
  EMPTY,
  type Material,
  NEUTRAL,
  NEUTRAL_LETTER,
  STONE,
  type StoneGame,
  type StonePosition,
  boardOf,
  findMaterial,
  otherSide,
} from '../stone-game.ts';

/** The codes, each with the parts of its sentence. */
export const NEUTRAL_REFUSALS = {
  ...STONE_REFUSALS,
  'cell-empty': ['cell'], // a conversion names an empty cell
  'cell-not-neutral': ['cell', 'by'],
  'cell-not-own': ['cell', 'by', 'own'],
  'no-own-stone': ['text', 'own'], // a conversion names three neutrals, and no stone to give
  'needs-neutral-cell': ['cell', 'example'], // a placement lacks the cell of the neutral stone
  'needs-conversion': ['cell', 'example'], // a single cell, but only conversions are left
  'only-drop': ['cell'], // the last-cell convention leaves one move
  'only-convert': ['cell'],
} as const;

export const refusal = createRefuse(NEUTRAL_REFUSALS);

export type NeutralMove =
  | { readonly kind: 'place'; readonly own: Cell; readonly neutral: Cell }
  /** Two neutrals in reading order become own stones, and the own stone `given` becomes neutral. */
  | { readonly kind: 'convert'; readonly first: Cell; readonly second: Cell; readonly given: Cell }
  /** Neto's conventions for the last cells: a stone on the last empty cell, or the last neutral becomes an own stone. */
  | { readonly kind: 'drop'; readonly cell: Cell }
  | { readonly kind: 'turn'; readonly cell: Cell };

type LastMove = Extract<NeutralMove, { readonly kind: 'drop' | 'turn' }>;

/** The number of placements (ordered pairs of empty cells) and conversions (a pair of neutrals and an own stone). */
export const countRegularMoves = (empties: number, neutrals: number, own: number): number =>
  empties * (empties - 1) + ((neutrals * (neutrals - 1)) / 2) * own;

/**
 * The only move by Neto's conventions if there is no regular move. null: the conventions are not in use, or do not apply.
 * With one empty and one neutral cell the drop is forced, and the opponent gets the last neutral. So the third convention needs no code.
 */
export function findConventionMove(
  position: Pick<StonePosition, 'setup'>,
  { empties, neutrals, own }: Material,
): LastMove | null {
  if (position.setup['endgame'] !== 'neto') return null;
  if (countRegularMoves(empties.length, neutrals.length, own.length) > 0 || neutrals.length > 1) return null;
  if (empties[0] !== undefined) return { kind: 'drop', cell: empties[0] };
  return neutrals[0] === undefined ? null : { kind: 'turn', cell: neutrals[0] };
}

function countByFormula(position: StonePosition, material: Material): number {
  const regular = countRegularMoves(material.empties.length, material.neutrals.length, material.own.length);
  return regular > 0 ? regular : findConventionMove(position, material) === null ? 0 : 1;
}

export function countMoves(game: StoneGame, position: StonePosition): number {
  if (position.end !== null) return 0;
  if (createLegality(game, position).isFree) return countByFormula(position, findMaterial(game, position));
  let count = 0;
  for (const _ of iterateMoves(game, position)) count++;
  return count;
}

/** Whether the side to move has a legal move. The game must not be won. */
export function hasMove(game: StoneGame, position: StonePosition): boolean {
  if (createLegality(game, position).isFree) return countByFormula(position, findMaterial(game, position)) > 0;
  return iterateMoves(game, position).next().done !== true;
}

/** Lists the cells that may be named after others, in the order of the canonical text. The two neutrals of a conversion may have either order. */
export function createNextCells(game: StoneGame, position: StonePosition): (named: readonly Cell[]) => readonly Cell[] {
  const material = findMaterial(game, position);
  const conventionMove = findConventionMove(position, material);
  if (conventionMove !== null) return named => (named.length === 0 ? [conventionMove.cell] : []);
  const empties = material.empties.length < 2 ? [] : material.empties;
  const neutrals = material.neutrals.length < 2 || material.own.length === 0 ? [] : material.neutrals;
  return ([first, second, ...more]) => {
    if (first === undefined) return [...empties, ...neutrals];
    const sameKind = [empties, neutrals].find(cells => cells.includes(first)) ?? [];
    if (second === undefined) return sameKind.filter(cell => cell !== first);
    const isPair = sameKind === neutrals && second !== first && neutrals.includes(second);
    return isPair && more.length === 0 ? material.own : [];
  };
}

/** The move that names these cells in the order of `createNextCells`. */
export function buildMove(game: StoneGame, position: StonePosition, cells: readonly Cell[]): NeutralMove {
  const [first = 0, second, given] = cells;
  if (second === undefined)
    return must(findConventionMove(position, findMaterial(game, position)), 'a lone cell is a move by convention');
  if (given === undefined) return { kind: 'place', own: first, neutral: second };
  return { kind: 'convert', first: Math.min(first, second), second: Math.max(first, second), given };
}

/** The cells of the regular moves by number: placements, then conversions. */
export function listCandidates({ empties, neutrals, own }: Material): Candidates {
  const cell = (cells: readonly Cell[], index: number): Cell => must(cells[index], 'a number below the count');
  const others = empties.length - 1;
  const placements = empties.length * others;
  const conversion = (k: number): readonly Cell[] => {
    const pair = Math.floor(k / own.length);
    const j = findLargerIndex(pair);
    const i = findSmallerIndex(pair, j);
    return [cell(neutrals, i), cell(neutrals, j), cell(own, k % own.length)];
  };
  const placement = (k: number): readonly Cell[] => {
    const [mine, rest] = [Math.floor(k / others), k % others];
    return [cell(empties, mine), cell(empties, rest < mine ? rest : rest + 1)];
  };
  return {
    count: countRegularMoves(empties.length, neutrals.length, own.length),
    cellsAt: k => (k < placements ? placement(k) : conversion(k - placements)),
  };
}

/** The larger index of pair k in the order (0,1) (0,2) (1,2) (0,3) … The result is exact, since 8k + 1 is a square where j begins. */
export const findLargerIndex = (k: number): number => ((1 + Math.sqrt(8 * k + 1)) / 2) | 0;

/** The smaller index of pair k, whose larger index is j. */
export const findSmallerIndex = (k: number, j: number): number => k - (j * (j - 1)) / 2;

/** Yields every move that fits the board, legal or not. */
function* iterateFitting(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  const material = findMaterial(game, position);
  const { empties, neutrals } = material;
  for (const own of empties) for (const neutral of empties) if (neutral !== own) yield { kind: 'place', own, neutral };
  for (const [i, first] of neutrals.entries())
    for (const second of neutrals.slice(i + 1))
      for (const given of material.own) yield { kind: 'convert', first, second, given };
  const conventionMove = findConventionMove(position, material);
  if (conventionMove !== null) yield conventionMove;
}

type Conversion = Extract<NeutralMove, { readonly kind: 'convert' }>;

/** Creates a quick test whether conversions that fit the board are legal. null: it cannot tell. */
function createConversionTest(game: StoneGame, position: StonePosition) {
  const { cells, turn, seen } = position;
  const { neighbours, fill, findCaptures } = boardOf(game, position);
  const filling = fill(cells);
  const find = must(findCaptures, 'a game with captures');
  // In some set-up positions, a chain has no liberty.
  if (find(filling, [...neighbours.keys()], turn)?.length !== 0) return () => null;
  const letters = cells.split('');
  const close = seen.filter(each => {
    let count = 0;
    return letters.every((letter, cell) => letter === each.charAt(cell) || ++count <= 3);
  });
  /** What a stone on each cell would touch after this stone is given: bit 2 for a chain without liberties, bit 1 for another chain, or an empty cell. */
  const touchedAfter = memoize((given: Cell) => {
    filling[given] = NEUTRAL;
    const severed = find(filling, [given], otherSide(turn)) ?? [];
    const bit = (cell: Cell): number =>
      severed.includes(cell) ? 2 : filling[cell] === EMPTY || filling[cell] === STONE[turn] ? 1 : 0;
    const touched = Uint8Array.from(neighbours, around => around.reduce((bits, cell) => bits | bit(cell), 0));
    filling[given] = STONE[turn];
    return { touched, isCut: severed.length > 0 };
  });
  return ({ first, second, given }: Conversion): boolean | null => {
    const { touched, isCut } = touchedAfter(given);
    const [a, b] = [touched[first] ?? 0, touched[second] ?? 0];
    if (isCut) return ((a | b) & 2) === 0 ? false : null;
    // Both stones need a liberty. One of them is enough if they touch each other.
    if ((a & b) === 0 && ((a | b) === 0 || neighbours[first]?.includes(second) !== true)) return false;
    return close.every(each => each.charAt(given) !== NEUTRAL_LETTER) ? true : null;
  };
}

/** Creates a test whether moves that fit the board are legal. */
export function createMoveTest(game: StoneGame, position: StonePosition): (move: NeutralMove) => boolean {
  const { isFree, findCaptures } = createLegality(game, position);
  if (isFree) return matchEveryMove;
  // Most calls test placements alone.
  const quickTest = makeOnce(() => createConversionTest(game, position));
  return move => (move.kind === 'convert' ? quickTest()(move) : null) ?? findCaptures(cellsOf(move)).ok;
}

/** The legal moves. The game must not be won. */
function* iterateMoves(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  const isLegal = createMoveTest(game, position);
  for (const move of iterateFitting(game, position)) if (isLegal(move)) yield move;
}

export const listMoves = (game: StoneGame, position: StonePosition): Iterable<NeutralMove> =>
  position.end === null ? iterateMoves(game, position) : [];

/** Whether the move fits the stones on the board. */
function isFitting(game: StoneGame, position: StonePosition, move: NeutralMove): boolean {
  if (move.kind === 'place') return move.own !== move.neutral && fitsBoard(game, position, cellsOf(move));
  if (move.kind === 'convert') return move.first < move.second && fitsBoard(game, position, cellsOf(move));
  const conventionMove = findConventionMove(position, findMaterial(game, position));
  return conventionMove?.kind === move.kind && conventionMove.cell === move.cell;
}

/** The cells that a move changes, those of the mover first. */
export function cellsOf(move: NeutralMove): readonly Cell[] {
  switch (move.kind) {
    case 'place':
      return [move.own, move.neutral];
    case 'convert':
      return [move.first, move.second, move.given];
    case 'drop':
    case 'turn':
      return [move.cell];
  }
}

export function play(game: StoneGame, position: StonePosition, move: NeutralMove): StonePosition {
  assert(position.end === null && isFitting(game, position, move), 'only legal moves are played');
  return applyMove(game, position, cellsOf(move), next => hasMove(game, next));
}
