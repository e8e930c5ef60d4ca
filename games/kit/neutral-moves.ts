// The moves of a neutral-stone game: what is legal, how many, in which order (placements, then conversions; each by cells in reading order).
import type { Cell, StoneGame, StonePosition } from './stones.ts';
import { assert, must } from './assert.ts';
import { cellsOf, EMPTY_LETTER, NEUTRAL_LETTER, withCells } from './stones.ts';

export type NeutralMove =
  | { readonly kind: 'place'; readonly own: Cell; readonly neutral: Cell }
  /** The neutrals in reading order, and the own stone given for them. */
  | { readonly kind: 'convert'; readonly first: Cell; readonly second: Cell; readonly given: Cell }
  /** Neto's conventions for the last cells: a lone stone, or the last neutral turned. */
  | { readonly kind: 'drop'; readonly cell: Cell }
  | { readonly kind: 'turn'; readonly cell: Cell };

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
export function convention(position: StonePosition, { empties, neutrals, own }: Material): NeutralMove | null {
  if (position.setup['endgame'] !== 'neto') return null;
  if (regularMoves(empties.length, neutrals.length, own.length) > 0 || neutrals.length > 1) return null;
  if (empties[0] !== undefined) return { kind: 'drop', cell: empties[0] };
  return neutrals[0] === undefined ? null : { kind: 'turn', cell: neutrals[0] };
}

/** Legal moves as if nobody had won yet: the end of the game is asked elsewhere. */
export function countFrom(position: StonePosition, material: Material): number {
  const regular = regularMoves(material.empties.length, material.neutrals.length, material.own.length);
  return regular > 0 ? regular : convention(position, material) === null ? 0 : 1;
}

export function countMoves(game: StoneGame, position: StonePosition): number {
  return position.end === null ? countFrom(position, materialOf(game, position)) : 0;
}

function* conversions({ neutrals, own }: Material): Generator<NeutralMove> {
  for (const [i, first] of neutrals.entries()) {
    for (let j = i + 1; j < neutrals.length; j++) {
      const second = must(neutrals[j], 'j stays below the length');
      for (const given of own) yield { kind: 'convert', first, second, given };
    }
  }
}

export function* movesOf(game: StoneGame, position: StonePosition): Generator<NeutralMove> {
  if (position.end !== null) return;
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

/** The cells a move turns to the mover's colour. */
export function takenBy(move: NeutralMove): readonly Cell[] {
  switch (move.kind) {
    case 'place':
      return [move.own];
    case 'convert':
      return [move.first, move.second];
    case 'drop':
    case 'turn':
      return [move.cell];
  }
}

/** The cell a move turns neutral. */
export function givenBy(move: NeutralMove): readonly Cell[] {
  return move.kind === 'place' ? [move.neutral] : move.kind === 'convert' ? [move.given] : [];
}

function isLegal(game: StoneGame, position: StonePosition, move: NeutralMove): boolean {
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
      return last?.kind === move.kind && takenBy(last)[0] === move.cell;
    }
  }
}

/** The stones after the move, and nothing else. */
export function stonesAfter(game: StoneGame, position: StonePosition, move: NeutralMove): string {
  assert(position.end === null && isLegal(game, position, move), 'only legal moves are played');
  const own = game.sides[position.turn].letter;
  return withCells(position.cells, [
    ...takenBy(move).map(cell => [cell, own] as const),
    ...givenBy(move).map(cell => [cell, NEUTRAL_LETTER] as const),
  ]);
}
