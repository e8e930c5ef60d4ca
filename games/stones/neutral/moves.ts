// The moves of a neutral-stone game: legality, count and order.
// Placements come first, then conversions, each by cells in reading order.
import { type Cell, cellsOf, EMPTY_LETTER, NEUTRAL_LETTER, type StoneGame, type StonePosition } from '../stone-game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { type CellChange, type Legality, legalityOf } from '../legality.ts';
import type { CandidateMoves } from '../rejection-sampling.ts';
import { applyChanges } from '../turns.ts';

export type NeutralMove =
  | { readonly kind: 'place'; readonly own: Cell; readonly neutral: Cell }
  /** The neutrals in reading order, and the own stone given for them. */
  | { readonly kind: 'convert'; readonly first: Cell; readonly second: Cell; readonly given: Cell }
  /** Neto's conventions for the last cells: a lone stone, or the last neutral turned. */
  | { readonly kind: 'drop'; readonly cell: Cell }
  | { readonly kind: 'turn'; readonly cell: Cell };

export type LastMove = Extract<NeutralMove, { readonly kind: 'drop' | 'turn' }>;

/** The cells a move can choose from. */
export interface Material {
  readonly empties: readonly Cell[];
  readonly neutrals: readonly Cell[];
  readonly own: readonly Cell[];
}

export const materialOf = (game: StoneGame, position: StonePosition): Material => ({
  empties: cellsOf(position.cells, EMPTY_LETTER),
  neutrals: cellsOf(position.cells, NEUTRAL_LETTER),
  own: cellsOf(position.cells, game.sides[position.turn].letter),
});

/** Placements: an ordered pair of empties. Conversions: a pair of neutrals and an own stone. */
export const regularMoves = (empties: number, neutrals: number, own: number): number =>
  empties * (empties - 1) + ((neutrals * (neutrals - 1)) / 2) * own;

/**
 * The one move left by Neto's conventions where no regular move exists; null where they are not played or do not apply.
 * With one empty and one neutral cell the drop is forced, and leaves the opponent the last neutral: the third convention needs no code of its own.
 */
export function convention(position: StonePosition, { empties, neutrals, own }: Material): LastMove | null {
  if (position.setup['endgame'] !== 'neto') return null;
  if (regularMoves(empties.length, neutrals.length, own.length) > 0 || neutrals.length > 1) return null;
  if (empties[0] !== undefined) return { kind: 'drop', cell: empties[0] };
  return neutrals[0] === undefined ? null : { kind: 'turn', cell: neutrals[0] };
}

function countByFormula(position: StonePosition, material: Material): number {
  const regular = regularMoves(material.empties.length, material.neutrals.length, material.own.length);
  return regular > 0 ? regular : convention(position, material) === null ? 0 : 1;
}

export function countMoves(game: StoneGame, position: StonePosition): number {
  if (position.end !== null) return 0;
  if (legalityOf(game, position).isFree) return countByFormula(position, materialOf(game, position));
  let count = 0;
  for (const _ of movesFrom(game, position)) count++;
  return count;
}

/** Has the side to move any legal move, supposing the game is not won yet? */
export function goesOn(game: StoneGame, position: StonePosition): boolean {
  if (legalityOf(game, position).isFree) return countByFormula(position, materialOf(game, position)) > 0;
  return movesFrom(game, position).next().done !== true;
}

/** The cells that may be named behind these, as the canonical text names them; the two neutrals of a conversion in either order. */
export function nextCells(game: StoneGame, position: StonePosition, named: readonly Cell[]): readonly Cell[] {
  const material = materialOf(game, position);
  const last = convention(position, material);
  if (last !== null) return named.length === 0 ? [last.cell] : [];
  const empties = material.empties.length < 2 ? [] : material.empties;
  const neutrals = material.neutrals.length < 2 || material.own.length === 0 ? [] : material.neutrals;
  const [first, second] = named;
  if (first === undefined) return [...empties, ...neutrals];
  const alike = [empties, neutrals].find(cells => cells.includes(first)) ?? [];
  const others = alike.filter(cell => cell !== first);
  if (second === undefined) return others;
  return alike === neutrals && others.includes(second) && named.length === 2 ? material.own : [];
}

