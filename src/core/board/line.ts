// The line of a match: the moves, swaps and resignations still in effect.
// Also finds the places of take-backs in the line.
import type { LineEntry, Match } from './match-document.ts';
import type { TakeBack } from './match-state.ts';

/** The index in the line of the move with this number. The line's length if it was not made. */
function findIndexOfMove(line: readonly LineEntry[], number: number): number {
  let moves = 0;
  const index = line.findIndex(({ kind }) => kind === 'move' && ++moves === number);
  return index === -1 ? line.length : index;
}

/** The entries before the move with this number. */
export const lineBefore = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(0, findIndexOfMove(line, number));

/** The entries after the move with this number. */
export const lineAfter = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(findIndexOfMove(line, number) + 1);

/** The line up to this number of moves, with a swap right after the last of them, but without resignations after it. */
export function cutLine(line: readonly LineEntry[], plies: number): readonly LineEntry[] {
  const entries = lineBefore(line, plies + 1);
  const last = entries.findLastIndex(({ kind }) => kind === 'move');
  return entries.filter(({ kind }, index) => index <= last || kind === 'swap');
}

/** The number of entries after which each take-back is shown, oldest first. A later one may have gone back further. */
export function listTakeBackPlaces(takeBacks: readonly TakeBack[]): readonly number[] {
  let lowest = Infinity;
  return takeBacks
    .toReversed()
    .map(({ kept }) => (lowest = Math.min(lowest, kept)))
    .toReversed();
}

/** The take-backs that are shown within the first `entries` entries of the line. */
export function selectTakeBacks(takeBacks: readonly TakeBack[], entries: number): readonly TakeBack[] {
  const places = listTakeBackPlaces(takeBacks);
  return takeBacks.filter((_, index) => (places[index] ?? 0) <= entries);
}

/** The number of moves that a board has from the board it was opened from. */
export const countInheritedMoves = ({ from }: Pick<Match, 'from'>): number => from?.ply ?? 0;

/** Resolves a typed number of moves: null is all of them, and below 0 counts back from the last. Returns null if there is no such position. */
export function resolvePly(last: number, ply: number | null): number | null {
  const plyNumber = ply === null ? last : ply < 0 ? last + ply : ply;
  return plyNumber < 0 || plyNumber > last ? null : plyNumber;
}
