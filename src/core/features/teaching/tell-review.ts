// Tells a review of a game: what decided it, its mistakes, and the chances in its course.
import { formatCommaList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type LoadedMatch, playerName } from '#core/board/match.ts';
import type { GameReview } from '#core/players/message.ts';
import { type Course, type Estimate, type Evaluations, SWAP, chanceOf, estimateCourse, traceCourse } from './course.ts';
import { AHEAD, type Mistake, type TurningPoint, findTurningPoint, listMistakes, selectLargest } from './mistakes.ts';
import { MISTAKES_TOLD } from './queries.ts';
import { formatPercent } from './tell-hint.ts';

/** A course with what is known about it, and its reader. */
interface ReviewedCourse {
  readonly course: Course;
  readonly estimates: readonly (Estimate | null)[];
  /** The index of the reader among the players. -1: the reader does not play. */
  readonly reader: number;
}

/** What decided a game. null: nothing is known that is worth telling. */
export function tellEnd(table: LoadedMatch, evaluations: Evaluations, reader: number): GameReview | null {
  const course = traceCourse(table);
  if (course === null) return null;
  const estimates = estimateCourse(course, evaluations);
  const turningPoint = findTurningPoint(course, estimates, evaluations);
  if (turningPoint === null) return null;
  const reviewed = { course, estimates, reader };
  const mistakes = turningPoint.kind === 'mistake' ? [turningPoint.mistake] : [];
  return {
    told: [tellTurningPoint(reviewed, turningPoint), ...tellChances(reviewed, mistakes)],
    graph: buildGraph(reviewed, mistakes),
  };
}

/** What decided a game, its largest mistakes, and the chances. null: the engine gave no values. */
export function tellAnalysis(table: LoadedMatch, evaluations: Evaluations, reader: number): GameReview | null {
  const course = traceCourse(table);
  if (course === null) return null;
  const estimates = estimateCourse(course, evaluations);
  const isKnown = estimates.some((each, at) => each !== null && course.positions[at]?.mover !== null);
  if (!isKnown) return null;
  const reviewed = { course, estimates, reader };
  const turningPoint = findTurningPoint(course, estimates, evaluations);
  const decisive = turningPoint?.kind === 'mistake' ? turningPoint.mistake : null;
  const largest = selectLargest(listMistakes(course, estimates, evaluations), MISTAKES_TOLD);
  const others = largest
    .filter(({ act }) => act !== decisive?.act)
    .slice(0, MISTAKES_TOLD - (decisive === null ? 0 : 1));
  const told = decisive === null ? others : [...others, decisive];
  return {
    told: [
      ...(turningPoint === null ? [] : [tellTurningPoint(reviewed, turningPoint)]),
      ...others.map(mistake => tellMistake(reviewed, mistake)),
      ...(told.length === 0 && turningPoint === null ? [{ code: 'review-no-mistake', parts: {} }] : []),
      ...tellChances(reviewed, told),
    ],
    graph: buildGraph(reviewed, told),
  };
}

const nameOf = ({ course: { table } }: ReviewedCourse, player: number): string =>
  playerName(table.match.players[player]);

/** `move 7 (c5)`, `swap after move 1`. */
function nameAct({ course }: ReviewedCourse, at: number): Phrase {
  const plies = course.positions[at]?.plies ?? 0;
  const move = course.acts[at]?.text ?? '';
  return move === SWAP
    ? { code: 'review-swap', parts: { number: plies } }
    : { code: 'review-move', parts: { number: plies + 1, move } };
}

const nameMove = (move: string): string | Phrase => (move === SWAP ? { code: 'better-swap', parts: {} } : move);

/** The parts of a sentence about a mistake. */
const partsOfMistake = (
  reviewed: ReviewedCourse,
  { act, player, better, before, after }: Mistake,
): Phrase['parts'] => ({
  player: nameOf(reviewed, player),
  act: nameAct(reviewed, act),
  better: nameMove(better),
  before: formatPercent(before),
  after: formatPercent(after),
});

function tellDecisive(
  reviewed: ReviewedCourse,
  { mistake, isSettled }: TurningPoint & { readonly kind: 'mistake' },
): Phrase {
  // If the other side may have given the win back later, only this mistake is proved.
  if (mistake.isProved && !isSettled) return tellMistake(reviewed, mistake);
  const isReader = mistake.player === reviewed.reader;
  const parts = partsOfMistake(reviewed, mistake);
  if (mistake.isProved) return { code: isReader ? 'turning-proved-yours' : 'turning-proved', parts };
  // Behind already, the player has not lost the game by this alone.
  if (mistake.before < AHEAD) return { code: isReader ? 'turning-worse-yours' : 'turning-worse', parts };
  return { code: isReader ? 'turning-opinion-yours' : 'turning-opinion', parts };
}

