// Problem 2 of nexC, larger boards: what the heuristic (resistance) thinks of every opening, and how well that agrees with the solver where the solver knows.
import type { Cell, StonePosition } from '#games/stones/stone-game.ts';
import type { OpeningMap } from './openings.ts';
import { hexStones } from '#games/hex/stones.ts';
import { must } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';
import { RESISTANCE } from '#games/stones/heuristic/resistance.ts';
import { evaluation } from './features.ts';
import { areaUnderCurve } from './logistic.ts';
import { startOf } from './positions.ts';
import { boardOf, openingsIn, RELATIONS } from './relations.ts';

const opened = (size: string, own: Cell, neutral: Cell): StonePosition =>
  nex.play(startOf(size, 'neto'), { kind: 'place', own, neutral });

/** What the insight gives Black after one opening, 0 … 1. */
function chance(size: string, own: Cell, neutral: Cell): number {
  return 1 - must(nex.heuristic?.evaluate(opened(size, own, neutral)) ?? null, 'Nex has an insight');
}

export interface Agreement {
  readonly size: string;
  readonly endgame: string;
  /** Of a won and a not won opening, how often the won one is thought better. */
  readonly area: number;
  /** The same between openings with the same own cell alone: what is thought of the neutral. */
  readonly neutralArea: number;
  readonly neutralPairs: number;
  /** The first two by currents alone, without what the insight adds for the middle. */
  readonly plain: { readonly area: number; readonly neutralArea: number };
}

const cases = (openings: ReturnType<typeof openingsIn>) =>
  openings.map(({ letter }) => ({ features: [], won: letter === 'W' ? (1 as const) : (0 as const) }));

/** How well one opinion of each opening agrees with the solver. */
function agreed(
  openings: ReturnType<typeof openingsIn>,
  chances: readonly number[],
): Omit<Agreement, 'size' | 'endgame' | 'plain'> {
  let [pairs, right] = [0, 0];
  for (const [i, won] of openings.entries()) {
    for (const [j, lost] of openings.entries()) {
      if (won.own !== lost.own || won.letter !== 'W' || lost.letter === 'W') continue;
      pairs += 1;
      right += chances[i]! > chances[j]! ? 1 : chances[i] === chances[j] ? 0.5 : 0;
    }
  }
  return { area: areaUnderCurve(chances, cases(openings)), neutralArea: right / pairs, neutralPairs: pairs };
}

export function agreement(map: OpeningMap): Agreement {
  const { size, endgame } = map;
  const openings = openingsIn(map);
  const by = (opinion: (own: Cell, neutral: Cell) => number): number[] =>
    openings.map(({ own, neutral }) => opinion(own, neutral));
  const { neutralPairs: _, ...plain } = agreed(
    openings,
    by((own, neutral) => -evaluation(opened(size, own, neutral), RESISTANCE)),
  );
  return { size, endgame, ...agreed(openings, by((own, neutral) => chance(size, own, neutral))), plain }; // prettier-ignore
}

export interface ResistanceMap {
  readonly size: string;
  /** The own cell that is best on average over all neutrals. */
  readonly own: string;
  /** With it: what each neutral cell leaves Black, in thousandths; -1 for the own cell itself. */
  readonly neutral: readonly number[];
  /** For each own cell: with its best neutral, in thousandths. */
  readonly best: readonly number[];
  readonly top: readonly (readonly [opening: string, chance: number])[];
  /** The mean over all own cells of how much better than the mean of its own cell a neutral in this relation is, in hundred-thousandths. */
  readonly relations: readonly (readonly [relation: string, gain: number])[];
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const thousandths = (number: number): number => Math.round(number * 1000);

export function resistanceMap(size: string, tell: (line: string) => void): ResistanceMap {
  const { names } = hexStones.boardOfSize(size);
  const board = boardOf(size);
  const cells = names.map((_, cell) => cell);
  const chances = cells.map(own => cells.map(neutral => (own === neutral ? Number.NaN : chance(size, own, neutral))));
  tell(`${size}: the currents of ${names.length * (names.length - 1)} openings`);
  const known = (own: Cell): number[] => chances[own]!.filter(each => !Number.isNaN(each));
  const means = cells.map(own => mean(known(own)));
  const own = means.indexOf(Math.max(...means));
  const all = cells.flatMap(a =>
    cells.filter(b => b !== a).map(b => ({ own: a, neutral: b, chance: chances[a]![b]! })),
  );
  return {
    size,
    own: names[own]!,
    neutral: chances[own]!.map(each => (Number.isNaN(each) ? -1 : thousandths(each))),
    best: cells.map(cell => thousandths(Math.max(...known(cell)))),
    top: all
      .toSorted((a, b) => b.chance - a.chance)
      .slice(0, 6)
      .map(each => [`${names[each.own]!},${names[each.neutral]!}`, thousandths(each.chance)]),
    relations: Object.entries(RELATIONS).map(([relation, holds]) => [
      relation,
      Math.round(100_000 * mean(all.filter(each => holds(board, each)).map(each => each.chance - means[each.own]!))),
    ]),
  };
}
