// Problem 5 of nexC: how well each feature tells won positions from lost ones, on positions that are solved; and what that says of the currents' constants.
import type { StonePosition } from '#games/stones/stone-game.ts';
import { areaUnderCurve, type Case, chanceOf, fitted, type Interval, logLoss, resampled } from './logistic.ts';
import { type Draw, playedSamples, positionOf, type Sample, solvedSamples } from './samples.ts';
import { evaluation, FEATURES, threat, type Toll } from './features.ts';
import { createRandom } from '#games/kit/random.ts';
import { RESISTANCE } from '#games/stones/heuristic/resistance.ts';
import { SLOPE, TEMPO } from '#games/stones/heuristic/cell-evaluation.ts';

/** A kind of board, how its positions were judged, and those of them that were looked at. */
export interface SampleSet {
  readonly name: string;
  readonly judged: 'solved' | 'played';
  readonly samples: readonly Sample[];
  readonly unsolved: number;
}

/** A sample with what is computed once. */
interface Seen extends Sample {
  readonly position: StonePosition;
  /** Neither side would win by its next move. */
  readonly isQuiet: boolean;
}

export interface Worth {
  readonly feature: string;
  /** On the half that was not fitted. */
  readonly area: Interval;
  readonly loss: Interval;
}

export interface SetWorth {
  readonly set: string;
  readonly judged: string;
  readonly quiet: boolean;
  readonly positions: number;
  readonly wonShare: number;
  readonly worths: readonly Worth[];
}

export interface Fit {
  readonly set: string;
  readonly judged: string;
  readonly quiet: boolean;
  readonly positions: number;
  readonly slope: Interval;
  readonly tempo: Interval;
  /** Log loss of the fit on the other half, and of the constants in use. */
  readonly loss: number;
  readonly lossInUse: number;
}

export interface Scan {
  readonly set: string;
  readonly judged: string;
  readonly quiet: boolean;
  readonly positions: number;
  /** For each resistance of a neutral cell: log loss on the held-out half. */
  readonly losses: readonly { readonly neutral: number; readonly loss: number; readonly area: number }[];
}

export interface Evaluation {
  readonly sets: readonly { name: string; judged: string; positions: number; groups: number; unsolved: number }[];
  readonly worths: readonly SetWorth[];
  readonly fits: readonly Fit[];
  readonly scans: readonly Scan[];
  /** The constants of the currents when this was computed. */
  readonly inUse: { readonly slope: number; readonly tempo: number; readonly resistance: number };
}

const NEUTRALS = [0.3, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2.5];

const solving = (size: string, samples: number): readonly Draw[] =>
  (['random', 'self-play'] as const).map((source, i) => ({
    size,
    source,
    samples,
    firstPly: 3,
    nodes: 60,
    seed: 5 + i,
  }));

const PLAYED = [
  { size: '5x5', samples: 300 },
  { size: '7x7', samples: 250 },
  { size: '11x11', samples: 80 },
];

/** Boards that are solved, then boards that are played. */
export function sampleSets(tell: (line: string) => void): readonly SampleSet[] {
  const solved = [solving('4x4', 1200), [...solving('4x5', 400), ...solving('5x4', 400)]].map((draws): SampleSet => {
    const drawn = draws.map(draw => solvedSamples(draw, tell));
    return {
      name: [...new Set(draws.map(({ size }) => size))].join(' and '),
      judged: 'solved',
      samples: drawn.flatMap(({ samples }, i) => samples.map(each => ({ ...each, group: 4 * each.group + i }))),
      unsolved: drawn.reduce((sum, { unsolved }) => sum + unsolved, 0),
    };
  });
  const played = PLAYED.map(({ size, samples }): SampleSet => {
    const draw = { size, samples, source: 'self-play', firstPly: 2, nodes: 60, seed: 7 } as const;
    return { name: size, judged: 'played', samples: playedSamples(draw, tell), unsolved: 0 };
  });
  return [...solved, ...played];
}

/** Halves by game: positions of one game are all fitted, or all held out. */
const half = (seen: readonly Seen[], which: 0 | 1): readonly Seen[] =>
  seen.filter(({ group }) => (group >> 2) % 2 === which);

const casesOf = (seen: readonly Seen[], featuresOf: (position: StonePosition) => readonly number[]): Case[] =>
  seen.map(({ position, won }) => ({ features: featuresOf(position), won }));

interface Judged extends Case {
  readonly chance: number;
}

/** Cases of one game, for resampling by game. */
function groupsOf<Item extends { readonly group: number }>(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups.values()];
}

