// The line of a match: the moves, swaps and resignations still in effect.
// It also tells where in the line something was taken back.
import type { LineEntry, Match } from './match-document.ts';
import type { TakeBack } from './match-state.ts';

/** Where in the line the move of this number stands; its length where it has not been made. */
function placeOf(line: readonly LineEntry[], number: number): number {
  let moves = 0;
  const place = line.findIndex(({ kind }) => kind === 'move' && ++moves === number);
  return place === -1 ? line.length : place;
}

/** What came before the move of this number. */
export const lineBefore = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(0, placeOf(line, number));

/** What has come since the move of this number. */
export const lineBehind = (line: readonly LineEntry[], number: number): readonly LineEntry[] =>
  line.slice(placeOf(line, number) + 1);

/** The line up to this number of moves, with a swap right after the last of them, but without resignations after it. */
export function cutLine(line: readonly LineEntry[], plies: number): readonly LineEntry[] {
  const entries = lineBefore(line, plies + 1);
  const last = entries.findLastIndex(({ kind }) => kind === 'move');
  return entries.filter(({ kind }, index) => index <= last || kind === 'swap');
}

/** After how many entries of the line each take-back is shown, oldest first. A later one may have gone back further. */
export function listTakeBackPlaces(takeBacks: readonly TakeBack[]): readonly number[] {
  let least = Infinity;
  return takeBacks
    .toReversed()
    .map(({ kept }) => (least = Math.min(least, kept)))
    .toReversed();
}

/** The take-backs that are shown within the first `entries` entries of the line. */
export function takeBacksUpTo(takeBacks: readonly TakeBack[], entries: number): readonly TakeBack[] {
  const places = listTakeBackPlaces(takeBacks);
  return takeBacks.filter((_, index) => (places[index] ?? 0) <= entries);
}

/** How many of its moves a board has from another. */
export const countInheritedMoves = ({ from }: Pick<Match, 'from'>): number => from?.ply ?? 0;

/** The number of moves somebody asks for: below 0 counted back from the last, null: all of them. null: there is no such position. */
export function resolvePly(last: number, ply: number | null): number | null {
  const wanted = ply === null ? last : ply < 0 ? last + ply : ply;
  return wanted < 0 || wanted > last ? null : wanted;
}
