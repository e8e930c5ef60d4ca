// The course of a game of two players: its positions, and what the players did at each of them.
import type { LineEntry, RetireReason } from '#core/board/match-document.ts';
import { type LoadedMatch, isVoid, matchStateOf, seatOfColour } from '#core/board/match.ts';
import type { AnyGame, Opaque, Outcome } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';

/** What an engine found at a position. */
export interface Evaluation {
  /** The best move, as its canonical text. */
  readonly move: string;
  /** The expected score of the player to move, 0 … 1. null: the engine gives none. */
  readonly value: number | null;
  /** Is the value exact? */
  readonly isProven: boolean;
  /** Moves with the expected score after each, the best first. Absent: the engine names none. */
  readonly candidates?: readonly { readonly move: string; readonly value: number | null }[];
}

/** By the id of a query. */
export type Evaluations = ReadonlyMap<string, Evaluation>;

export interface Estimate {
  /** The expected score of player 0, 0 … 1. */
  readonly chance: number;
  readonly isProven: boolean;
  /** The best move, or `swap`. null: none is known. */
  readonly best: string | null;
}

/** The id of the query about a position of the game, and about the position after other moves there. */
export const nameQuery = (plies: number, ...tail: readonly string[]): string => [plies, ...tail].join(' ');

/** The chance of a player, from the chance of player 0 and back. */
export const chanceOf = (player: number, chance: number): number => (player === 0 ? chance : 1 - chance);

/** An estimate without a proof is never a certainty. */
const LEAST = 0.01;

/** Positions of each player that are needed to estimate the bias. */
const LEAST_POSITIONS = 2;

/** Searches favour the player to move by about the same amount at each position. */
export function estimateBias(course: Course, evaluations: Evaluations): number {
  const values: readonly (readonly number[])[] = [0, 1].map(player =>
    course.positions.flatMap(({ plies, mover, maySwap }) => {
      const { value = null, isProven = false } = evaluations.get(nameQuery(plies)) ?? {};
      return mover === player && !maySwap && !isProven && value !== null ? [value] : [];
    }),
  );
  if (values.some(each => each.length < LEAST_POSITIONS)) return 0;
  const means = values.map(each => each.reduce((sum, value) => sum + value, 0) / each.length);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length - 0.5;
}

/** The estimate at one position. Where a swap is possible, the player takes the better side. null: the engine gave no value. */
export function estimateAt(
  { mover, maySwap, score }: CoursePosition,
  evaluation: Evaluation | undefined,
  bias: number,
): Estimate | null {
  if (score !== null) return { chance: score, isProven: true, best: null };
  const { value = null, isProven = false, move = null } = evaluation ?? {};
  if (mover === null || value === null) return null;
  const own = isProven ? value : Math.min(1 - LEAST, Math.max(LEAST, value - bias));
  return maySwap && own < 0.5
    ? { chance: chanceOf(mover, 1 - own), isProven, best: SWAP }
    : { chance: chanceOf(mover, own), isProven, best: move };
}

/** The estimates at all positions of a course. null: the engine gave no value there. */
export function estimateCourse(course: Course, evaluations: Evaluations): readonly (Estimate | null)[] {
  const bias = estimateBias(course, evaluations);
  const estimates = course.positions.map(each => estimateAt(each, evaluations.get(nameQuery(each.plies)), bias));
  // A player can do at least as well as they did.
  for (let at = course.acts.length - 1; at >= 0; at--) estimates[at] = improve(course, estimates, at);
  // Where every move loses, the one that was played lost as well.
  for (let at = 0; at < course.acts.length; at++) estimates[at + 1] = inheritLoss(course, estimates, at);
  return estimates;
}

function improve(course: Course, estimates: readonly (Estimate | null)[], at: number): Estimate | null {
  const [before = null, after = null] = [estimates[at], estimates[at + 1]];
  const act = course.acts[at];
  if (act === undefined || act.kind === 'retire' || after === null) return before;
  const own = chanceOf(act.player, after.chance);
  if (after.isProven && own === 1) return { ...after, best: act.text };
  const isBetter = before !== null && !before.isProven && chanceOf(act.player, before.chance) < own;
  return isBetter ? { chance: after.chance, isProven: false, best: act.text } : before;
}

function inheritLoss(course: Course, estimates: readonly (Estimate | null)[], at: number): Estimate | null {
  const [before = null, after = null] = [estimates[at], estimates[at + 1]];
  const act = course.acts[at];
  const isLost = act !== undefined && before?.isProven === true && chanceOf(act.player, before.chance) === 0;
  if (!isLost || act.kind === 'retire' || after?.isProven === true) return after;
  return { chance: before.chance, isProven: true, best: after?.best ?? null };
}