function worthOf(feature: string, seen: readonly Seen[], of: (position: StonePosition) => readonly number[]): Worth {
  const weights = fitted(casesOf(half(seen, 0), of));
  const held = half(seen, 1);
  const judged = casesOf(held, of).map((each, i) => ({ ...each, chance: chanceOf(weights, each.features), group: held[i]!.group })); // prettier-ignore
  const measure =
    (by: (chances: readonly number[], cases: readonly Case[]) => number) =>
    (groups: readonly (readonly Judged[])[]): number => {
      const cases = groups.flat();
      return by(cases.map(({ chance }) => chance), cases); // prettier-ignore
    };
  const groups = groupsOf(judged);
  return {
    feature,
    area: resampled(groups, measure(areaUnderCurve), { rng: createRandom(17) }),
    loss: resampled(groups, measure(logLoss), { rng: createRandom(17) }),
  };
}

function worthsOf(seen: readonly Seen[]): readonly Worth[] {
  const names = Object.keys(FEATURES);
  const of = (name: string, position: StonePosition): number => FEATURES[name]?.(position) ?? 0;
  return [
    ...names.map(name => worthOf(name, seen, position => [of(name, position)])),
    worthOf('stones + insight', seen, position => [of('stones', position), of('insight', position)]),
    worthOf('all together', seen, position => names.map(name => of(name, position))),
  ];
}

function fitOf(seen: readonly Seen[]): Pick<Fit, 'slope' | 'tempo' | 'loss' | 'lossInUse'> {
  const leads = (position: StonePosition): readonly number[] => [evaluation(position, RESISTANCE)];
  const cases = casesOf(seen, leads).map((each, i) => ({ ...each, group: seen[i]!.group }));
  const groups = groupsOf(cases);
  const by = (of: (weights: readonly number[]) => number): Interval =>
    resampled(groups, some => of(fitted(some.flat())), { rng: createRandom(23), times: 100 });
  const weights = fitted(casesOf(half(seen, 0), leads));
  const held = casesOf(half(seen, 1), leads);
  const loss = (chance: (of: Case) => number): number => logLoss(held.map(chance), held);
  return {
    slope: by(([, slope = 0]) => slope),
    tempo: by(([constant = 0, slope = 1]) => constant / slope),
    loss: loss(({ features }) => chanceOf(weights, features)),
    lossInUse: loss(({ features }) => chanceOf([SLOPE * TEMPO, SLOPE], features)),
  };
}

function scanOf(seen: readonly Seen[]): Scan['losses'] {
  return NEUTRALS.map(neutral => {
    const toll: Toll = { ...RESISTANCE, neutral };
    const leads = (position: StonePosition): readonly number[] => [evaluation(position, toll)];
    const weights = fitted(casesOf(half(seen, 0), leads));
    const held = casesOf(half(seen, 1), leads);
    const chances = held.map(({ features }) => chanceOf(weights, features));
    return { neutral, loss: logLoss(chances, held), area: areaUnderCurve(chances, held) };
  });
}

export function evaluated(sets: readonly SampleSet[], tell: (line: string) => void): Evaluation {
  const worths: SetWorth[] = [];
  const fits: Fit[] = [];
  const scans: Scan[] = [];
  for (const { name, judged, samples } of sets) {
    const all = samples.map((sample): Seen => {
      const position = positionOf(sample);
      return { ...sample, position, isQuiet: threat(position) === 0 };
    });
    for (const quiet of [false, true]) {
      const seen = quiet ? all.filter(({ isQuiet }) => isQuiet) : all;
      const about = { set: name, judged, quiet, positions: seen.length };
      const wonShare = seen.filter(({ won }) => won === 1).length / seen.length;
      tell(`${name} ${judged}${quiet ? ', quiet' : ''}: ${seen.length} positions`);
      worths.push({ ...about, wonShare, worths: worthsOf(seen) });
      fits.push({ ...about, ...fitOf(seen) });
      scans.push({ ...about, losses: scanOf(seen) });
    }
  }
  const groups = (samples: readonly Sample[]): number => new Set(samples.map(({ group }) => group)).size;
  return {
    sets: sets.map(({ name, judged, samples, unsolved }) => ({ name, judged, positions: samples.length, groups: groups(samples), unsolved })), // prettier-ignore
    worths,
    fits,
    scans,
    inUse: { slope: SLOPE, tempo: TEMPO, resistance: RESISTANCE.neutral },
  };
}
