// Problem 1 of nexC, larger boards: the size of the tree, estimated by sampling; by single random games (Knuth 1975) and by layers of them (Chen 1992).
import { type Random, createRandom } from '#games/kit/random.ts';
import { type StonePosition, findMaterial } from '#games/stones/stone-game.ts';
import { hexStones } from '#games/hex/stones.ts';
import { must } from '#games/kit/assert.ts';
import { buildMove, listCandidates } from '#games/stones/neutral/moves.ts';
import { nex } from '#games/nex/index.ts';
import { startOf } from './positions.ts';

/** Numbers far beyond what floating point holds, as logarithms to base 10. */
export interface Estimate {
  readonly size: string;
  readonly method: 'knuth' | 'chen';
  /** log10 of the number of nodes: of the mean of all samples. */
  readonly log10: number;
  /** Half the width of a 95% interval of it, by the spread of the samples. */
  readonly error: number;
  readonly samples: number;
}

/** log10 of a sum of numbers told by their log10. */
export function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  if (most === -Infinity) return most;
  return most + Math.log10(logs.reduce((sum, log) => sum + 10 ** (log - most), 0));
}

/** The mean of samples told by their log10, and how uncertain it is, in units of log10. */
export function logMean(logs: readonly number[]): { readonly log10: number; readonly error: number } {
  const log10 = logSum(logs) - Math.log10(logs.length);
  const ratios = logs.map(log => 10 ** (log - log10));
  const variance = ratios.reduce((sum, ratio) => sum + (ratio - 1) ** 2, 0) / (logs.length - 1);
  return { log10, error: (1.96 * Math.sqrt(variance / logs.length)) / Math.LN10 };
}

/** One random game: the product of the numbers of moves so far estimates how many nodes there are at each ply. */
function knuthSample(start: StonePosition, rng: Random): number {
  const logs = [0];
  let position = start;
  for (let log = 0; position.end === null;) {
    log += Math.log10(nex.countMoves(position));
    logs.push(log);
    position = nex.play(position, nex.randomMove(position, rng));
  }
  return logSum(logs);
}

export function knuth(size: string, samples: number, seed: number): Estimate {
  const [rng, start] = [createRandom(seed), startOf(size, 'nexc')];
  const logs = Array.from({ length: samples }, () => knuthSample(start, rng));
  return { size, method: 'knuth', ...logMean(logs), samples };
}

/** Nodes with the same counts of stones: a few of them, and how many there are, as log10. */
interface Stratum {
  readonly log: number;
  readonly some: readonly StonePosition[];
}

/** What came of the moves of one kind from one stratum. */
interface Flow {
  readonly log: number;
  readonly open: readonly StonePosition[];
}

/**
 * A move of this kind from each of the positions. All positions of a stratum have as many moves of a kind as the others;
 * so many nodes are there beyond, and the share of those that go on is the share in the sample.
 */
function flow(stratum: Stratum, isConversion: boolean, rng: Random): { readonly all: number; readonly on: Flow } {
  const open: StonePosition[] = [];
  let moves = 0;
  for (const position of stratum.some) {
    const { empties } = findMaterial(hexStones, position);
    const { count, cellsAt } = listCandidates(findMaterial(hexStones, position));
    const placements = empties.length * Math.max(0, empties.length - 1);
    moves = isConversion ? count - placements : placements;
    if (moves === 0) break;
    const cells = cellsAt((isConversion ? placements : 0) + rng.below(moves));
    const after = nex.play(position, buildMove(hexStones, position, cells));
    if (after.end === null) open.push(after);
  }
  const all = stratum.log + Math.log10(moves);
  return { all, on: { log: all + Math.log10(open.length / stratum.some.length), open } };
}

/** Joins what flows into a stratum, each in proportion to its number, and keeps a few. */
function joined(flows: readonly Flow[], width: number, rng: Random): Stratum {
  const log = logSum(flows.map(each => each.log));
  const some = Array.from({ length: width }, () => {
    let drawn = rng.below(2 ** 30) / 2 ** 30;
    const chosen =
      flows.find(each => (drawn -= 10 ** (each.log - log)) < 0) ?? must(flows.at(-1), 'something flows in');
    return must(chosen.open[rng.below(chosen.open.length)], 'what flows has positions');
  });
  return { log, some };
}

/** One walk through all strata, by ply and by conversions made. */
function chenSample(start: StonePosition, width: number, rng: Random): number {
  const nodes = [0];
  let layer = new Map<number, Stratum>([[0, { log: 0, some: Array<StonePosition>(width).fill(start) }]]);
  while (layer.size > 0) {
    const flows = new Map<number, Flow[]>();
    const turns = [...layer].flatMap(([conversions, stratum]) =>
      [0, 1].map(made => ({ to: conversions + made, ...flow(stratum, made === 1, rng) })),
    );
    for (const { to, all, on } of turns) {
      if (all > -Infinity) nodes.push(all);
      if (on.open.length > 0) flows.set(to, [...(flows.get(to) ?? []), on]);
    }
    layer = new Map([...flows].map(([conversions, into]) => [conversions, joined(into, width, rng)]));
  }
  return logSum(nodes);
}

/** `width`: positions kept of each stratum. */
export function chen(
  size: string,
  { samples, width, seed }: { samples: number; width: number; seed: number },
): Estimate {
  const [rng, start] = [createRandom(seed), startOf(size, 'nexc')];
  const logs = Array.from({ length: samples }, () => chenSample(start, width, rng));
  return { size, method: 'chen', ...logMean(logs), samples };
}