/** The regular moves by number: placements, then conversions, an own stone for each pair. */
export function candidates({ empties, neutrals, own }: Material): CandidateMoves<NeutralMove> {
  const cell = (cells: readonly Cell[], index: number): Cell => must(cells[index], 'a number below the count');
  const others = empties.length - 1;
  const placements = empties.length * others;
  const conversion = (k: number): NeutralMove => {
    const pair = Math.floor(k / own.length);
    const j = largerOf(pair);
    const i = smallerOf(pair, j);
    return { kind: 'convert', first: cell(neutrals, i), second: cell(neutrals, j), given: cell(own, k % own.length) };
  };
  const placement = (k: number): NeutralMove => {
    const [mine, rest] = [Math.floor(k / others), k % others];
    return { kind: 'place', own: cell(empties, mine), neutral: cell(empties, rest < mine ? rest : rest + 1) };
  };
  return {
    count: regularMoves(empties.length, neutrals.length, own.length),
    at: k => (k < placements ? placement(k) : conversion(k - placements)),
  };
}

/** The larger index of pair number k, of pairs i < j counted (0,1) (0,2) (1,2) (0,3) …: the root of 8k + 1 is whole where j begins, hence exact. */
export const largerOf = (k: number): number => ((1 + Math.sqrt(8 * k + 1)) / 2) | 0;

/** The smaller index of pair number k, whose larger one is j. */
export const smallerOf = (k: number, j: number): number => k - (j * (j - 1)) / 2;

function* conversions({ neutrals, own }: Material): Generator<NeutralMove> {
  for (const [i, first] of neutrals.entries()) {
    for (let j = i + 1; j < neutrals.length; j++) {
      const second = must(neutrals[j], 'j stays below the length');
      for (const given of own) yield { kind: 'convert', first, second, given };
    }
  }
}

/** Every move the stones at hand allow, whatever else forbids them. */
function* fitting(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  const material = materialOf(game, position);
  for (const own of material.empties) {
    for (const neutral of material.empties) {
      if (neutral !== own) yield { kind: 'place', own, neutral };
    }
  }
  yield* conversions(material);
  const last = convention(position, material);
  if (last !== null) yield last;
}

function* allowed(game: StoneGame, position: StonePosition, legality: Legality): Generator<NeutralMove> {
  for (const move of fitting(game, position)) {
    if (legality.captured(changesOf(game, position, move)).ok) yield move;
  }
}

/** The legal moves, supposing the game is not won yet: callers check the end of the game. */
function movesFrom(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  const legality = legalityOf(game, position);
  return legality.isFree ? fitting(game, position) : allowed(game, position, legality);
}

export const movesOf = (game: StoneGame, position: StonePosition): Iterable<NeutralMove> =>
  position.end === null ? movesFrom(game, position) : [];

/** Does the move fit the stones on the board? */
function fits(game: StoneGame, position: StonePosition, move: NeutralMove): boolean {
  const at = (cell: Cell): string => position.cells.charAt(cell);
  const own = game.sides[position.turn].letter;
  switch (move.kind) {
    case 'place':
      return move.own !== move.neutral && at(move.own) === EMPTY_LETTER && at(move.neutral) === EMPTY_LETTER;
    case 'convert':
      return move.first < move.second && at(move.first) === '?' && at(move.second) === '?' && at(move.given) === own;
    case 'drop':
    case 'turn': {
      const last = convention(position, materialOf(game, position));
      return last?.kind === move.kind && last.cell === move.cell;
    }
  }
}

/** The cells a fitting move changes: the mover's first. */
export function changesOf(game: StoneGame, position: StonePosition, move: NeutralMove): readonly CellChange[] {
  const own = game.sides[position.turn].letter;
  switch (move.kind) {
    case 'place':
      return [
        [move.own, own],
        [move.neutral, NEUTRAL_LETTER],
      ];
    case 'convert':
      return [
        [move.first, own],
        [move.second, own],
        [move.given, NEUTRAL_LETTER],
      ];
    case 'drop':
    case 'turn':
      return [[move.cell, own]];
  }
}

export function play(game: StoneGame, position: StonePosition, move: NeutralMove): StonePosition {
  assert(position.end === null && fits(game, position, move), 'only legal moves are played');
  return applyChanges(game, position, changesOf(game, position, move), next => goesOn(game, next));
}
