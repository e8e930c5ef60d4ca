// Lists the segments that a player can click next, for a move built in any order.
import { boardOf, iterateLegal, findPlacement } from './board.ts';
import { nameOf, findPoint } from './lattice.ts';
import type { NexosPosition } from './rules.ts';

export function listContinuations({ placed, turn }: NexosPosition, names: readonly string[]): readonly string[] {
  const named = names.map(findPoint).filter(point => point !== undefined);
  if (turn === null || named.length < names.length) return [];
  const next = new Set<number>();
  for (const placement of iterateLegal(boardOf(placed), turn)) {
    const { segments } = findPlacement(placement);
    if (named.every(point => segments.includes(point))) for (const segment of segments) next.add(segment);
  }
  for (const point of named) next.delete(point);
  return [...next].sort((a, b) => a - b).map(nameOf);
}
