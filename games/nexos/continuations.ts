// Lists the segments that can be pointed at next, for a move put together in any order.
import { boardOf, legalFor, findPlacement } from './board.ts';
import { nameOf, findPoint } from './lattice.ts';
import type { NexosPosition } from './rules.ts';

export function continuations({ placed, turn }: NexosPosition, names: readonly string[]): readonly string[] {
  const named = names.map(findPoint).filter(point => point !== undefined);
  if (turn === null || named.length < names.length) return [];
  const next = new Set<number>();
  for (const placement of legalFor(boardOf(placed), turn)) {
    const { segments } = findPlacement(placement);
    if (named.every(point => segments.includes(point))) for (const segment of segments) next.add(segment);
  }
  for (const point of named) next.delete(point);
  return [...next].sort((a, b) => a - b).map(nameOf);
}