/** A position of the course, with its player to move. Players are indices of match.players. */
export interface CoursePosition {
  readonly position: Opaque;
  /** The number of moves before it. */
  readonly plies: number;
  /** The player of each seat. A swap exchanges them. */
  readonly holders: readonly number[];
  /** null: the game is over. */
  readonly mover: number | null;
  readonly maySwap: boolean;
  /** Can an engine value it? Engines do not know of a swap that is still ahead. */
  readonly isSearchable: boolean;
  /** The score of player 0 by the rules, 0 … 1. null: the game goes on. */
  readonly score: number | null;
}

/** What a player did. `retire`: the player gave up, or was out of time. */
export interface CourseStep {
  readonly kind: LineEntry['kind'];
  readonly player: number;
  /** The move as text, or `swap`. Empty if the player did not move. */
  readonly text: string;
  readonly why: RetireReason | null;
}

export interface Course {
  readonly table: LoadedMatch;
  /** One more than acts: the position before each act, and the last one. */
  readonly positions: readonly CoursePosition[];
  readonly acts: readonly CourseStep[];
  /** The score of player 0 in the whole game. null: the game goes on, or has no result. */
  readonly result: number | null;
}

/** The word for a swap in place of a move. */
export const SWAP = 'swap';

/** Has the game two players with a side each? Chances of more players are not told. */
export const isDuel = ({ game, match }: Pick<LoadedMatch, 'game' | 'match'>): boolean =>
  match.players.length === 2 && game.seats(match.setup).length === 2;

const scoreOf = ({ ranks }: Outcome, holders: readonly number[]): number => {
  const [own = 0, other = 0] = [0, 1].map(player => ranks[holders.indexOf(player)]);
  return own === other ? 0.5 : own < other ? 1 : 0;
};

type Before = Pick<CoursePosition, 'position' | 'plies' | 'holders'> & { readonly isSwapped: boolean };

function createPosition(
  { game, match }: Pick<LoadedMatch, 'game' | 'match'>,
  { position, plies, holders, isSwapped }: Before,
): CoursePosition {
  const outcome = game.outcome(position);
  const colour = outcome === null ? game.toMove(position) : null;
  const maySwap = match.swap && game.swapAfter === plies && !isSwapped && outcome === null;
  const isSwapAhead = match.swap && game.swapAfter !== null && plies < game.swapAfter;
  return {
    ...{ position, plies, holders, maySwap, isSearchable: outcome === null && !isSwapAhead },
    mover: colour === null ? null : must(holders[seatOfColour(game, match, colour)], 'every seat is held'),
    score: outcome === null ? null : scoreOf(outcome, holders),
  };
}

/** The position after a move at a position of the course. null: it is no move there. */
export function playAt(course: Course, at: CoursePosition, text: string): CoursePosition | null {
  const { table } = course;
  const move = table.game.parse(at.position, text);
  if (!move.ok) return null;
  const position = table.game.play(at.position, move.value);
  return createPosition(table, { position, plies: at.plies + 1, holders: at.holders, isSwapped: false });
}

function playEntry(game: AnyGame, at: Omit<Before, 'isSwapped'>, entry: LineEntry): Before {
  const { position, plies, holders } = at;
  switch (entry.kind) {
    case 'move': {
      const move = game.parse(position, entry.text);
      const next = game.play(position, must(move.ok ? move.value : undefined, 'a recorded move is legal'));
      return { position: next, plies: plies + 1, holders, isSwapped: false };
    }
    case 'swap':
      return { position, plies, holders: holders.toReversed(), isSwapped: true };
    case 'retire':
      return { position: game.retire(position, entry.seat), plies, holders, isSwapped: true };
  }
}

/** The position after each entry of the line, and the first one before them. */
export function listPositions({ game, match, matchState }: LoadedMatch): readonly Opaque[] {
  let at = { position: game.start(match.setup), plies: 0, holders: matchState.holders };
  return [at.position, ...matchState.line.map(entry => (at = playEntry(game, at, entry)).position)];
}

function createStep(at: CoursePosition, entry: LineEntry): CourseStep {
  const player = (entry.kind === 'retire' ? at.holders[entry.seat] : at.mover) ?? 0;
  const text = entry.kind === 'move' ? entry.text : entry.kind === 'swap' ? SWAP : '';
  return { kind: entry.kind, player, text, why: entry.kind === 'retire' ? entry.why : null };
}

/** Follows the moves in effect. null: the game is not one of two players. */
export function traceCourse(table: LoadedMatch): Course | null {
  const { game, match, matchState } = table;
  if (!isDuel(table)) return null;
  const { holders } = matchStateOf(game, match, 0);
  const start = { position: game.start(match.setup), plies: 0, holders, isSwapped: false };
  const positions = [createPosition(table, start)];
  const acts: CourseStep[] = [];
  for (const entry of matchState.line) {
    const at = must(positions.at(-1), 'the course has its start');
    acts.push(createStep(at, entry));
    positions.push(createPosition(table, playEntry(game, at, entry)));
  }
  const { outcome } = matchState;
  const hasResult = outcome !== null && !isVoid(outcome.reason);
  return { table, positions, acts, result: hasResult ? scoreOf(outcome, matchState.holders) : null };
}
