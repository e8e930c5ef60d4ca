// Solves stone games with captures, or with lines, exactly on boards of up to 25 cells.
import type { Solution, SolverRun } from '#games/game.ts';
import { hasWinningStone } from '../legality.ts';
import { type Cell, type StonePosition, type StoneSide, otherSide } from '../stone-game.ts';
import {
  type Known,
  type Reply,
  type WholeSearch,
  ban,
  makeWholeSearch,
  playTurn,
  takeBack,
  visitWhole,
} from './whole-search.ts';
import { INFINITY, type SolvedGame, findAnyMove, judgeEnd } from './state.ts';

interface WholeRun<Move> {
  readonly game: SolvedGame<Move>;
  readonly bytes: number;
  /** The board, and its searches by attacker. */
  key: string;
  searches: readonly WholeSearch[];
  /** The side that won the last solved position. The question about it comes first. */
  likely: StoneSide;
  /** The last one that was found to be legal. */
  strategy: Strategy | null;
  stop: () => boolean;
}

/** What is known of a position, and of the replies. */
interface Found {
  readonly known: Known;
  readonly replies: readonly Reply[];
}

/** Searches the position to its end. null: stopped. */
function searchThrough(search: WholeSearch, cells: string, turn: StoneSide): Found | null {
  search.filling = search.board.fill(cells);
  return revisit(search, turn);
}

/** The same for the position that is set up. */
function revisit(search: WholeSearch, turn: StoneSide): Found | null {
  const known = { proof: 0, disproof: 0, rank: 0 };
  Object.assign(search, { turn, isStopped: false });
  const replies = visitWhole(search, { proof: INFINITY, disproof: INFINITY }, known);
  return search.isStopped ? null : { known, replies };
}

/** The reply that wins soonest, or loses latest. undefined: there is none. */
const findBest = (replies: readonly Reply[], isReached: boolean): Reply | undefined =>
  isReached
    ? replies.filter(({ disproof }) => disproof === 0).toSorted((a, b) => a.rank - b.rank)[0]
    : replies.toSorted((a, b) => b.rank - a.rank)[0];

/** A position where the winner plays as was found: the winner's move, and the positions after the next move. */
interface Point {
  readonly move: readonly Cell[] | null;
  readonly next: readonly string[];
}

/** The points of a strategy, by filling and side to move. */
type Course = Map<string, Point>;

/** A strategy that is legal, with the boards up to its beginning. */
interface Strategy {
  readonly attacker: StoneSide;
  readonly seen: StonePosition['seen'];
  readonly course: Course;
}

const textOf = ({ filling, turn }: Pick<WholeSearch, 'filling' | 'turn'>): string => filling.join('') + String(turn);

/** The position after a move. null: the game is over. */
function findNext(search: WholeSearch, move: readonly Cell[]): string | null {
  const played = playTurn(search, move);
  if (played === null) return null;
  const text = hasWinningStone(search.board, search.filling, move) ? null : textOf(search);
  takeBack(search, move, played.captured, played.before);
  return text;
}

/** Walks every line of play. null: stopped. */
function followStrategy(search: WholeSearch, { cells, turn }: StonePosition): Course | null {
  const course: Course = new Map();
  const pending = [{ filling: search.board.fill(cells), turn }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    search.filling = node.filling;
    const found = revisit(search, node.turn);
    if (found === null) return null;
    const best = node.turn === search.attacker ? findBest(found.replies, true) : undefined;
    const move = best?.cells ?? null;
    const moves = move === null ? found.replies.map(reply => reply.cells) : [move];
    const next = moves.map(each => findNext(search, each)).filter(text => text !== null);
    course.set(textOf(search), { move, next });
    for (const text of next) {
      if (course.has(text)) continue;
      course.set(text, { move: null, next: [] });
      const letters = Uint8Array.from(text.slice(0, -1), Number);
      pending.push({ filling: letters, turn: otherSide(node.turn) });
    }
  }
  return course;
}

/** Does one of these positions come up after the other? */
function leadsTo(course: Course, from: string, to: string): boolean {
  const met = new Set([from]);
  for (const text of met) {
    if (text === to) return true;
    for (const each of course.get(text)?.next ?? []) met.add(each);
  }
  return false;
}

/**
 * Lists where the winner sets up a board that was there before, with either side to move. If there is none the strategy is legal, whatever
 * rule of repetition holds: such a rule only holds the other side back.
 */
function listRepeated(course: Course, { attacker, board }: WholeSearch, { seen }: StonePosition): readonly string[] {
  const before = new Set(seen.slice(0, -1).map(cells => board.fill(cells).join('')));
  return [...course.keys()].filter(text => {
    if (text.endsWith(String(attacker))) return false;
    const twin = text.slice(0, -1) + String(attacker);
    return before.has(text.slice(0, -1)) || (course.has(twin) && leadsTo(course, twin, text));
  });
}