function tellTurningPoint(reviewed: ReviewedCourse, turningPoint: TurningPoint): Phrase {
  const { reader } = reviewed;
  switch (turningPoint.kind) {
    case 'mistake':
      return tellDecisive(reviewed, turningPoint);
    case 'early':
      return tellEarlyEnd(reviewed, turningPoint);
    case 'none': {
      const parts = { player: nameOf(reviewed, turningPoint.player) };
      const isReader = turningPoint.player === reader;
      if (turningPoint.wasBehind) return { code: isReader ? 'turning-behind-yours' : 'turning-behind', parts };
      return { code: isReader ? 'turning-slow-yours' : 'turning-slow', parts };
    }
  }
}

/** By how a game was given up, and by the reader. `move`: the loser had a move that wins. */
const EARLY_CODES = {
  time: {
    proved: { yours: 'early-time-proved-yours', others: 'early-time-proved' },
    opinion: { yours: 'early-time-opinion-yours', others: 'early-time-opinion' },
  },
  resigned: {
    proved: { yours: 'early-resigned-proved-yours', others: 'early-resigned-proved' },
    opinion: { yours: 'early-resigned-opinion-yours', others: 'early-resigned-opinion' },
  },
  move: {
    proved: { yours: 'early-move-proved-yours', others: 'early-move-proved' },
    opinion: { yours: 'early-resigned-opinion-yours', others: 'early-resigned-opinion' },
  },
} as const;

function tellEarlyEnd(reviewed: ReviewedCourse, early: TurningPoint & { readonly kind: 'early' }): Phrase {
  const { player, why, chance, isProved, best } = early;
  const isReader = player === reviewed.reader;
  const isWon = isProved && chance === 1;
  const how = why === 'out-of-time' ? 'time' : best === null ? 'resigned' : 'move';
  const better: Phrase['parts'] = best === null ? {} : { better: nameMove(best) };
  const parts = { player: nameOf(reviewed, player), chance: formatPercent(chance, isProved), ...better };
  return { code: EARLY_CODES[how][isWon ? 'proved' : 'opinion'][isReader ? 'yours' : 'others'], parts };
}

function tellMistake(reviewed: ReviewedCourse, mistake: Mistake): Phrase {
  const isReader = mistake.player === reviewed.reader;
  const parts = partsOfMistake(reviewed, mistake);
  if (mistake.isProved) return { code: isReader ? 'mistake-proved-yours' : 'mistake-proved', parts };
  return { code: isReader ? 'mistake-opinion-yours' : 'mistake-opinion', parts };
}

/** The player whose chances are told: the reader, or else the first player. */
const chooseViewer = ({ reader }: ReviewedCourse): number => Math.max(0, reader);

/** The chances at the start, around the mistakes that are told, and at the end. */
function tellChances(reviewed: ReviewedCourse, mistakes: readonly Mistake[]): readonly Phrase[] {
  const { course, estimates, reader } = reviewed;
  const viewer = chooseViewer(reviewed);
  const known = estimates.flatMap((each, at) => (each === null ? [] : [at]));
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const around = mistakes.flatMap(({ act }) => [act, act + 1]);
  const resignation = course.acts.flatMap(({ kind }, at) => (kind === 'retire' ? [at] : []));
  const places = [...new Set([first, ...around, ...resignation, last])]
    .filter(at => known.includes(at))
    .toSorted((a, b) => a - b);
  const points = places.map((at): Phrase => {
    const { chance, isProven } = estimates[at] ?? { chance: 0.5, isProven: false };
    const shown = formatPercent(chanceOf(viewer, chance), isProven);
    const number = course.positions[at]?.plies ?? 0;
    const isEnd = course.positions[at]?.mover === null;
    if (isEnd) return { code: 'chance-end', parts: { chance: shown } };
    if (number === 0) return { code: 'chance-start', parts: { chance: shown } };
    const isSwap = course.acts[at - 1]?.kind === 'swap';
    return { code: isSwap ? 'chance-swap' : 'chance-after', parts: { chance: shown, number } };
  });
  const parts = { player: nameOf(reviewed, viewer), points: formatCommaList(points) };
  return [{ code: viewer === reader ? 'chances-yours' : 'chances-of', parts }];
}

const buildGraph = (reviewed: ReviewedCourse, mistakes: readonly Mistake[]): GameReview['graph'] => ({
  chances: reviewed.estimates.map(each => (each === null ? null : chanceOf(chooseViewer(reviewed), each.chance))),
  marked: mistakes.map(({ act }) => act + 1),
});