/** Has the game followed this strategy since its beginning? A position without earlier ones needs only to come up in it. */
function isFollowed({ seen: begun, course }: Strategy, { board }: WholeSearch, { seen, turn }: StonePosition): boolean {
  const texts = seen.map((cells, i) => {
    const isOwn = (seen.length - i) % 2 === 1;
    return textOf({ filling: board.fill(cells), turn: isOwn ? turn : otherSide(turn) });
  });
  if (seen.length === 1) return course.has(texts[0] ?? '');
  if (!begun.every((cells, i) => seen[i] === cells)) return false;
  return texts.every((text, i) => i < begun.length || course.get(texts[i - 1] ?? '')?.next.includes(text) === true);
}

/** The winner's strategy from here on, after this course of the game. null: none was found that is legal. */
function findStrategy<Move>(run: WholeRun<Move>, search: WholeSearch, position: StonePosition): Course | null {
  const { strategy } = run;
  if (strategy?.attacker === search.attacker && isFollowed(strategy, search, position)) return strategy.course;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = searchThrough(search, position.cells, position.turn);
    const isWon =
      found !== null && (position.turn === search.attacker ? found.known.proof : found.known.disproof) === 0;
    const course = isWon ? followStrategy(search, position) : null;
    if (course === null) return null;
    const repeated = listRepeated(course, search, position);
    if (repeated.length === 0) {
      run.strategy = { attacker: search.attacker, seen: position.seen, course };
      return course;
    }
    for (const text of repeated) ban(search, Uint8Array.from(text.slice(0, -1), Number));
  }
  return null;
}

/** How often another strategy is sought where one is illegal. */
const MOST_TRIES = 20;

const UNKNOWN = { value: 'unknown', move: null } as const;

export type SolvedValue<Move> = Omit<Solution<Move>, 'nodes'>;

/** The value of a position that the attacker wins. unknown: only by a strategy that may be illegal. */
function valueWon<Move>(
  run: WholeRun<Move>,
  search: WholeSearch,
  position: StonePosition,
  best: readonly Cell[] | undefined,
): SolvedValue<Move> {
  // In games without captures no board comes up twice.
  const isFree = position.seen.length === 0;
  const course = isFree ? null : findStrategy(run, search, position);
  if (!isFree && course === null) return UNKNOWN;
  const { cells, turn } = position;
  const move = course?.get(textOf({ filling: search.board.fill(cells), turn }))?.move ?? best;
  const value = search.attacker === turn ? 'win' : 'loss';
  return { value, move: move === undefined ? null : run.game.buildMove(position, move) };
}

/** Asks whether the one side wins; if not, whether the other does. */
function searchBoth<Move>(run: WholeRun<Move>, position: StonePosition): SolvedValue<Move> {
  const { game, likely, searches } = run;
  let held: readonly Cell[] | undefined;
  for (const attacker of [likely, otherSide(likely)]) {
    const search = searches[attacker];
    const found = search && searchThrough(search, position.cells, position.turn);
    if (!found) return UNKNOWN;
    const isReached = found.known.proof === 0;
    const best = findBest(found.replies, isReached)?.cells;
    if (isReached === (attacker === position.turn)) {
      run.likely = attacker;
      return valueWon(run, search, position, best);
    }
    if (attacker !== position.turn) held = best;
  }
  // Where boards may come back, what was not proved is not disproved: see docs/decisions/008.
  if (position.seen.length > 0 || held === undefined) return UNKNOWN;
  return { value: 'draw', move: game.buildMove(position, held) };
}

/** The value of a position on a larger board, as far as the game tells. */
function foresee<Move>({ game }: WholeRun<Move>, position: StonePosition): SolvedValue<Move> {
  const winning = game.winningMove(position);
  if (winning !== null) return { value: 'win', move: winning };
  return game.isLost(position) ? { value: 'loss', move: findAnyMove(game, position) } : UNKNOWN;
}

function solvePosition<Move>(run: WholeRun<Move>, position: StonePosition): SolvedValue<Move> {
  const { end, turn, setup } = position;
  if (end !== null) return { value: judgeEnd(end, turn), move: null };
  const key = JSON.stringify(setup);
  if (run.key !== key) {
    run.key = key;
    run.strategy = null;
    const made = ([0, 1] as const).map(attacker =>
      makeWholeSearch(run.game, position, { attacker, bytes: run.bytes / 2, stop: () => run.stop() }),
    );
    run.searches = made.filter(search => search !== null);
  }
  return run.searches.length === 0 ? foresee(run, position) : searchBoth(run, position);
}

const countNodes = ({ searches }: WholeRun<unknown>): number => searches.reduce((sum, { nodes }) => sum + nodes, 0);

/** Opens the solver of a game whose boards have captures, or lines to be filled. */
export function openWhole<Move>(game: SolvedGame<Move>, bytes: number): SolverRun<StonePosition, Move> {
  const run: WholeRun<Move> = { game, bytes, key: '', searches: [], likely: 0, strategy: null, stop: () => false };
  return {
    solve: (position, stop) => {
      run.stop = stop;
      const { key } = run;
      const before = countNodes(run);
      const solution = solvePosition(run, position);
      return { ...solution, nodes: countNodes(run) - (run.key === key ? before : 0) };
    },
  };
}
